import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'
import type { BatchFact } from '#server/modules/planting/engine/facts.ts'
import type { TaskRow } from './task-row.ts'

/**
 * Machines at what an hour of their kind costs on the day of acceptance, water at the price of the
 * base. Where nobody said a price, the quantity alone is booked.
 */
export async function bookUse(tx: Tx, task: TaskRow, day: string, by: number): Promise<void> {
  if (task.machines.length > 0)
    await sql`insert into task_use (task_id, kind, machine_kind_id, which, used_on, quantity, rate, amount, created_by)
      select ${task.id}, 'machine', m."machineKindId", m.which, ${day}::date, m.hours, k.hour_rate, round(k.hour_rate * m.hours, 2), ${by}
      from jsonb_to_recordset(${JSON.stringify(task.machines)}::jsonb) as m("machineKindId" bigint, which text, hours numeric)
      left join machine_kind k on k.id = m."machineKindId"`.execute(tx)
  if (task.waterUsed !== null)
    await sql`insert into task_use (task_id, kind, used_on, quantity, rate, amount, created_by)
      select ${task.id}, 'water', ${day}::date, ${task.waterUsed}::numeric, a.water_price,
        round(a.water_price * ${task.waterUsed}::numeric, 2), ${by}
      from area a where a.id = ${task.areaId}`.execute(tx)
}

/** What of it its batch bears. */
export async function factsOfUse(tx: Tx, task: TaskRow, day: string): Promise<BatchFact[]> {
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
    batchId: task.batchId!,
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
