import { sql } from 'kysely'
import { plan, planStates } from '#contract/plan/plan.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import type { Sql } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { demand, stale } from '#server/http/crud.ts'

/** A plan as the server reads it. */
export interface PlanRow extends Row {
  planName: string
  state: number
  batchId: number
  areaId: number
  leaderId: number | null
  warehouseId: number | null
  plantedOn: string
  slipDays: number | null
}
interface Asked {
  id: number
  objectVersionNumber?: number | undefined
}

/** The plan, held for the write. Errors: 404; 409 when its state or its version is another. */
export async function loadPlan(
  { tx }: Pick<Write, 'tx'>,
  { id, objectVersionNumber }: Asked,
  action: string,
): Promise<PlanRow> {
  await lockRow(tx, plan, id)
  const found = (await demand(tx, plan, id, action)) as PlanRow
  if (objectVersionNumber !== undefined && found.objectVersionNumber !== objectVersionNumber)
    throw await stale(tx, plan, id)
  return found
}

/** Changes a plan, writes it down, tells who looks at it, answers it; `items`: those that changed with it. */
export async function changePlan(
  before: PlanRow,
  action: string,
  what: Sql,
  { tx, audit, announce }: Write,
  { actor }: Pick<OnBehalf, 'actor'>,
  items: readonly number[] = [],
  more: Readonly<Record<string, unknown>> = {},
): Promise<PlanRow> {
  await sql`update plan set ${what}, object_version_number = object_version_number + 1,
    last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${before.id}`.execute(
    tx,
  )
  const after = (await showRow(tx, plan, before.id)) as PlanRow
  await audit({
    entity: plan.name,
    recordId: before.id,
    title: before.planName,
    action,
    before,
    after: { ...after, ...more },
  })
  await announce({ resource: plan.name, ids: [before.id], kind: 'updated' })
  if (items.length > 0)
    await announce({ resource: 'planItem', ids: [...items].slice(0, 200), kind: 'updated' })
  return after
}

/** Errors: 422 at the field where the plan was put away. */
export function requireOpen(state: number, field: string): void {
  if (state === planStates.closed) throw invalidFields({ [field]: { code: 'plan.closed' } })
}
