import { sql } from 'kysely'
import { hoursOfDay, taskResults, taskStates, type TaskResult } from '#contract/work/task-states.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import type { Serving } from '#server/http/serving.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { postOwn, voidOwn } from '#server/modules/inventory/own-documents.ts'
import {
  keepAreaFacts,
  reverseAreaFacts,
  type AreaFact,
} from '#server/modules/planting/engine/area-facts.ts'
import { keepFacts, reverseFacts } from '#server/modules/planting/engine/facts.ts'
import { enterWork, withdrawWork } from './journal-entry.ts'
import { changeTask, type TaskRow } from './task-row.ts'
import { bookUse, reverseUse, factsOfUse } from './task-use.ts'

/** A lot of produce is called after the batch that it was picked from, where its goods have lots. */
async function lotOf(tx: Tx, { harvestSkuId, batchId, taskCode }: TaskRow): Promise<string | null> {
  const found = await row<{ lotFlag: number; batchCode: string | null }>(
    tx,
    sql`select k.lot_flag, b.batch_code from sku_view k
      left join batch b on b.tenant_id = k.tenant_id and b.id = ${batchId} where k.id = ${harvestSkuId}`,
  )
  return found?.lotFlag === 1 ? (found.batchCode ?? taskCode) : null
}

/** What the task used leaves the warehouse, what was picked comes in. */
async function moveStock(app: Serving, task: TaskRow, write: Write, context: OnBehalf) {
  const { warehouseId, landIds, used, harvestSkuId, harvested, taskCode, title } = task
  const common = { landId: landIds[0] ?? null, remark: `${taskCode} ${title}`.slice(0, 200) }
  if ((used.length > 0 || harvestSkuId) && !warehouseId)
    throw invalidFields({ warehouseId: { code: 'field.required' } })
  const useDocument =
    used.length > 0
      ? await postOwn(
          app,
          {
            ...common,
            purpose: 'use',
            warehouseId: warehouseId!,
            goods: used.map(({ skuId, lot, quantity }) => ({ skuId, lot, quantity })),
          },
          write,
          context,
        )
      : null
  const harvestDocument =
    harvestSkuId && harvested
      ? await postOwn(
          app,
          {
            ...common,
            purpose: 'produce',
            warehouseId: warehouseId!,
            goods: [{ skuId: harvestSkuId, lot: await lotOf(write.tx, task), quantity: harvested }],
          },
          write,
          context,
        )
      : null
  return { useDocument, harvestDocument }
}

/**
 * Pieces at the rate of the task; who has none of them, hours at the wage of the day on which they
 * are accepted; attendance is of the day on which it was done. Who has no wage costs nobody knows what.
 */
async function payHours(tx: Tx, task: TaskRow, day: string, by: number): Promise<void> {
  if (task.hours.length === 0) return
  const { pieceUnit, pieceRate } = task
  await sql`insert into work_hours (task_id, worker_id, worked_on, acted_on, hours, day_wage, pieces, piece_unit, piece_rate, amount, created_by)
    select ${task.id}, w.id, ${day}::date,
      coalesce((select (${task.finishedAt}::timestamptz at time zone n.time_zone)::date from tenant n where n.id = furrow_tenant()), ${day}::date), h.hours, case when p.rate is null then w.day_wage end,
      case when p.rate is not null then h.pieces end, case when p.rate is not null then ${pieceUnit}::text end, p.rate,
      round(case when p.rate is null then w.day_wage / ${hoursOfDay} * h.hours else h.pieces * p.rate end, 2), ${by}
    from jsonb_to_recordset(${JSON.stringify(task.hours)}::jsonb) as h("workerId" bigint, hours numeric, pieces numeric)
    join worker w on w.id = h."workerId"
    cross join lateral (select case when h.pieces is not null then ${pieceRate}::numeric end as rate) p`.execute(
    tx,
  )
}

/** What this task took and gave: its batch bears it, else its base. */
async function factsOf(
  tx: Tx,
  task: TaskRow,
  useDocument: number | null,
  day: string,
): Promise<AreaFact[]> {
  const inputs = useDocument
    ? await rows<{ title: string; quantity: number; unitName: string | null; amount: number }>(
        tx,
        sql`select k.name as title, -sum(g.quantity) as quantity, u.name as unit_name, -sum(g.value) as amount
          from stock_ledger g join sku_view k on k.tenant_id = g.tenant_id and k.id = g.sku_id
          left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
          where g.document_id = ${useDocument} group by k.id, k.name, u.name order by k.name`,
      )
    : []
  const labor = await row<{ lines: number; hours: number | null; amount: number | null }>(
    tx,
    sql`select count(*)::integer as lines, sum(hours) as hours, sum(amount) as amount from work_hours
      where task_id = ${task.id} and reverses_id is null and not exists
      (select 1 from work_hours r where r.tenant_id = work_hours.tenant_id and r.reverses_id = work_hours.id)`,
  )
  const of = { occurredOn: day }
  return [
    ...inputs.map((input) => ({ ...of, ...input, kind: 'input' as const })),
    ...(labor && labor.lines > 0
      ? [
          {
            ...of,
            kind: 'labor' as const,
            title: task.title,
            quantity: labor.hours,
            // Who is paid by the piece need not count hours.
            unitName: labor.hours === null ? null : 'h',
            amount: labor.amount,
          },
        ]
      : []),
    ...(await factsOfUse(tx, task, day)),
    ...(task.harvestedKg
      ? [
          {
            ...of,
            kind: 'yield' as const,
            title: task.title,
            quantity: task.harvestedKg,
            unitName: 'kg',
            amount: null,
          },
        ]
      : []),
  ]
}

