import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { row } from '#server/db/database.ts'
import { callOf } from '#contract/entity-calls.ts'
import { workHours, workMonth } from '#contract/work/work-hours.ts'
import { batch } from '#contract/planting/batch.ts'
import { oneStore } from './ground.ts'
import { make, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const hours = (workerId: number, many = 4) => [{ workerId, hours: many }]

test('whatever of an acceptance, or of its undoing, cannot be written, nothing of it stands', async () => {
  const leader = await farm.person()
  const { sku, warehouse } = await farm.input()
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number }
  const made = await farm.task({
    areaId: grown.areaId,
    batchId: grown.id,
    leaderId: leader.workerId,
    warehouseId: warehouse,
  })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: hours(leader.workerId),
    used: [{ skuId: sku, quantity: 10 }],
    harvested: 5,
  })
  // Undoing writes no line of a document.
  const writes = {
    adopt: [
      'stock_document',
      'stock_document_line',
      'stock_ledger',
      'stock_balance',
      'work_hours',
      'batch_fact',
      'task',
      'audit',
    ],
    undo: [
      'stock_document',
      'stock_ledger',
      'stock_balance',
      'work_hours',
      'batch_fact',
      'task',
      'audit',
    ],
  }
  const books = () =>
    app.db.read(mine.id, async (tx) => {
      const sums: unknown[] = []
      for (const table of writes.adopt)
        sums.push(
          await row(
            tx,
            sql`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(table)} t`,
          ),
        )
      return sums
    })
  const owner = new pg.Client({ connectionString: app.owner })
  await owner.connect()
  await owner.query(
    "create function spoil() returns trigger language plpgsql as $$ begin raise exception 'spoiled'; end $$",
  )
  try {
    for (const action of ['adopt', 'undo'] as const) {
      const before = await books()
      for (const table of writes[action]) {
        await owner.query(
          `create trigger spoiled before insert or update on ${table} for each row execute function spoil()`,
        )
        const answer = await mine.admin.send(`POST /wfpf/v1/{tenant}/task/${made.id}/${action}`, {})
        await owner.query(`drop trigger spoiled on ${table}`)
        expect([action, table, answer.statusCode]).toEqual([action, table, 500])
        expect([action, table, await books()]).toEqual([action, table, before])
      }
      await farm.move(mine.admin, made.id, action)
    }
  } finally {
    await owner.end()
  }
})

test('hours are listed by task and added up by month, and count no longer once they were taken back', async () => {
  const leader = await farm.person()
  const [first, second] = [
    await farm.task({ leaderId: leader.workerId }),
    await farm.task({ leaderId: leader.workerId }),
  ]
  for (const { id } of [first, second]) {
    await farm.move(leader, id, 'start')
    await farm.move(leader, id, 'finish', { hours: hours(leader.workerId, 2.5) })
    await farm.move(mine.admin, id, 'adopt')
  }
  const list = async (path: string) =>
    (
      await mine.admin.call<{ content: Record<string, unknown>[] }>(
        `GET /wfpf/v1/{tenant}/${path}`,
        { workerId: String(leader.workerId) },
      )
    ).content
  const months = await list('work-month')
  // Two plots, two bases.
  expect(months.reduce((sum, { hours: one }) => sum + Number(one), 0)).toBe(5)
  expect(months[0]).toMatchObject({ month: day().slice(0, 7), days: 1, tasks: 1, amount: 50 })
  await farm.move(mine.admin, second.id, 'undo')
  expect(await list('work-hours')).toMatchObject([
    { taskId: first.id, hours: 2.5, dayWage: 160, amount: 50 },
  ])
})

test('five days of work that are accepted together are five days of attendance', async () => {
  const leader = await farm.person()
  const plot = (await farm.plot()) as Made & { areaId: number }
  for (let ago = 0; ago < 5; ago++) {
    const { id } = await farm.task({ areaId: plot.areaId, leaderId: leader.workerId })
    await farm.move(leader, id, 'start')
    await farm.move(leader, id, 'finish', { hours: hours(leader.workerId, 8) })
    await app.db.write(mine.id, (tx) =>
      sql`update task set finished_at = now() - make_interval(days => ${ago}) where id = ${id}`.execute(
        tx,
      ),
    )
    await farm.move(mine.admin, id, 'adopt')
  }
  const { content } = await mine.admin.call(callOf(workMonth, 'list'), {
    workerId: String(leader.workerId),
  })
  expect(content).toMatchObject([{ days: 5, tasks: 5, hours: 40, amount: 800 }])
  const { content: lines } = await mine.admin.call(callOf(workHours, 'list'), {
    workerId: String(leader.workerId),
  })
  expect(new Set(lines.map(({ actedOn }) => actedOn)).size).toBe(5)
  // The wage is that of the day of acceptance.
  expect(new Set(lines.map(({ workedOn }) => workedOn))).toEqual(new Set([day()]))
})
