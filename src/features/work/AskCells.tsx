import { BorderOutlined, CheckSquareOutlined } from '@ant-design/icons'
import type { OwnAnswer } from '#contract/work/task-asks.ts'
import { task } from '#contract/work/task.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { useUnit } from '#src/kit/fields/number/number.tsx'
import { answersOf, checksOf } from './asked.ts'
import './report-asks.css'

/** What was ticked off of what a task asks for; in a list, how much of it. */
export function ChecklistCell({ row, isDetail }: Pick<CellProps, 'row' | 'isDetail'>) {
  const t = useLabels(task)
  const all = checksOf(row)
  if (all.length === 0) return <EmptyValue />
  const done = all.filter(({ doneFlag }) => doneFlag === 1).length
  if (!isDetail) return <span className="kit-number">{`${done} / ${all.length}`}</span>
  return (
    <ul className="asked">
      {all.map(({ item, doneFlag, requiredFlag }) => (
        <li key={item} data-done={doneFlag === 1}>
          {doneFlag === 1 ? (
            <CheckSquareOutlined aria-label={t('work:task.lines.checklist.doneFlag')} />
          ) : (
            <BorderOutlined aria-label={t('work:report.notDone')} />
          )}
          {item}
          {requiredFlag !== 1 && <small> {t('work:report.mayBeLeft')}</small>}
        </li>
      ))}
    </ul>
  )
}

/** What was filled in, with its unit. */
function Answer({ one: { kind, answer, yesFlag, unit } }: { one: OwnAnswer }) {
  const t = useLabels(task)
  const word = useUnit(unit ?? undefined)
  if (kind === 'yesNo' && typeof yesFlag === 'number')
    return <>{t(`common:flags.${yesFlag === 1 ? 'yes' : 'no'}`)}</>
  if (!answer) return <EmptyValue />
  return <>{[answer, kind === 'number' && word].filter(Boolean).join(' ')}</>
}
/** The fields of the task's type, each with its answer. */
export function OwnFieldsCell({ row, isDetail }: Pick<CellProps, 'row' | 'isDetail'>) {
  const all = answersOf(row)
  if (all.length === 0) return <EmptyValue />
  if (!isDetail) return <span className="kit-number">{all.length}</span>
  return (
    <ul className="asked">
      {all.map((one) => (
        <li key={one.name}>
          <small>{one.name}</small> <Answer one={one} />
        </li>
      ))}
    </ul>
  )
}
