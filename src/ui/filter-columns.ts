/**
 * A filter column is 304 wide (docs/specification.md 4.4) with 12 between; 1 to 6 per row, 5 before
 * the width is known.
 */
const oneWidth = 304
const gap = 12
const minPerRow = 1
const maxPerRow = 6
const defaultPerRow = 5

function columnsPerRow(width: number): number {
  const fitting = Math.floor((width + gap) / (oneWidth + gap))
  return Math.min(maxPerRow, Math.max(minPerRow, fitting))
}

interface FilterLayout {
  /** Items shown; the others keep their values out of sight. */
  visible: number
  /** How many those are. */
  rest: number
  /** Only when there are more items than fit beside the buttons. */
  canExpand: boolean
}

export function filterLayout(
  width: number | undefined,
  items: number,
  isExpanded: boolean,
): FilterLayout {
  const columns = width === undefined ? defaultPerRow : columnsPerRow(width)
  const beside = Math.max(columns - 1, 1)
  const canExpand = items > beside
  const visible = canExpand && !isExpanded ? beside : items
  return {
    visible,
    rest: items - visible,
    canExpand,
  }
}
