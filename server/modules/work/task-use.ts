import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { batchState } from '#contract/planting/batch.ts'
import type { AreaFact } from '#server/modules/planting/engine/area-facts.ts'
import { unmeteredPart } from '#server/modules/planting/engine/metered.ts'
import type { TaskRow } from './task-row.ts'

/**
 * Machines at what an hour of their kind costs on the day of acceptance, water at the price of the
 * base. Where nobody said a price, the quantity alone is booked, and so is water of plots whose flow
 * meters book it themselves.
 */
export async function bookUse(tx: Tx, task: TaskRow, day: string, by: number): Promise<void> {
  if (task.machines.length > 0)
    await sql`insert into task_use (task_id, kind, machine_kind_id, which, used_on, quantity, rate, amount, created_by)
      select ${task.id}, 'machine', m."machineKindId", m.which, ${day}::date, m.hours, k.hour_rate, round(k.hour_rate * m.hours, 2), ${by}
      from jsonb_to_recordset(${JSON.stringify(task.machines)}::jsonb) as m("machineKindId" bigint, which text, hours numeric)
      left join machine_kind k on k.id = m."machineKindId"`.execute(tx)
  if (task.waterUsed === null) return
  const part = await unbooked(tx, task)
  await sql`insert into task_use (task_id, kind, used_on, quantity, rate, amount, created_by)
    select ${task.id}, 'water', ${day}::date, ${task.waterUsed}::numeric, p.price,
      round(p.price * ${task.waterUsed}::numeric * ${part}::numeric, 2), ${by}
    from area a cross join lateral (select case when ${part}::numeric > 0 then a.water_price end as price) p
    where a.id = ${task.areaId}`.execute(tx)
}

/** The plots that a task was about: its own, else its batch's. */
async function watered(tx: Tx, { landIds, batchId }: TaskRow): Promise<readonly number[]> {
  if (landIds.length > 0 || batchId === null) return landIds
  const of = await row<{ landIds: number[] }>(
    tx,
    sql`select land_ids from batch where id = ${batchId}`,
  )
  return of?.landIds ?? []
}

/**
 * The part of its water that no meter books. Meters book to batches: where a task has none, those of
 * plots on which nothing grows book nothing.
 */
async function unbooked(tx: Tx, task: TaskRow): Promise<number> {
  const plots = await watered(tx, task)
  if (task.batchId !== null || plots.length === 0) return unmeteredPart(tx, plots)
  const grown = await rows<{ landId: number }>(
    tx,
    sql`select distinct n.land_id from batch_land n join batch b on b.tenant_id = n.tenant_id and b.id = n.batch_id
      where n.land_id = any(${[...plots]}::bigint[])
        and b.state in (${batchState.growing}, ${batchState.harvesting})`,
  )
  const metered =
    1 -
    (await unmeteredPart(
      tx,
      grown.map(({ landId }) => landId),
    ))
  return 1 - (metered * grown.length) / plots.length
}

/** What of it its batch or its base bears. */
export async function factsOfUse(tx: Tx, task: TaskRow, day: string): Promise<AreaFact[]> {
  const used = await rows<{
    kind: 'machine' | 'water'
    name: string | null
    which: string | null
    quantity: number
    amount: number | null
  }>(
    tx,
    sql`select u.kind, k.name, u.which, u.quantity, u.amount from task_use u
      left join machine_kind k on k.tenant_id = u.tenant_id and k.id = u.machine_kind_id
      where u.task_id = ${task.id} and u.reverses_id is null and not exists
        (select 1 from task_use r where r.tenant_id = u.tenant_id and r.reverses_id = u.id) order by u.id`,
  )
  return used.map(({ kind, name, which, quantity, amount }) => ({
    kind,
    title: kind === 'water' ? task.title : [name, which].filter(Boolean).join(' '),
    quantity,
    unitName: kind === 'water' ? 'm³' : 'h',
    amount,
    occurredOn: day,
  }))
}

/** Takes back what was booked, by rows that mirror it. */
export async function reverseUse(tx: Tx, taskId: number, by: number): Promise<void> {
  await sql`insert into task_use (task_id, kind, machine_kind_id, which, used_on, quantity, rate, amount, reverses_id, created_by)
    select task_id, kind, machine_kind_id, which, used_on, -quantity, rate, -amount, id, ${by} from task_use u
    where task_id = ${taskId} and reverses_id is null and not exists
      (select 1 from task_use r where r.tenant_id = u.tenant_id and r.reverses_id = u.id)`.execute(
    tx,
  )
}
