import { Calendar } from 'antd'
import type { Dayjs } from 'dayjs'
import { Link } from 'react-router'
import { TaskState } from '#src/features/work/TaskState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useNarrow } from '#src/ui/use-width.ts'

const day = 'YYYY-MM-DD'

/** Tasks on the days for which they are planned. */
export default function TaskCalendar({ rows }: { rows: readonly Row[] }) {
  const isNarrow = useNarrow()
  const on = (date: Dayjs) => {
    const text = date.format(day)
    return rows.filter(({ startsOn, endsOn }) => String(startsOn) <= text && text <= String(endsOn))
  }
  return (
    <Calendar
      fullscreen={!isNarrow}
      cellRender={(date, { type }) =>
        type === 'date' && (
          <ul className="task-days">
            {on(date).map((row) => (
              <li key={row.id}>
                <Link to={`?view=board&open=show&id=${row.id}`}>{String(row.title)}</Link>{' '}
                {row.overdueFlag === 1 && <TaskState row={row} />}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
