import { useCallback } from 'react'
import type { Position } from '#contract/ground.ts'
import { mapSources, type MapSource } from '#contract/map/map.ts'
import { project, unproject } from '#contract/map/projection.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

export interface BaseMap {
  /** The operator's first tiles; none: the ground is our own drawing. */
  source: MapSource | undefined
  isPending: boolean
  /** Where a place in WGS84 is drawn on it, and what place it shows there. */
  shownAt: (at: Position) => Position
  placeOf: (shown: Position) => Position
}
/** What maps in forms and records lie on. */
export function useBaseMap(): BaseMap {
  const { data, isPending } = useCall(mapSources, {}, { staleTime: Infinity, retry: false })
  const source = data?.[0]
  const projection = source?.projection ?? 'wgs84'
  return {
    source,
    isPending,
    shownAt: useCallback((at) => project(projection, at), [projection]),
    placeOf: useCallback((shown) => unproject(projection, shown), [projection]),
  }
}