/**
 * Closes a task: stock, hours, machines, water, the facts of its batch or base and, of what was accepted, an entry
 * of the journal are posted with it, or nothing is.
 * Errors: those of posting the stock, such as 409 `stock.short`; 409 where nobody knows what weighs what
 * was picked.
 */
export async function closeTask(
  app: Serving,
  task: TaskRow,
  action: 'adopt' | 'end' | 'finish',
  result: TaskResult,
  reason: string | null,
  write: Write,
  context: OnBehalf,
  /** What else its history keeps. */
  more: Readonly<Record<string, unknown>> = {},
) {
  const { tx } = write
  const by = context.actor.accountId
  const day = await today(tx, context.tenant)
  // Reported before weights were asked for.
  if (task.batchId && task.harvested && task.harvestedKg === null)
    throw new HttpError(409, 'task.kilograms_unknown')
  const { useDocument, harvestDocument } = await moveStock(app, task, write, context)
  await payHours(tx, task, day, by)
  await bookUse(tx, task, day, by)
  const source = { kind: 'task', id: task.id } as const
  const facts = await factsOf(tx, task, useDocument, day)
  const { batchId } = task
  if (batchId) {
    await keepFacts(
      tx,
      source,
      facts.map((fact) => ({ ...fact, batchId })),
      by,
    )
    await write.announce({ resource: 'batch', ids: [batchId], kind: 'updated' })
  } else await keepAreaFacts(tx, source, task.areaId, facts, by)
  if (result === taskResults.accepted) await enterWork(task, write, context)
  return changeTask(
    task,
    action,
    sql`state = ${taskStates.closed}, approval_flag = 0, result = ${result}, closed_at = now(), closed_by = ${by},
      use_document_id = ${useDocument}, harvest_document_id = ${harvestDocument},
      finished_at = coalesce(finished_at, now()), reason = coalesce(${reason}, reason),
      expired = ${JSON.stringify(task.expired)}::jsonb`,
    write,
    context,
    more,
  )
}

/** Takes back all that closing posted, by rows that mirror it; the task waits for acceptance again. */
export async function undoTask(
  task: TaskRow,
  reason: string | null,
  write: Write,
  context: OnBehalf,
) {
  const { tx } = write
  const by = context.actor.accountId
  const made = (await row<{ harvest: number | null; use: number | null }>(
    tx,
    sql`select harvest_document_id as harvest, use_document_id as use from task where id = ${task.id}`,
  ))!
  const words = `${task.taskCode} ${reason ?? ''}`.trim()
  for (const id of [made.harvest, made.use]) if (id) await voidOwn(id, words, write, context)
  await sql`insert into work_hours (task_id, worker_id, worked_on, acted_on, hours, day_wage, pieces, piece_unit, piece_rate, amount, reverses_id, created_by)
    select task_id, worker_id, worked_on, acted_on, -hours, day_wage, -pieces, piece_unit, piece_rate, -amount, id, ${by} from work_hours w
    where task_id = ${task.id} and reverses_id is null and not exists
      (select 1 from work_hours r where r.tenant_id = w.tenant_id and r.reverses_id = w.id)`.execute(
    tx,
  )
  await reverseUse(tx, task.id, by)
  const source = { kind: 'task', id: task.id } as const
  await reverseFacts(tx, source, by)
  await reverseAreaFacts(tx, source, by)
  if (task.batchId) {
    await write.announce({ resource: 'batch', ids: [task.batchId], kind: 'updated' })
  }
  await withdrawWork(task, write, context)
  const wasReported = task.result === taskResults.accepted || task.hours.length > 0
  return changeTask(
    task,
    'undo',
    sql`state = ${wasReported ? taskStates.finished : taskStates.inProgress}, result = null,
      closed_at = null, closed_by = null, use_document_id = null, harvest_document_id = null,
      finished_at = case when ${wasReported} then finished_at end, reason = ${reason}`,
    write,
    context,
  )
}
