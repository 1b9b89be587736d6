/** Points of a map on the square of Web Mercator; what is not `shown` is left out. */
export interface Points {
  x: Float64Array
  y: Float64Array
  /** Worst open alarm of each; 0: none. */
  level: Uint8Array
  /** 1: nobody has acknowledged one of its alarms. */
  fresh: Uint8Array
  shown: Uint8Array
  length: number
}
export interface Box {
  west: number
  north: number
  east: number
  south: number
}
/** Points that would lie on each other, drawn as one in their middle. */
interface Cluster {
  /** The first of them, by which it is known from drawing to drawing. */
  first: number
  count: number
  x: number
  y: number
  level: number
  isFresh: boolean
  /** Cells of the grid that it is made of. */
  cells: number[]
}

const rowOf = 2 ** 25
const cellOf = (x: number, y: number, size: number) =>
  Math.floor(x / size) * rowOf + Math.floor(y / size)
/** Middles nearer than this part of a cell would touch. */
const touching = 0.7

/**
 * Clusters within a box, on a grid of cells of that size: it lies still while the map is moved, so
 * clusters keep their places. Once over all points, whatever their number.
 */
export function clustersOf(
  points: Points,
  { west, north, east, south }: Box,
  size: number,
): Cluster[] {
  const { x, y, level, fresh, shown, length } = points
  const cells = new Map<number, Cluster>()
  for (let i = 0; i < length; i++) {
    const px = x[i]!
    const py = y[i]!
    if (shown[i] === 0 || px < west || px > east || py < north || py > south) continue
    const cell = cellOf(px, py, size)
    const known = cells.get(cell)
    if (!known) {
      cells.set(cell, {
        first: i,
        count: 1,
        x: px,
        y: py,
        level: level[i]!,
        isFresh: fresh[i] === 1,
        cells: [cell],
      })
      continue
    }
    known.count++
    known.x += (px - known.x) / known.count
    known.y += (py - known.y) / known.count
    if (level[i]! > known.level) known.level = level[i]!
    if (fresh[i] === 1) known.isFresh = true
  }
  return merged(cells, size)
}

/** Neighbours whose middles would touch become one, the larger first. */
function merged(cells: Map<number, Cluster>, size: number): Cluster[] {
  const gone = new Set<Cluster>()
  const all = [...cells.values()].sort((a, b) => b.count - a.count || a.first - b.first)
  for (const one of all) {
    if (gone.has(one)) continue
    for (const step of [-rowOf - 1, -rowOf, -rowOf + 1, -1, 1, rowOf - 1, rowOf, rowOf + 1]) {
      const other = cells.get(one.cells[0]! + step)
      if (!other || other === one || gone.has(other)) continue
      if (Math.hypot(other.x - one.x, other.y - one.y) > size * touching) continue
      gone.add(other)
      const count = one.count + other.count
      one.x += ((other.x - one.x) * other.count) / count
      one.y += ((other.y - one.y) * other.count) / count
      one.count = count
      one.level = Math.max(one.level, other.level)
      one.isFresh ||= other.isFresh
      one.first = Math.min(one.first, other.first)
      one.cells.push(...other.cells)
    }
  }
  return all.filter((one) => !gone.has(one))
}

/** The points of a cluster, as it was made of cells of that size. */
export function membersOf(
  { x, y, shown, length }: Points,
  { cells }: Cluster,
  size: number,
): number[] {
  const own = new Set(cells)
  const members: number[] = []
  for (let i = 0; i < length; i++)
    if (shown[i] === 1 && own.has(cellOf(x[i]!, y[i]!, size))) members.push(i)
  return members
}
