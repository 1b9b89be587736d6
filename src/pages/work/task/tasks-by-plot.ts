import { openTaskStates } from '#contract/work/task-states.ts'
import type { Row } from '#src/kit/definition/resource.ts'

export const plotsOf = (row: Row) => (row.landIds as number[] | undefined) ?? []
/** What somebody has to look at first: late before what goes on, and that before what is over. */
const urgencyOf = (row: Row): number =>
  row.overdueFlag === 1 ? 2 : (openTaskStates as readonly unknown[]).includes(row.state) ? 1 : 0

/** The tasks that lie on each plot, the most pressing first. */
export function tasksByPlot(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows)
    for (const land of plotsOf(row)) found.set(land, [...(found.get(land) ?? []), row])
  return new Map(
    [...found].map(([land, its]) => [
      land,
      its.toSorted((one, other) => urgencyOf(other) - urgencyOf(one)),
    ]),
  )
}
