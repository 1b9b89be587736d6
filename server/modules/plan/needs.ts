import { sql } from 'kysely'
import { auditStatus, documentKinds } from '#contract/inventory/document-kinds.ts'
import { application } from '#contract/inventory/document.ts'
import { inputStock, stockBalance } from '#contract/inventory/stock.ts'
import { orderNeeds, planNeeds, type PlanNeeds } from '#contract/plan/needs-calls.ts'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { planStates } from '#contract/plan/plan.ts'
import { openTaskStates, taskStates } from '#contract/work/task-states.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields, notFound } from '#server/db/http-error.ts'
import { makeOwn } from '#server/http/make-own.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { batchOf } from './engine/draft.ts'
import { seedsOf } from './engine/seeds.ts'
import { machinesOf, needsOf, type Ahead, type Goods, type Kind } from './engine/needs.ts'

interface Of {
  planName: string
  batchId: number
  areaId: number
  warehouseId: number | null
}
const planOf = (tx: Tx, id: number) =>
  row<Of>(tx, sql`select plan_name, batch_id, area_id, warehouse_id from plan where id = ${id}`)

/** What of the plan is not done. */
const workOf = (tx: Tx, id: number) =>
  rows<Ahead>(
    tx,
    sql`select i.starts_on, i.ends_on, i.planned_hours, i.people, p.materials, p.machines
      from plan_item_view i join plan_item p on p.tenant_id = i.tenant_id and p.id = i.id
      where i.plan_id = ${id} and i.state <> ${planItemStates.done}`,
  )
/** Other tasks on the base that take its people. */
const othersOf = (tx: Tx, id: number, areaId: number) =>
  rows<Ahead>(
    tx,
    sql`select t.starts_on, t.ends_on, t.planned_hours, null as people, '[]'::jsonb as materials, '[]'::jsonb as machines from task t
      where t.area_id = ${areaId} and t.state = any(${[...openTaskStates]}::smallint[])
        and t.planned_hours is not null and not exists
          (select 1 from plan_item p where p.tenant_id = t.tenant_id and p.task_id = t.id and p.plan_id = ${id})`,
  )
/** What other plans of the base take of machines. */
const otherPlansOf = (tx: Tx, id: number, areaId: number) =>
  rows<Ahead>(
    tx,
    sql`select i.starts_on, i.ends_on, null as planned_hours, null as people, '[]'::jsonb as materials, p.machines
      from plan_item_view i join plan_item p on p.tenant_id = i.tenant_id and p.id = i.id
        join plan o on o.tenant_id = i.tenant_id and o.id = i.plan_id
      where i.area_id = ${areaId} and i.plan_id <> ${id} and i.state <> ${planItemStates.done}
        and o.state <> ${planStates.closed} and p.machines <> '[]'::jsonb`,
  )
/** Machines of the base, and those that go to whichever base needs them. */
const kindsOf = (tx: Tx, ids: readonly number[], areaId: number) =>
  rows<Kind>(
    tx,
    sql`select k.id as machine_kind_id, k.name,
        case when k.enabled_flag = 1 and (k.area_id is null or k.area_id = ${areaId}) then k.machines else 0 end as machines
      from machine_kind k where k.id = any(${ids}::bigint[]) order by k.name, k.id`,
  )
/** Warehouses `w` that a plan takes its goods from. */
const placeOf = ({ warehouseId, areaId }: Of): Sql =>
  warehouseId === null ? sql`w.area_id = ${areaId}` : sql`w.id = ${warehouseId}`
/** Whether a lot of a sku `k` has ended: it is no stock, so what is taken of it takes none. */
const isOver = (lot: Sql): Sql =>
  sql`exists (select 1 from stock_lot o where o.tenant_id = k.tenant_id and o.sku_id = k.id and lower(o.lot) = lower(${lot}) and furrow_has_ended(o.expires_on))`
/**
 * Stock that has no last day, or one that has not passed; what others take of it, and what is to
 * come. A begun task reserves what it takes, whoever sees it; the plan's own are among its needs.
 */
