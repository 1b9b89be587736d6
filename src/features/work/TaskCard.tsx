import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { task } from '#contract/work/task.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TaskState } from './TaskState.tsx'
import './task-card.css'

const pressing: readonly unknown[] = ['high', 'urgent']
const shortDay = (text: unknown) => String(text ?? '').slice(5)
/** From day to day, or the one. */
export const daysOf = ({ startsOn, endsOn }: Row) =>
  startsOn === endsOn ? shortDay(endsOn) : `${shortDay(startsOn)} – ${shortDay(endsOn)}`

/** A task at a glance: what, where, who and until when. */
export function TaskCard({ row, to, children }: { row: Row; to: string; children?: ReactNode }) {
  const t = useLabels(task)
  const plots = (row.landIdsName as string[] | undefined) ?? []
  const others = ((row.participantIds as number[] | undefined) ?? []).length
  return (
    <article className="task-card">
      <div className="task-card-head">
        <Link to={to}>{String(row.title)}</Link>
        <TaskState row={row} />
      </div>
      <p>
        {pressing.includes(row.priority) && (
          <>
            <StatusTag tone={row.priority === 'urgent' ? 'bad' : 'warn'}>
              {optionLabel(t, task, 'priority', String(row.priority))}
            </StatusTag>{' '}
          </>
        )}
        {[row.taskTypeIdName, row.batchIdName, plots.join(', ') || row.areaIdName]
          .filter(Boolean)
          .map(String)
          .join(' · ')}
      </p>
      <p>
        <small>
          {daysOf(row)}
          {row.leaderIdName
            ? ` · ${String(row.leaderIdName)}${others > 0 ? ` +${others}` : ''}`
            : ''}
        </small>
      </p>
      {children}
    </article>
  )
}
