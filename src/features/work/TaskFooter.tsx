import type { Row } from '#src/kit/definition/resource.ts'
import ActPlaces from './ActPlaces.tsx'
import TaskApproval from './TaskApproval.tsx'
import TaskCosts from './TaskCosts.tsx'
import TaskEntry from './TaskEntry.tsx'

/** Below a task's record: what it came of, where it was done, and who was asked about its report. */
export default function TaskFooter({ row }: { row: Row }) {
  return (
    <>
      <TaskEntry row={row} />
      <TaskCosts row={row} />
      <ActPlaces row={row} />
      <TaskApproval row={row} />
    </>
  )
}
