import { sql } from 'kysely'
import { application } from '#contract/inventory/document.ts'
import { inputStock, stockBalance } from '#contract/inventory/stock.ts'
import { orderNeeds, planNeeds, type PlanNeeds } from '#contract/plan/needs-calls.ts'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { planStates } from '#contract/plan/plan.ts'
import { openTaskStates } from '#contract/work/task-states.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields, notFound } from '#server/db/http-error.ts'
import { makeOwn } from '#server/http/make-own.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { batchOf } from './engine/draft.ts'
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
/** Stock that has no last day, or one that has not passed. */
const goodsOf = (tx: Tx, skus: readonly number[], { warehouseId, areaId }: Of, isTold: boolean) =>
  rows<Goods>(
    tx,
    sql`select k.id as sku_id, k.name, u.name as unit_name, ${
      isTold
        ? sql`coalesce((select sum(b.quantity) from stock_balance_view b join warehouse w on w.tenant_id = b.tenant_id and w.id = b.warehouse_id
          where b.tenant_id = k.tenant_id and b.sku_id = k.id and coalesce(b.warning, '') <> 'expired'
            and ${warehouseId === null ? sql`w.area_id = ${areaId}` : sql`w.id = ${warehouseId}`}), 0)`
        : sql`null`
    }::float8 as stock
      from sku_view k left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
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
    workers: workers!.count,
    ...needsOf(
      work,
      await othersOf(tx, id, of.areaId),
      await goodsOf(tx, skus, of, isTold),
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
      return { documentId }
    }),
  )
}
