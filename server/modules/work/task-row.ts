import { sql } from 'kysely'
import type { TaskResult, TaskStateCode } from '#contract/work/task-states.ts'
import type { Check, OwnAnswer } from '#contract/work/task-asks.ts'
import type { ExpiredUse } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { row, type Sql, type Tx } from '#server/db/database.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { demand, stale } from '#server/http/crud.ts'

/** A task as the server reads it. */
export interface TaskRow extends Row {
  title: string
  taskCode: string
  taskTypeId: number
  state: TaskStateCode
  result: TaskResult | null
  approvalFlag: 0 | 1
  areaId: number
  landIds: number[]
  batchId: number | null
  leaderId: number | null
  participantIds: number[]
  endsOn: string
  photoCount: number | null
  warehouseId: number | null
  finishedAt: string | null
  closedAt: string | null
  createdBy: number | null
  hours: { workerId: number; hours?: number | null; pieces?: number | null }[]
  pieceUnit: string | null
  pieceRate: number | null
  used: { skuId: number; lot?: string | null; quantity: number }[]
  expired: ExpiredUse[]
  ownReports: { workerId: number; hours?: number | null; pieces?: number | null; note?: string }[]
  ownPhotos: string[]
  machines: { machineKindId: number; which?: string | null; hours: number }[]
  waterUsed: number | null
  photos: string[]
  reportNote: string | null
  checklist: Check[]
  ownFields: OwnAnswer[]
  harvestSkuId: number | null
  harvested: number | null
  harvestedKg: number | null
  useDocumentId: number | null
}
interface Asked {
  id: number
  objectVersionNumber?: number | undefined
}

/** The task, held for the write. Errors: 404; 409 when its state or its version is another. */
export async function loadForUpdate(tx: Tx, { id, objectVersionNumber }: Asked, action: string) {
  await lockRow(tx, task, id)
  const found = (await demand(tx, task, id, action)) as TaskRow
  if (objectVersionNumber !== undefined && found.objectVersionNumber !== objectVersionNumber)
    throw await stale(tx, task, id)
  return found
}

/** Its leader and whoever takes part. */
export const peopleOf = ({ leaderId, participantIds }: TaskRow) => [
  ...new Set([...(leaderId ? [leaderId] : []), ...participantIds]),
]

/** The caller's worker, where they are one. */
export const workerOf = async (tx: Tx, accountId: number): Promise<number | null> =>
  (
    await row<{ id: number }>(
      tx,
      sql`select w.id from worker w join member m on m.tenant_id = w.tenant_id and m.id = w.user_id
        where m.account_id = ${accountId} and w.enabled_flag = 1 order by w.id limit 1`,
    )
  )?.id ?? null

/** Changes a task, writes what happened into its history, tells who looks at it, answers it. */
export async function changeTask(
  before: TaskRow,
  action: string,
  what: Sql,
  { tx, audit, announce }: Write,
  { actor }: Pick<OnBehalf, 'actor'>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Row> {
  await sql`update task set ${what}, object_version_number = object_version_number + 1,
    last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${before.id}`.execute(
    tx,
  )
  const after = (await showRow(tx, task, before.id))!
  await audit({
    entity: 'task',
    recordId: before.id,
    title: before.title,
    action,
    before,
    after: { ...after, ...more },
  })
  await announce({ resource: 'task', ids: [before.id], kind: 'updated' })
  return after
}
