import { sql } from 'kysely'
import { batchState } from '#contract/planting/batch.ts'
import { keepPlan, planAhead, planMoves } from '#contract/plan/plan-calls.ts'
import { mostItems } from '#contract/plan/plan-item.ts'
import { plan, planStates } from '#contract/plan/plan.ts'
import { insertRow } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { heatDays } from '#server/modules/planting/engine/heat.ts'
import type { Services } from '#server/services/services.ts'
import { batchOf, draftFor, type DraftItem, type PlannedBatch } from './engine/draft.ts'
import { changePlan, loadPlan } from './plan-row.ts'

/** Errors: 422 for a batch that is over, or that the asker does not see. */
async function requireBatch(tx: Tx, id: number): Promise<PlannedBatch> {
  const batch = await batchOf(tx, id)
  if (!batch) throw invalidFields({ batchId: { code: 'field.missing_reference' } })
  if (batch.state > batchState.harvesting)
    throw invalidFields({ batchId: { code: 'plan.batch_over' } })
  return batch
}

/** Stores items with the ids that they wait for. */
async function storeItems(
  tx: Tx,
  planId: number,
  batch: PlannedBatch,
  items: readonly DraftItem[],
  by: number,
): Promise<void> {
  const lines = items.map(
    (one) => sql`(${planId}::bigint, ${batch.areaId}::bigint, ${batch.id}::bigint, ${one.title},
      ${one.taskTypeId}::bigint, ${one.startsOn}::date, ${one.endsOn}::date, ${one.people}::integer,
      ${one.plannedHours}::numeric, ${JSON.stringify(one.materials)}::jsonb, ${JSON.stringify(one.machines)}::jsonb,
      ${one.heatUnits}::integer, ${one.lag}::integer, ${by}::bigint, ${by}::bigint)`,
  )
  const ids = await rows<{ id: number }>(
    tx,
    sql`insert into plan_item (plan_id, area_id, batch_id, title, task_type_id, starts_on, ends_on,
      people, planned_hours, materials, machines, heat_units, lag_days, created_by, last_updated_by)
      values ${sql.join(lines)} returning id`,
  )
  const idOf = new Map(items.map(({ no }, at) => [no, ids[at]!.id]))
  const waits = items.map(({ no, after }) => ({
    id: idOf.get(no)!,
    after: after.map((one) => idOf.get(one)!),
  }))
  await sql`update plan_item p set after_ids = w.after
    from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) as w(id bigint, after bigint[])
    where p.id = w.id and p.plan_id = ${planId}`.execute(tx)
}

function serveAhead(app: Services): void {
  serve(app, planAhead, ({ batchId, packageId }, { read }) =>
    read(async (tx) => {
      const batch = await requireBatch(tx, batchId)
      const items = await draftFor(tx, batch, packageId, await heatDays(tx, batch))
      const types = new Map(
        (
          await rows<{ id: number; name: string }>(
            tx,
            sql`select id, name from task_type where id = any(${items.map((one) => one.taskTypeId)}::bigint[])`,
          )
        ).map(({ id, name }) => [id, name]),
      )
      const goods = new Map(
        (
          await rows<{ id: number; name: string; unitName: string | null }>(
            tx,
            sql`select k.id, k.name, u.name as unit_name from sku_view k
              left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
              where k.id = any(${items.flatMap((one) => one.materials.map(({ skuId }) => skuId))}::bigint[])`,
          )
        ).map((one) => [one.id, one]),
      )
      const kinds = new Map(
        (
          await rows<{ id: number; name: string }>(
            tx,
            sql`select id, name from machine_kind
              where id = any(${items.flatMap((one) => one.machines.map(({ machineKindId }) => machineKindId))}::bigint[])`,
          )
        ).map(({ id, name }) => [id, name]),
      )
      // Cultures of near kin are grown alike: said, not refused.
      const other = await row<{ name: string }>(
        tx,
        sql`select c.name from plan_package p join crop c on c.tenant_id = p.tenant_id and c.id = p.crop_id
          where p.id = ${packageId} and p.crop_id <> (select v.crop_id from batch b
            join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id where b.id = ${batchId})`,
      )
      return {
        otherCrop: other?.name ?? null,
        plantedOn: batch.plantedOn,
        area: batch.area,
        items: items.map(
          ({ taskTypeId, materials, machines, heatUnits: _heat, lag: _lag, ...one }) => ({
            ...one,
            taskTypeName: types.get(taskTypeId) ?? '',
            materials: materials.map(({ skuId, quantity }) => ({
              name: goods.get(skuId)?.name ?? '',
              quantity,
              unitName: goods.get(skuId)?.unitName ?? null,
            })),
            machines: machines.map(({ machineKindId, hours }) => ({
              name: kinds.get(machineKindId) ?? '',
              hours,
            })),
          }),
        ),
      }
    }),
  )
}

/** Plans as records, and their way from draft to the shelf. */
export function servePlans(app: Services): void {
  serveAhead(app)
  crud(app, plan, {
    prepare: async (values, before, { tx }) => {
      if (before) return values
      const batch = await requireBatch(tx, values.batchId as number)
      return { ...values, areaId: batch.areaId, plantedOn: batch.plantedOn }
    },
    insert: async (values, { tx }, { actor }) => {
      const batch = await requireBatch(tx, values.batchId as number)
      const { packageId } = values as { packageId?: number | null }
      const items = packageId ? await draftFor(tx, batch, packageId, await heatDays(tx, batch)) : []
      const id = await insertRow(tx, plan, values, actor.accountId)
      if (items.length > 0) await storeItems(tx, id, batch, items, actor.accountId)
      return id
    },
  })
  serve(app, planMoves.agree, (asked, context) =>
    context.write(async (write) => {
      const before = await loadPlan(write, asked, 'agree')
      await sql`update plan_item set baseline_starts_on = starts_on, baseline_ends_on = ends_on
        where plan_id = ${before.id}`.execute(write.tx)
      return changePlan(
        before,
        'agree',
        sql`state = ${planStates.active}, told_slip = 0`,
        write,
        context,
      )
    }),
  )
  serve(app, planMoves.close, (asked, context) =>
    context.write(async (write) =>
      changePlan(
        await loadPlan(write, asked, 'close'),
        'close',
        sql`state = ${planStates.closed}`,
        write,
        context,
      ),
    ),
  )
  serve(app, planMoves.reopen, (asked, context) =>
    context.write(async (write) =>
      changePlan(
        await loadPlan(write, asked, 'reopen'),
        'reopen',
        sql`state = ${planStates.active}`,
        write,
        context,
      ),
    ),
  )
  serve(app, keepPlan, (asked, context) =>
    context.write(async (write) => {
      const before = await loadPlan(write, asked, 'replan')
      const batch = await batchOf(write.tx, before.batchId)
      if (!batch) throw notFound()
      return changePlan(
        before,
        'replan',
        sql`planted_on = ${batch.plantedOn}::date`,
        write,
        context,
      )
    }),
  )
}

/** Errors: 422 where a plan would have more items than anybody draws. */
export async function requireRoom(tx: Tx, planId: number): Promise<void> {
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*) as count from plan_item where plan_id = ${planId}`,
  )
  if (found!.count >= mostItems)
    throw invalidFields({ planId: { code: 'plan.full', params: { most: mostItems } } })
}
