/**
 * The chosen ids after one is switched; with a second end, all between the two on the page go with
 * it.
 */
export function choose(
  selected: readonly number[],
  ids: readonly number[],
  id: number,
  isOn: boolean,
  from = id,
): number[] {
  const [first, last] = [ids.indexOf(from), ids.indexOf(id)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  const span = first < 0 ? [id] : ids.slice(first, last + 1)
  return isOn ? [...new Set([...selected, ...span])] : selected.filter((one) => !span.includes(one))
}
