import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { row, rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { callOf, type Asked } from '#contract/entity-calls.ts'
import { workHours, workMonth } from '#contract/work/work-hours.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { area } from '#contract/farm/area.ts'
import { batch } from '#contract/planting/batch.ts'
import { batchTimeline } from '#contract/planting/batch-calls.ts'
import { machineKind } from '#contract/farm/machine-kind.ts'
import { newMember } from './harness.ts'
import { oneStore } from './ground.ts'
import { editable, make, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const hours = (workerId: number, many = 4) => [{ workerId, hours: many }]

test.each([
  ['batch', true],
  ['base', false],
])(
  'whatever of an acceptance that a %s bears, or of its undoing, cannot be written, nothing of it stands',
  async (_, hasBatch) => {
    const leader = await farm.person()
    const { sku, warehouse } = await farm.input()
    const grown = (await make(batch, mine.admin)) as Made & { areaId: number }
    const made = await farm.task({
      areaId: grown.areaId,
      batchId: hasBatch ? grown.id : null,
      leaderId: leader.workerId,
      warehouseId: warehouse,
    })
    await farm.move(leader, made.id, 'start')
    await farm.move(leader, made.id, 'finish', {
      hours: hours(leader.workerId),
      used: [{ skuId: sku, quantity: 10 }],
      machines: [{ machineKindId: (await make(machineKind, mine.admin)).id, hours: 2 }],
      waterUsed: 3,
      harvested: 5,
    })
    const tables = [
      'stock_document',
      'stock_document_line',
      'stock_ledger',
      'stock_balance',
      'work_hours',
      'task_use',
      'batch_fact',
      'area_fact',
      'farm_log',
      'task',
      'audit',
    ]
    const books = () =>
      app.db.read(mine.id, async (tx) => {
        const sums: unknown[] = []
        for (const table of tables)
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
    // A sequence counts on through whatever is rolled back.
    await owner.query(`create sequence spoiling;
    create table spoiled_at (nth bigint);
    insert into spoiled_at values (0);
    create function spoil() returns trigger language plpgsql security definer as $$ begin
      if nextval('public.spoiling') = (select nth from public.spoiled_at) then raise exception 'spoiled'; end if;
      return null;
    end $$`)
    try {
      for (const table of tables)
        await owner.query(
          `create trigger spoiled after insert or update on ${table} for each statement execute function spoil()`,
        )
      for (const [action, least] of [
        ['adopt', 10],
        ['undo', 8],
      ] as const) {
        const before = await books()
        let nth = 1
        for (; nth < 100; nth++) {
          await owner.query(`select setval('spoiling', 1, false)`)
          await owner.query('update spoiled_at set nth = $1', [nth])
          const answer = await mine.admin.send(taskMoves[action] as Asked, { id: made.id })
          if (answer.statusCode < 300) break
          expect([action, nth, answer.statusCode]).toEqual([action, nth, 500])
          expect([action, nth, await books()]).toEqual([action, nth, before])
        }
        // Each was spoiled in its turn, and none was left.
        expect([action, nth > least, nth < 100]).toEqual([action, true, true])
      }
    } finally {
      await owner.query(
        'drop function if exists spoil() cascade; drop sequence spoiling; drop table spoiled_at',
      )
      await owner.end()
    }
  },
)

test('accepted work stands in the journal once, is nobody’s to change, and is withdrawn with it', async () => {
  const leader = await farm.person()
  const { sku, warehouse } = await farm.input()
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number; landIds: number[] }
  const made = await farm.task({
    areaId: grown.areaId,
    landIds: grown.landIds,
    batchId: grown.id,
    leaderId: leader.workerId,
    warehouseId: warehouse,
  })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: hours(leader.workerId),
    used: [{ skuId: sku, quantity: 10 }],
    reportNote: 'done',
  })
  const entries = async () =>
    (await mine.admin.call(callOf(farmLog, 'list'), { origin: 'task', batchId: String(grown.id) }))
      .content
  expect(await entries()).toEqual([])
  await farm.move(mine.admin, made.id, 'adopt')
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    doneTaskId: made.id,
    logTitle: made.title,
    landIds: grown.landIds,
    workerIds: [leader.workerId],
    workedHours: 4,
    description: 'done',
    mineFlag: 0,
    undoneFlag: 0,
  })
  const shown = await mine.admin.call(callOf(farmLog, 'show'), { id: entry!.id })
  expect(shown).toMatchObject({ used: [{ skuId: sku, quantity: 10 }] })
  // Its document was handed in with the goods that it has: none came or went by that.
  const steps = await app.db.read(mine.id, (tx) =>
    rows<{ before: object; after: object }>(
      tx,
      sql`select before, after from audit where action = 'submit'
        and entity = 'stockDocument' order by id desc limit 1`,
    ),
  )
  expect(steps).toHaveLength(1)
  for (const { before, after } of steps)
    expect(['goods' in before, 'goods' in after]).toEqual([false, false])
  const refused = await mine.admin.send(callOf(farmLog, 'delete'), { id: entry!.id })
  expect(refused.statusCode).toBe(409)
  const changed = await mine.admin.send(callOf(farmLog, 'edit'), {
    ...editable(farmLog, shown),
    logTitle: 'another',
  })
  expect(changed.statusCode).toBe(409)
  // By the task to whoever reads tasks, by the journal to whoever does not.
  const told = async (who: typeof mine.admin) =>
    (await who.call(batchTimeline, { id: grown.id })).events
      .filter(({ kind }) => kind === 'task' || kind === 'journal')
      .map(({ kind, title }) => [kind, title])
  expect(await told(mine.admin)).toEqual([['task', made.title]])
  const codes = [batch, farmLog].flatMap(({ permissions }) => permissions.list)
  const reader = await newMember(app, mine, codes)
  expect(await told(reader)).toEqual([['journal', made.title]])

  await farm.move(mine.admin, made.id, 'undo')
  expect(await entries()).toEqual([])
  await farm.move(mine.admin, made.id, 'adopt')
  await app.db.write(mine.id, (tx) =>
    sql`update task set closed_at = now() - interval '11 minutes' where id = ${made.id}`.execute(
      tx,
    ),
  )
  await farm.move(mine.admin, made.id, 'undo', { reason: 'miscounted' })
  await farm.move(mine.admin, made.id, 'adopt')
  expect((await entries()).map(({ undoneFlag }) => undoneFlag).toSorted()).toEqual([0, 1])
})

