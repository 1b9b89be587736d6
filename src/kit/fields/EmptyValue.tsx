/** An empty value: a dash, so that a blank cell is never mistaken for one that did not load. */
export const EmptyValue = () => <span className="kit-nothing">–</span>
