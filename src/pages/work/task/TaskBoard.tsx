import { Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { task } from '#contract/work/task.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { TaskCard } from '#src/features/work/TaskCard.tsx'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import type { CardViewProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './task.css'

const TaskCalendar = lazy(() => import('./TaskCalendar.tsx'))
const TaskMap = lazy(() => import('./TaskMap.tsx'))
const views = ['board', 'calendar', 'map'] as const
type View = (typeof views)[number]
const columns = ['unassigned', 'notStarted', 'inProgress', 'finished', 'closed'] as const
/** Of what is over, the newest: a board is for what goes on. */
const mostClosed = 30

/** Tasks by where they stand, by their days, or where they lie. */
export default function TaskBoard({ rows }: CardViewProps) {
  const t = useLabels(task)
  const [view, setView] = useState<View>('board')
  return (
    <>
      <Segmented
        aria-label={t('common:shownAs')}
        className="task-views"
        value={view}
        onChange={setView}
        options={views.map((value) => ({
          value,
          label: t(`work:views.${value}`),
        }))}
      />
      {view !== 'board' ? (
        <Suspense fallback={<ListSkeleton />}>
          {view === 'map' ? <TaskMap rows={rows} /> : <TaskCalendar rows={rows} />}
        </Suspense>
      ) : (
        <div className="task-board">
          {columns.map((state) => {
            const all = rows.filter((row) => row.state === taskStates[state])
            const shown = state === 'closed' ? all.slice(0, mostClosed) : all
            const name = optionLabel(t, task, 'state', state)
            return (
              <section key={state} aria-label={name}>
                <h3>
                  {name} <small>{all.length}</small>
                </h3>
                <ul>
                  {shown.map((row) => (
                    <li key={row.id}>
                      <TaskCard row={row} to={`?view=board&open=show&id=${row.id}`} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
        </div>
      )}
    </>
  )
}