test('entries of accepted work are out of sight for whoever sees another base alone', async () => {
  const leader = await farm.person()
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number; landIds: number[] }
  const made = await farm.task({
    areaId: grown.areaId,
    landIds: grown.landIds,
    batchId: grown.id,
    leaderId: leader.workerId,
  })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', { hours: hours(leader.workerId) })
  await farm.move(mine.admin, made.id, 'adopt')
  const codes = [batch, farmLog].flatMap(({ permissions }) => permissions.list)
  const limited = async (areaId: number) => {
    const member = await newMember(app, mine, codes)
    await app.db.write(mine.id, async (tx) => {
      await sql`update member set data_scope = 'areas', scope_area_ids = ${[areaId]}::bigint[]
        where account_id = ${member.accountId}`.execute(tx)
      await raiseRights(tx, mine.id)
    })
    return member
  }
  const entries = (who: typeof mine.admin) =>
    who.call(callOf(farmLog, 'list'), { batchId: String(grown.id) })
  const here = await limited(grown.areaId)
  const [entry] = (await entries(here)).content
  expect(entry).toMatchObject({ doneTaskId: made.id })
  expect((await here.call(batchTimeline, { id: grown.id })).events).toContainEqual(
    expect.objectContaining({ kind: 'journal', title: made.title }),
  )
  const elsewhere = await limited((await make(area, mine.admin)).id)
  expect((await entries(elsewhere)).content).toEqual([])
  expect((await elsewhere.send(callOf(farmLog, 'show'), { id: entry!.id })).statusCode).toBe(404)
  expect((await elsewhere.send(batchTimeline, { id: grown.id })).statusCode).toBe(404)
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
  const { workerId } = leader
  const { content: months } = await mine.admin.call(callOf(workMonth, 'list'), { workerId })
  // Two plots, two bases.
  expect(months.reduce((sum, { hours: one }) => sum + Number(one), 0)).toBe(5)
  expect(months[0]).toMatchObject({ month: day().slice(0, 7), days: 1, tasks: 1, amount: 50 })
  await farm.move(mine.admin, second.id, 'undo')
  expect((await mine.admin.call(callOf(workHours, 'list'), { workerId })).content).toMatchObject([
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
