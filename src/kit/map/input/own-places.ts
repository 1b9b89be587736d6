import type { BaseState } from '#contract/home/base-calls.ts'
import { outlineOf, type Position } from '#contract/ground.ts'
import { parseLatLng } from '#src/lib/coordinates.ts'

interface OwnPlace {
  name: string
  /** The base that it lies on; empty for a base. */
  note: string
  at: Position
}
const mostOwn = 8
const middleOf = (outline: readonly Position[]): Position =>
  outline.reduce<Position>(
    ([lng, lat], [x, y]) => [lng + x / outline.length, lat + y / outline.length],
    [0, 0],
  )

/** Bases and plots whose names hold what is sought, those that begin with it first. */
export function ownPlaces(bases: readonly BaseState[], sought: string): OwnPlace[] {
  const word = sought.trim().toLowerCase()
  if (!word) return []
  const all = bases.flatMap(({ areaName, latlng, outlines }): OwnPlace[] => {
    const pair = parseLatLng(latlng)
    return [
      ...(pair ? [{ name: areaName, note: '', at: [pair[1], pair[0]] as Position }] : []),
      ...outlines.map(({ name, corners }) => ({
        name,
        note: areaName,
        at: middleOf(outlineOf(corners)),
      })),
    ]
  })
  const placeIn = ({ name }: OwnPlace) => name.toLowerCase().indexOf(word)
  return all
    .filter((one) => placeIn(one) >= 0)
    .toSorted((one, other) => Number(placeIn(one) > 0) - Number(placeIn(other) > 0))
    .slice(0, mostOwn)
}
