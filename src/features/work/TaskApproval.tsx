import { taskForm } from '#contract/work/approval-form.ts'
import { taskStates } from '#contract/work/task-states.ts'
import Timeline from '#src/features/approval/Timeline.tsx'
import type { Row } from '#src/kit/definition/resource.ts'

/** Who was asked about a task's report, and what they said; of none that was never reported. */
export default function TaskApproval({ row }: { row: Row }) {
  const wasReported = row.finishedAt !== null || Number(row.reworkCount) > 0
  const isOver = row.state === taskStates.cancelled
  if (!wasReported && !isOver) return null
  return <Timeline formCode={taskForm.code} thirdId={row.id} />
}