const stockOf = (id: number, of: Of): Sql => sql`
  select (select coalesce(sum(b.quantity), 0) from stock_balance_view b join warehouse w on w.tenant_id = b.tenant_id and w.id = b.warehouse_id
      where b.tenant_id = k.tenant_id and b.sku_id = k.id and coalesce(b.warning, '') <> 'expired' and ${placeOf(of)}) as stock,
    greatest(0, (select coalesce(sum(r.quantity), 0) from warehouse w cross join lateral furrow_reserved(w.id, k.id) r where ${placeOf(of)} and not ${isOver(sql`r.lot`)})
      - (select coalesce(sum((l.line->>'quantity')::numeric), 0) from plan_item p join task t on t.tenant_id = p.tenant_id and t.id = p.task_id
          join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
          cross join lateral jsonb_array_elements(case when t.state = ${taskStates.finished} then t.used else t.materials end) as l(line)
        where p.plan_id = ${id} and t.state in (${taskStates.inProgress}, ${taskStates.finished}) and (l.line->>'skuId')::bigint = k.id and ${placeOf(of)}
          and not (t.state = ${taskStates.finished} and ${isOver(sql`coalesce(l.line->>'lot', '')`)}))) as reserved,
    (select coalesce(sum((l.line->>'quantity')::numeric), 0) from plan_item_view i
        join plan_item p on p.tenant_id = i.tenant_id and p.id = i.id join plan o on o.tenant_id = i.tenant_id and o.id = i.plan_id
        left join warehouse w on w.tenant_id = o.tenant_id and w.id = o.warehouse_id left join task t on t.tenant_id = p.tenant_id and t.id = p.task_id
        cross join lateral jsonb_array_elements(p.materials) as l(line)
      where i.plan_id <> ${id} and i.state <> ${planItemStates.done} and o.state <> ${planStates.closed}
        and coalesce(t.state, 0) in (${taskStates.unassigned}, ${taskStates.notStarted}, ${taskStates.cancelled}) and (l.line->>'skuId')::bigint = k.id
        and (${placeOf(of)} or (o.warehouse_id is null and exists (select 1 from warehouse w where ${placeOf(of)} and w.area_id = i.area_id))))
    + (select coalesce(sum((l.line->>'quantity')::numeric), 0) from task t join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
        cross join lateral jsonb_array_elements(t.materials) as l(line)
      where t.state in (${taskStates.unassigned}, ${taskStates.notStarted}) and (l.line->>'skuId')::bigint = k.id and ${placeOf(of)}
        and not exists (select 1 from plan_item p where p.tenant_id = t.tenant_id and p.task_id = t.id)) as others,
    (select coalesce(sum(greatest(l.quantity - l.done_quantity, 0)), 0) from stock_document d
        join stock_document_line l on l.tenant_id = d.tenant_id and l.document_id = d.id join warehouse w on w.tenant_id = d.tenant_id and w.id = d.warehouse_id
      where d.plan_id = ${id} and d.kind = ${documentKinds.application} and d.closed_flag = 0 and l.sku_id = k.id and ${placeOf(of)}
        and d.audit_status in (${auditStatus.draft}, ${auditStatus.submitted}, ${auditStatus.approved})) as own_ordered,
    (select coalesce(sum(greatest(l.quantity - l.done_quantity, 0)), 0) from stock_document d
        join stock_document_line l on l.tenant_id = d.tenant_id and l.document_id = d.id join warehouse w on w.tenant_id = d.tenant_id and w.id = d.warehouse_id
      where d.plan_id is distinct from ${id} and d.kind = ${documentKinds.application} and d.closed_flag = 0 and l.sku_id = k.id and ${placeOf(of)}
        and d.audit_status in (${auditStatus.draft}, ${auditStatus.submitted}, ${auditStatus.approved}))
    + (select coalesce(sum(l.quantity - l.done_quantity), 0) from stock_document t join warehouse w on w.tenant_id = t.tenant_id and w.id = t.to_warehouse_id
        join stock_document s on s.tenant_id = t.tenant_id and s.source_id = t.id and s.kind = ${documentKinds.shipment}
          and s.audit_status = ${auditStatus.approved} and s.closed_flag = 0
        join stock_document_line l on l.tenant_id = s.tenant_id and l.document_id = s.id
      where t.kind = ${documentKinds.transfer} and l.sku_id = k.id and ${placeOf(of)}) as other_ordered`
