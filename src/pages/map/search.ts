import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import type { Opened } from './map-place.ts'

export interface Hit extends Opened {
  name: string
  /** What it is, where its name does not say: a type, a code. */
  note: string | null
  at: readonly [number, number]
}
const mostHits = 12

/** What has a text in its name or code: bases, then plots, then landmarks, then devices; those that begin so first. */
export function hitsOf(
  text: string,
  { bases, plots, landmarks, types }: Pick<DigitalMap, 'bases' | 'plots' | 'landmarks' | 'types'>,
  rows: readonly MappedDevice[],
): Hit[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return []
  const places: (Hit & { from: number })[] = []
  const look = (hit: Hit, more: string | null) => {
    const from = hit.name.toLowerCase().indexOf(wanted)
    if (from >= 0 || more?.toLowerCase().includes(wanted))
      places.push({ ...hit, from: from < 0 ? 99 : from })
  }
  for (const { id, name, at } of bases)
    if (at) look({ kind: 'base', id, name, note: null, at }, null)
  for (const { id, name, code, at } of plots) look({ kind: 'plot', id, name, note: code, at }, code)
  for (const { id, name, at } of landmarks)
    look({ kind: 'landmark', id, name, note: null, at }, null)
  for (const [id, type, , , lng, lat, , , , name] of rows)
    look({ kind: 'device', id, name, note: types[type]!, at: [lng, lat] }, null)
  return places
    .sort((a, b) => a.from - b.from)
    .slice(0, mostHits)
    .map(({ from: _from, ...hit }) => hit)
}
