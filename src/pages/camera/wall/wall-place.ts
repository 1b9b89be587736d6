import { patrolSeconds, wallSizes, type WallSize } from '#contract/camera/layout.ts'

/** What the wall shows; the address says it, so that it can be kept and sent. */
export interface Wall {
  size: WallSize
  cameraIds: readonly number[]
  /** Counted from 0. */
  page: number
  /** Seconds between two pages; 0: by hand. */
  patrol: (typeof patrolSeconds)[number]
  /** The kept layout that it is as. */
  layout: number | null
}
const usual: WallSize = 4
const one = <Value extends number>(of: readonly Value[], text: string | null, otherwise: Value) =>
  of.find((value) => String(value) === text) ?? otherwise

/** Without a word of it: every camera, four at a time. */
export function readWall(search: URLSearchParams, all: readonly number[]): Wall {
  const ids = search.get('cameras')
  return {
    size: one(wallSizes, search.get('size'), usual),
    cameraIds:
      ids === null
        ? all
        : [...new Set(ids.split('-').map(Number))].filter(
            (id) => Number.isSafeInteger(id) && id > 0,
          ),
    page: Math.max(0, Math.trunc(Number(search.get('at')) || 0)),
    patrol: one(patrolSeconds, search.get('patrol'), 0),
    layout: Number(search.get('layout')) || null,
  }
}
/**
 * A camera put at a place of those that are shown; where it was before, whatever stood there goes,
 * and at an empty place it is the last.
 * Cameras of other bases, which are not shown now, keep their places.
 */
export function putAt(
  ids: readonly number[],
  shown: readonly number[],
  id: number,
  place: number,
): number[] {
  const stood = shown[place]
  if (!ids.includes(id))
    return stood === undefined ? [...ids, id] : ids.map((one) => (one === stood ? id : one))
  if (stood === undefined) return [...ids.filter((one) => one !== id), id]
  return ids.map((one) => (one === id ? stood : one === stood ? id : one))
}
export function writeWall(before: URLSearchParams, wall: Wall): URLSearchParams {
  const search = new URLSearchParams(before)
  search.set('size', String(wall.size))
  search.set('cameras', wall.cameraIds.join('-'))
  const rest = { at: wall.page, patrol: wall.patrol, layout: wall.layout ?? 0 }
  for (const [name, value] of Object.entries(rest))
    if (value) search.set(name, String(value))
    else search.delete(name)
  return search
}