const goodsOf = (tx: Tx, skus: readonly number[], id: number, of: Of, isTold: boolean) =>
  rows<Goods>(
    tx,
    sql`select k.id as sku_id, k.name, u.name as unit_name, g.stock::float8, g.reserved::float8, g.others::float8, g.own_ordered::float8, g.other_ordered::float8
      from sku_view k left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
        left join lateral (${isTold ? stockOf(id, of) : sql`select null as stock, null as reserved, null as others, null as own_ordered, null as other_ordered`}) g on true
      where k.id = any(${skus}::bigint[]) order by k.name, k.id`,
  )

async function needs(
  tx: Tx,
  id: number,
  of: Of,
  tenant: number,
  isTold: boolean,
): Promise<PlanNeeds> {
  const work = await workOf(tx, id)
  const skus = [...new Set(work.flatMap(({ materials }) => materials.map(({ skuId }) => skuId)))]
  const workers = await row<{ count: number }>(
    tx,
    sql`select count(*) as count from worker
      where enabled_flag = 1 and (area_id = ${of.areaId} or area_id is null)`,
  )
  const batch = await batchOf(tx, of.batchId)
  const kinds = [
    ...new Set(work.flatMap(({ machines }) => machines.map((one) => one.machineKindId))),
  ]
  const day = await today(tx, tenant)
  return {
    area: batch?.area ?? null,
    rowSpacing: batch?.rowSpacing ?? null,
    plantSpacing: batch?.plantSpacing ?? null,
    seeds: await seedsOf(tx, of.batchId, isTold),
    workers: workers!.count,
    ...needsOf(
      work,
      await othersOf(tx, id, of.areaId),
      await goodsOf(tx, skus, id, of, isTold),
      workers!.count,
      day,
    ),
    machines:
      kinds.length === 0
        ? []
        : machinesOf(
            await kindsOf(tx, kinds, of.areaId),
            work,
            await otherPlansOf(tx, id, of.areaId),
            day,
          ),
  }
}
const stockCodes = [stockBalance, inputStock].flatMap(({ permissions }) =>
  [permissions.list as string | readonly string[]].flat(),
)

/** What a season takes, and what has to be bought for it. */
export function serveNeeds(app: Services): void {
  serve(app, planNeeds, ({ id }, { read, tenant, codes }) =>
    read(async (tx) => {
      const of = await planOf(tx, id)
      if (!of) throw notFound()
      return needs(
        tx,
        id,
        of,
        tenant,
        stockCodes.some((code) => codes.has(code)),
      )
    }),
  )
  serve(app, orderNeeds, ({ id, warehouseId }, context) =>
    context.write(async (write) => {
      const of = await planOf(write.tx, id)
      if (!of) throw notFound()
      const into = warehouseId ?? of.warehouseId
      if (into === null) throw invalidFields({ warehouseId: { code: 'field.required' } })
      const place = { ...of, warehouseId: into }
      const { inputs } = await needs(write.tx, id, place, context.tenant, true)
      const goods = inputs.flatMap(({ skuId, short }) =>
        short ? [{ skuId, quantity: short }] : [],
      )
      if (goods.length === 0) throw new HttpError(409, 'plan.nothing_short')
      const documentId = await makeOwn(
        app,
        application,
        {
          warehouseId: into,
          occurredOn: await today(write.tx, context.tenant),
          goods,
          remark: of.planName,
        },
        write,
        context,
      )
      await sql`update stock_document set plan_id = ${id} where id = ${documentId}`.execute(
        write.tx,
      )
      return { documentId }
    }),
  )
}
