import { sql } from 'kysely'
import { fieldPack, mostFieldRows, type FieldPack } from '#contract/work/field-calls.ts'
import type { ProduceWeight } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { seenAs } from '#contract/seen.ts'
import { selection } from '#server/db/columns.ts'
import type { Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { hasEnded } from './engine/reserved.ts'
import { locksOn } from '#server/modules/farm/engine/locks.ts'
import { isOf } from './my-tasks.ts'
import { optionOf } from './option.ts'
import { weightsOf } from './produce.ts'
import { signedInOf } from './sign.ts'
import { workerOf, type TaskRow } from './task-row.ts'

type Planned = TaskRow & { materials: { skuId: number }[] }
const doable = [taskStates.notStarted, taskStates.inProgress]
const unique = (ids: readonly (number | null)[]) => [
  ...new Set(ids.filter((id): id is number => id !== null)),
]

/** What the tasks name, and where else something may be seen; no more than the asker may see. */
async function namesFor(tx: Tx, tasks: readonly Planned[], self: number | null) {
  const areas = unique(tasks.map(({ areaId }) => areaId))
  const people = unique([self, ...tasks.flatMap((one) => [one.leaderId, ...one.participantIds])])
  return {
    workers: await rows<{ id: number; name: string }>(
      tx,
      sql`select id, real_name as name from worker where id = any(${people}::bigint[]) order by id`,
    ),
    areas: await rows<{ id: number; name: string }>(
      tx,
      sql`select id, area_name as name from area
        order by (id = any(${areas}::bigint[])) desc, id limit ${mostFieldRows.areas}`,
    ),
    lands: await rows<{ id: number; name: string; areaId: number }>(
      tx,
      sql`select id, land_name as name, area_id from land
        order by (area_id = any(${areas}::bigint[])) desc, id limit ${mostFieldRows.lands}`,
    ),
  }
}

/** The warehouses that the tasks take from, or else those of their bases; what lies there; what is driven. */
async function goodsFor(tx: Tx, tasks: readonly Planned[]) {
  const areas = unique(tasks.map(({ areaId }) => areaId))
  const named = unique(tasks.map(({ warehouseId }) => warehouseId))
  const warehouses = await rows<{ id: number; name: string }>(
    tx,
    sql`select id, name from warehouse where id = any(${named}::bigint[])
      or (enabled_flag = 1 and area_id = any(${areas}::bigint[])) order by id limit 50`,
  )
  const planned = unique(tasks.flatMap(({ materials }) => materials.map(({ skuId }) => skuId)))
  const lots = await rows<FieldPack['lots'][number]>(
    tx,
    sql`select b.warehouse_id, b.sku_id, nullif(b.lot, '') as lot, o.expires_on, b.quantity
      from stock_balance b left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id
        and lower(o.lot) = lower(b.lot)
      where b.warehouse_id = any(${warehouses.map(({ id }) => id)}::bigint[]) and b.quantity > 0
      order by (b.sku_id = any(${planned}::bigint[])) desc, b.sku_id, ${hasEnded}, o.expires_on nulls last, b.lot
      limit ${mostFieldRows.lots}`,
  )
  const taken = await rows<Omit<FieldPack['goods'][number], keyof ProduceWeight>>(
    tx,
    sql`select s.id, s.name, s.product_id, s.code, s.barcode from sku_view s
      where s.id = any(${unique([...planned, ...lots.map(({ skuId }) => skuId)])}::bigint[])
      order by (s.id = any(${planned}::bigint[])) desc, s.name limit ${mostFieldRows.goods}`,
  )
  const weights = await weightsOf(
    tx,
    taken.map(({ id }) => id),
  )
  const goods = taken.map((one) => ({ ...one, ...weights.get(one.id)! }))
  const machineKinds = await rows<{ id: number; name: string }>(
    tx,
    sql`select id, name from machine_kind where enabled_flag = 1 order by name collate "zh-x-icu", id
      limit ${mostFieldRows.machineKinds}`,
  )
  return { warehouses, lots, goods, machineKinds }
}

/** What somebody takes along into the field. */
export function serveField(app: Services): void {
  serve(app, fieldPack, (_input, { read, actor, codes, tenant }) =>
    read(async (tx) => {
      const worker = await workerOf(tx, actor.accountId)
      const content = await rows<Row>(
        tx,
        sql`select ${selection(seenAs(task, codes), { whole: true })} from task_view t
          where ${isOf(worker)} and t.state = any(${doable}::smallint[])
          order by t.ends_on, t.id limit ${mostFieldRows.tasks}`,
      )
      const mayTake =
        worker !== null && codes.has(task.permissions.claim) && (await optionOf(tx)).claimFlag === 1
      const free = mayTake
        ? await rows<Row>(
            tx,
            sql`select ${selection(seenAs(task, codes), { whole: true })} from task_view t
              where t.state = ${taskStates.unassigned}
              order by t.ends_on, t.id limit ${mostFieldRows.free}`,
          )
        : []
      const tasks = [...content, ...free] as Planned[]
      const names = await namesFor(tx, tasks, worker)
      const day = await row<{ today: string }>(
        tx,
        sql`select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today from tenant where id = ${tenant}`,
      )
      return {
        at: new Date().toISOString(),
        today: day!.today,
        content,
        free,
        worker: names.workers.find(({ id }) => id === worker) ?? null,
        signedIn: await signedInOf(tx, worker, actor),
        locks: await locksOn(tx, unique(tasks.flatMap(({ landIds }) => landIds))),
        ...names,
        ...(await goodsFor(tx, tasks)),
      }
    }),
  )
}
