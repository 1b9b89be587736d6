import { useMemo } from 'react'
import { codesOf } from '#contract/call.ts'
import { baseStates, type BaseState } from '#contract/home/base-calls.ts'
import { isGranted } from '#src/api/permissions.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'

const none: readonly BaseState[] = []

/** The bases that one sees and their plots, to draw a point among; none where one sees none. */
export function usePlotsAround() {
  const { data, isPending } = useAnswer(
    baseStates,
    {},
    async (ask) => {
      const codes = codesOf(baseStates)
      const granted = await Promise.all(codes.map(isGranted))
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
  return { data: data ?? none, plots, isPending }
}
