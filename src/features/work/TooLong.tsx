import { Alert } from 'antd'
import type { Planned } from '#contract/work/people-calls.ts'
import { task } from '#contract/work/task.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { tooLong, type Span } from './planned.ts'
import './people.css'

interface TooLongProps {
  planned: Planned | undefined
  span: Span | null
  /** Who is to do it. */
  chosen: readonly unknown[]
}
/** Names who would work longer than a day is; nobody is kept from planning it. */
export function TooLong({ planned, span, chosen }: TooLongProps) {
  const t = useLabels(task)
  const found = planned && span ? tooLong(planned, span, chosen) : []
  if (found.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      className="people-long"
      message={
        <>
          {t('work:people.tooLong', { limit: planned!.dayHours })}
          <ul>
            {found.map(({ person, day, planned: hours, own }) => (
              <li key={person.id}>
                {t(own > 0 ? 'work:people.long' : 'work:people.longAll', {
                  name: person.name,
                  day,
                  hours,
                  own,
                })}
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}
