import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fieldKey, fieldPack } from '#contract/work/field-calls.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { saveTaskOption, taskMoves, taskOption } from '#contract/work/task-calls.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row } from '#server/db/database.ts'
import { purge } from '#server/jobs/retention.ts'
import { untyped } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { unique } from './harness.ts'
import { refusal } from './stock.ts'
import { Farm, type Person, type Task } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** A task that has been somebody’s for so long. */
async function given(leader: Person, heldMs = 3 * dayMs): Promise<Task> {
  const made = await farm.task({ leaderId: leader.workerId })
  await app.db.write(mine.id, (tx) =>
    sql`update task set assigned_at = ${ago(heldMs)}::timestamptz where id = ${made.id}`.execute(
      tx,
    ),
  )
  return made
}
const times = (id: number) =>
  app.db.read(
    mine.id,
    async (tx) =>
      (await row<{
        startedAt: string
        startReceivedAt: string
        finishedAt: string | null
        finishReceivedAt: string | null
      }>(
        tx,
        sql`select started_at, start_received_at, finished_at, finish_received_at from task where id = ${id}`,
      ))!,
  )
const apart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other))

test('an act tells when it was done; when the server learned of it is kept beside it', async () => {
  const leader = await farm.person()
  const { id } = await given(leader)
  const [begun, done] = [ago(dayMs), ago(dayMs - 60 * minuteMs)]
  await farm.move(leader, id, 'start', { actedAt: begun, phoneAt: ago(2 * dayMs) })
  await farm.move(leader, id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    actedAt: done,
    phoneAt: done,
  })
  const kept = await times(id)
  expect(apart(kept.startedAt, begun)).toBe(0)
  expect(apart(kept.finishedAt!, done)).toBe(0)
  expect(apart(kept.startReceivedAt, ago(0))).toBeLessThan(minuteMs)
  expect(apart(kept.finishReceivedAt!, ago(0))).toBeLessThan(minuteMs)
  const audit = await app.db.read(mine.id, (tx) =>
    row<{ after: Record<string, string> }>(
      tx,
      sql`select after from audit where entity = 'task' and record_id = ${id} and action = 'start'`,
    ),
  )
  expect(Object.keys(audit!.after)).toEqual(
    expect.arrayContaining(['actedAt', 'phoneAt', 'receivedAt']),
  )
})

test('neither in the future, nor before it was somebody’s or begun, nor older than two weeks', async () => {
  const leader = await farm.person()
  const refused = async (id: number, action: 'start' | 'finish', actedAt: string) => {
    const { status, fields } = await refusal(
      action === 'start'
        ? leader.send(taskMoves.start, { id, actedAt })
        : leader.send(taskMoves.finish, {
            id,
            actedAt,
            hours: [{ workerId: leader.workerId, hours: 1 }],
          }),
    )
    expect(status).toBe(422)
    return Object.keys(fields!)
  }
  const { id } = await given(leader, 20 * dayMs)
  expect(await refused(id, 'start', ago(-6 * minuteMs))).toEqual(['actedAt'])
  expect(await refused(id, 'start', ago(15 * dayMs))).toEqual(['actedAt'])
  const { id: late } = await given(leader, 60 * minuteMs)
  expect(await refused(late, 'start', ago(66 * minuteMs))).toEqual(['actedAt'])
  // Clocks are never quite right: within minutes it is the bound.
  await farm.move(leader, late, 'start', { actedAt: ago(63 * minuteMs) })
  const { startedAt } = await times(late)
  expect(apart(startedAt, ago(60 * minuteMs))).toBeLessThan(minuteMs)
  await farm.move(leader, id, 'start', { actedAt: ago(60 * minuteMs) })
  expect(await refused(id, 'finish', ago(70 * minuteMs))).toEqual(['actedAt'])
  await farm.move(leader, id, 'finish', {
    actedAt: ago(-2 * minuteMs),
    hours: [{ workerId: leader.workerId, hours: 1 }],
  })
  const { finishedAt } = await times(id)
  expect(Date.parse(finishedAt!)).toBeLessThanOrEqual(Date.now())
})

test('a lock counts at the moment of the act, though it has run out since', async () => {
  const leader = await farm.person()
  const plot = await farm.plot()
  const { sku, warehouse } = await farm.input({ reentry: 24 })
  const spray = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    leaderId: leader.workerId,
    warehouseId: warehouse,
  })
  const before = (days: number) =>
    app.db.write(mine.id, (tx) =>
      sql`update task set assigned_at = ${ago(5 * dayMs)}::timestamptz where id = ${days}`.execute(
        tx,
      ),
    )
  await before(spray.id)
  await farm.move(leader, spray.id, 'start', { actedAt: ago(3 * dayMs) })
  await farm.move(leader, spray.id, 'finish', {
    actedAt: ago(3 * dayMs),
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: sku, quantity: 1 }],
  })
  const next = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    leaderId: leader.workerId,
  })
  await before(next.id)
  const went = await leader.send(taskMoves.start, { id: next.id, actedAt: ago(2.5 * dayMs) })
  expect(went.json()).toMatchObject({ code: 'task.reentry' })
  await farm.move(leader, next.id, 'start', { actedAt: ago(1.5 * dayMs) })
})

