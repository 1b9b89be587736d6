import { sql } from 'kysely'
import { planItem } from '#contract/plan/plan-item.ts'
import { planStates } from '#contract/plan/plan.ts'
import { hasCircle } from '#contract/plan/schedule.ts'
import { insertRow, updateRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields, notFound } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { crud } from '#server/http/crud.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { lockPlan, pushPlan } from './engine/spans.ts'
import { requireOpen } from './plan-row.ts'
import { requireRoom } from './plans.ts'

type Values = Record<string, unknown>
interface Item {
  planId: number
  startsOn: string
  endsOn: string
  afterIds: number[] | null
}

/** Errors: 422 at `afterIds` for items of another plan, and where something would wait for itself. */
async function requireOrder(tx: Tx, id: number, planId: number, after: number[]): Promise<void> {
  const others = await rows<{ id: number; afterIds: number[] }>(
    tx,
    sql`select id, after_ids from plan_item where plan_id = ${planId} and id <> ${id}`,
  )
  const known = new Set(others.map((one) => one.id))
  if (after.includes(id)) throw invalidFields({ afterIds: { code: 'plan.circle' } })
  if (after.some((one) => !known.has(one)))
    throw invalidFields({ afterIds: { code: 'plan.elsewhere' } })
  const spans = others.map((one) => ({ id: one.id, after: one.afterIds }))
  if (hasCircle([...spans, { id, after }]))
    throw invalidFields({ afterIds: { code: 'plan.circle' } })
}

async function prepared(values: Values, before: Row | null, { tx }: Write): Promise<Values> {
  const given = Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined))
  const { planId, startsOn, endsOn, afterIds } = { ...before, ...given } as unknown as Item
  if (startsOn > endsOn) throw invalidFields({ endsOn: { code: 'plan.ends_early' } })
  await lockPlan(tx, planId)
  const of = await row<{ state: number; areaId: number; batchId: number }>(
    tx,
    sql`select state, area_id, batch_id from plan where id = ${planId}`,
  )
  if (!of) throw notFound()
  requireOpen(of.state, 'planId')
  if (!before) await requireRoom(tx, planId)
  const after = [...new Set(afterIds ?? [])]
  await requireOrder(tx, before?.id ?? 0, planId, after)
  return {
    ...values,
    afterIds: after,
    ...(values.lagDays === null && { lagDays: 0 }),
    ...(!before && { areaId: of.areaId, batchId: of.batchId }),
  }
}
/** What waits for it moves along. */
async function pushes({ tx, announce }: Write, { actor, tenant }: OnBehalf, id: number) {
  const of = await row<{ planId: number }>(tx, sql`select plan_id from plan_item where id = ${id}`)
  const moved = await pushPlan(tx, of!.planId, await today(tx, tenant), actor.accountId)
  await announce({ resource: 'plan', ids: [of!.planId], kind: 'updated' })
  const others = moved.flatMap((one) => (one.id === id ? [] : [one.id])).slice(0, 200)
  if (others.length > 0) await announce({ resource: 'planItem', ids: others, kind: 'updated' })
}

/** Items as records: written by hand, changed and taken away while nobody has them as a task. */
export function serveItems(app: Services): void {
  crud(app, planItem, {
    prepare: prepared,
    insert: async (values, write, context) => {
      const id = await insertRow(write.tx, planItem, values, context.actor.accountId)
      await pushes(write, context, id)
      return id
    },
    update: async (id, version, values, write, context) => {
      const isSaved = await updateRow(
        write.tx,
        planItem,
        id,
        version,
        values,
        context.actor.accountId,
      )
      if (isSaved) await pushes(write, context, id)
      return isSaved
    },
    beforeRemove: async ({ id, planId }, { tx }) => {
      await lockPlan(tx, planId as number)
      const of = await row<{ state: number }>(
        tx,
        sql`select state from plan where id = ${planId as number}`,
      )
      if (of?.state === planStates.closed) throw new HttpError(409, 'plan.closed')
      await sql`update plan_item set after_ids = array_remove(after_ids, ${id}::bigint)
        where plan_id = ${planId as number} and after_ids @> array[${id}::bigint]`.execute(tx)
    },
    // Whom it waited for may be gone, and its task is another's by now.
    restored: async (id, _content, { tx }) => {
      await sql`update plan_item p set task_id = null, after_ids = array(select o.id from plan_item o
        where o.tenant_id = p.tenant_id and o.plan_id = p.plan_id and o.id = any(p.after_ids))
        where p.id = ${id}`.execute(tx)
    },
  })
}
