import type { Row } from '#src/kit/definition/resource.ts'
import ActPlaces from './ActPlaces.tsx'
import TaskApproval from './TaskApproval.tsx'

/** Below a task's record: where it was done, and who was asked about its report. */
export default function TaskFooter({ row }: { row: Row }) {
  return (
    <>
      <ActPlaces row={row} />
      <TaskApproval row={row} />
    </>
  )
}
