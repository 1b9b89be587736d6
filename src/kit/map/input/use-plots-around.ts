import { useMemo } from 'react'
import { areaCodes } from '#contract/farm/area.ts'
import { outlineOf, type Position } from '#contract/ground.ts'
import { baseStates, type BaseState } from '#contract/home/base-calls.ts'
import { isGranted } from '#src/api/permissions.ts'
import { parseLatLng } from '#src/lib/coordinates.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'

const none: readonly BaseState[] = []

/** The bases that one sees, where they end, and their plots, to draw a point among; none where one sees none. */
export function usePlotsAround() {
  const { data, isPending } = useAnswer(
    baseStates,
    {},
    async (ask) => {
      const granted = await Promise.all(areaCodes.map((code) => isGranted(code)))
      return granted.includes(true) ? ask(baseStates, {}) : []
    },
    // Without the ground around it a point can be seen as well.
    { retry: false },
  )
  const plots = useMemo(
    () =>
      (data ?? []).flatMap(({ outlines }) =>
        outlines.map(({ id, name, corners }) => ({
          id,
          title: name,
          corners,
        })),
      ),
    [data],
  )
  const edges = useMemo(
    () =>
      (data ?? []).flatMap(({ id, areaName, boundary }) =>
        boundary ? [{ id, title: areaName, corners: boundary }] : [],
      ),
    [data],
  )
  return { data: data ?? none, plots, edges, isPending }
}

/** Some hundred meters: a point alone would be seen from too near. */
const reach = 0.003
const about = ([lng, lat]: Position): Position[] => [
  [lng - reach, lat - reach],
  [lng + reach, lat + reach],
]
/** The base at hand with its plots, or else the default one; and the point itself. */
export function firstSeen(
  bases: readonly BaseState[],
  id: number | null,
  at: Position | null,
): Position[] {
  if (at) return about(at)
  const base =
    bases.find((one) => one.id === id) ?? bases.find((one) => one.defaultFlag === 1) ?? bases[0]
  const center = parseLatLng(base?.latlng)
  return [
    ...(base?.boundary ? outlineOf(base.boundary) : []),
    ...(base?.outlines.flatMap(({ corners }) => outlineOf(corners)) ?? []),
    ...(center ? about([center[1], center[0]]) : []),
  ]
}
