import { expect, test } from 'vitest'
import { taskStates } from '#contract/work/task-states.ts'
import { tasksByPlot } from '#src/pages/work/task/tasks-by-plot.ts'

test('a plot has all tasks that lie on it, what is late before what goes on and what is over', () => {
  const task = (id: number, landIds: number[], more: Record<string, unknown>) => ({
    id,
    landIds,
    overdueFlag: 0,
    ...more,
  })
  const rows = [
    task(1, [7], { state: taskStates.closed }),
    task(2, [7, 8], { state: taskStates.notStarted }),
    task(3, [7], { state: taskStates.inProgress, overdueFlag: 1 }),
    task(4, [], { state: taskStates.inProgress }),
  ]
  const found = tasksByPlot(rows)
  expect([...found].map(([land, its]) => [land, its.map(({ id }) => id)])).toEqual([
    [7, [3, 2, 1]],
    [8, [2]],
  ])
})