test('told again under its key an act is done once, and the key is known for a month', async () => {
  const leader = await farm.person([
    'wfpf.farm.task',
    'wfpf.farm.task.ps.start',
    'wfpf.farm.farmLog',
    farmLog.permissions.create,
  ])
  const { id } = await given(leader)
  const actedAt = ago(dayMs)
  const key = { 'idempotency-key': fieldKey + unique('k') }
  const send = () => leader.send(taskMoves.start, { id, actedAt, objectVersionNumber: 1 }, key)
  const [first, second] = [await send(), await send()]
  expect(second.json()).toEqual(first.json())
  expect(first.json()).toMatchObject({ state: taskStates.inProgress, objectVersionNumber: 2 })

  const plot = await farm.plot()
  const entry = { logTitle: unique('记'), areaId: plot.areaId, happenedAt: actedAt }
  const [fieldKept, other] = [fieldKey + unique('l'), unique('l')]
  const write = (name: string) =>
    leader.send(callOf(farmLog, 'create'), untyped(entry), { 'idempotency-key': name })
  for (const name of [fieldKept, other]) expect((await write(name)).statusCode).toBe(200)
  await app.db.write(mine.id, (tx) =>
    sql`update idempotency set started_at = now() - interval '15 days'
      where key = any(${[fieldKept, other]}::text[])`.execute(tx),
  )
  await purge(app.db)
  const known = await app.db.read(mine.id, (tx) =>
    row<{ keys: string[] }>(
      tx,
      sql`select array_agg(key) as keys from idempotency where key = any(${[fieldKept, other]}::text[])`,
    ),
  )
  expect(known!.keys).toEqual([fieldKept])
})

test('along go one’s own open tasks and what reporting them takes, and nobody else’s', async () => {
  const [leader, other] = [await farm.person(), await farm.person()]
  const { sku, warehouse } = await farm.input()
  const own = await farm.task({
    leaderId: leader.workerId,
    warehouseId: warehouse,
    materials: [{ skuId: sku, quantity: 2 }],
  })
  const foreign = await farm.task({ leaderId: other.workerId })
  const pack = await leader.call(fieldPack)
  expect(pack.content.map(({ id }) => id)).toEqual([own.id])
  expect(pack.content[0]).toMatchObject({ materials: [{ skuId: sku, quantity: 2 }] })
  expect(pack.content[0]).not.toHaveProperty('inputCost')
  expect(pack.workers.map(({ id }) => id)).toEqual([leader.workerId])
  expect(pack.goods.map(({ id }) => id)).toEqual([sku])
  expect(pack.lots).toMatchObject([{ skuId: sku, warehouseId: warehouse, quantity: 100 }])
  expect(apart(pack.at, ago(0))).toBeLessThan(minuteMs)
  const theirs = await other.call(fieldPack)
  expect(theirs.content.map(({ id }) => id)).toEqual([foreign.id])
  expect(theirs.lots).toEqual([])
})

test('a task that nobody has is taken along, and taken when it was said to be', async () => {
  const [first, second] = [await farm.person(), await farm.person()]
  const { id } = await farm.task({ leaderId: null })
  await app.db.write(mine.id, (tx) =>
    sql`update task set creation_date = ${ago(3 * dayMs)}::timestamptz where id = ${id}`.execute(
      tx,
    ),
  )
  const pack = await first.call(fieldPack, {})
  expect(pack.free.map((one) => one.id)).toContain(id)
  expect(pack.content.map((one) => one.id)).not.toContain(id)
  expect(pack.worker?.id).toBe(first.workerId)

  const [taken, begun] = [ago(dayMs), ago(dayMs - 10 * minuteMs)]
  const claimed = await farm.move(first, id, 'claim', { actedAt: taken, phoneAt: taken })
  expect(claimed).toMatchObject({ state: taskStates.notStarted, leaderId: first.workerId })
  // What was done after it, before the server heard of either.
  await farm.move(first, id, 'start', { actedAt: begun, phoneAt: begun })
  expect(apart((await times(id)).startedAt, begun)).toBe(0)

  const late = await second.send(taskMoves.claim, { id, actedAt: ago(2 * dayMs) })
  expect(late.statusCode).toBe(409)
  expect((late.json() as { current: object }).current).toMatchObject({ leaderId: first.workerId })
})

test('nobody takes along what they may not take', async () => {
  const person = await farm.person()
  const { id } = await farm.task({ leaderId: null })
  const freeOf = async () => (await person.call(fieldPack, {})).free.map((one) => one.id)
  const option = await mine.admin.call(taskOption, {})
  const set = (claimFlag: 0 | 1, objectVersionNumber: number) =>
    mine.admin.call(saveTaskOption, {
      ...option,
      claimFlag,
      objectVersionNumber,
    })
  expect(await freeOf()).toContain(id)
  const off = await set(0, option.objectVersionNumber)
  expect(await freeOf()).toEqual([])
  await set(1, off.objectVersionNumber)
})
