import { task } from '#contract/work/task.ts'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toneOf } from '#src/kit/fields/choice/tones.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { StatusTag, type Tone } from '#src/ui/StatusTag.tsx'

/** In which colour that is. */
export function toneOfTask({ overdueFlag, approvalFlag, state }: Row): Tone {
  if (overdueFlag === 1) return 'bad'
  if (approvalFlag === 1) return 'warn'
  return toneOf(codeName(task.fields.state.codes, state) ?? '')
}
/** Where a task stands; that it is late, or before approvers, is said instead. */
export function TaskState({ row }: { row: Row }) {
  const t = useLabels(task)
  const said = () => {
    if (row.overdueFlag === 1) return t('work:overdue')
    if (row.approvalFlag === 1) return t('work:inApproval')
    return optionLabel(t, task, 'state', codeName(task.fields.state.codes, row.state) ?? '')
  }
  return <StatusTag tone={toneOfTask(row)}>{said()}</StatusTag>
}
export const TaskStateCell = ({ row }: CellProps) => <TaskState row={row} />
