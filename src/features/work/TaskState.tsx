import { task } from '#contract/work/task.ts'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toneOf } from '#src/kit/fields/choice/tones.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** Where a task stands; that it is late, or before approvers, is said instead. */
export function TaskState({ row }: { row: Row }) {
  const t = useLabels(task)
  if (row.overdueFlag === 1) return <StatusTag tone="bad">{t('work:overdue')}</StatusTag>
  if (row.approvalFlag === 1) return <StatusTag tone="warn">{t('work:inApproval')}</StatusTag>
  const state = codeName(task.fields.state.codes, row.state) ?? ''
  return <StatusTag tone={toneOf(state)}>{optionLabel(t, task, 'state', state)}</StatusTag>
}
export const TaskStateCell = ({ row }: CellProps) => <TaskState row={row} />
