import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { taskRepeat } from '#contract/work/task-repeat.ts'
import { task } from '#contract/work/task.ts'
import { land as landEntity } from '#contract/farm/land.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { worker } from '#contract/farm/worker.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { makeDue } from '#server/modules/work/repeats.ts'
import type { Client } from '#server/demo/client.ts'
import { oneFarm } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make, sample } from './samples.ts'

const { app, mine } = await oneFarm()
const dayMs = 86_400_000
const inDays = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * dayMs).toISOString().slice(0, 10)

async function set(client: Client, values: Record<string, unknown>): Promise<string> {
  const title = unique('巡田')
  await client.call(callOf(taskRepeat, 'create'), {
    ...(await sample(taskRepeat, mine.admin)),
    title,
    period: 'day',
    ...values,
  })
  return title
}
const kept = async (title: string) =>
  (await mine.admin.call(callOf(taskRepeat, 'list'), { title })).content[0]!
const tasksOf = (title: string) =>
  app.db.read(mine.id, (tx) =>
    rows<{ startsOn: string; endsOn: string; createdBy: number }>(
      tx,
      sql`select starts_on, ends_on, created_by from task where title = ${title} order by starts_on`,
    ),
  )

test('a task is made in time and once, however many look at the same moment', async () => {
  const title = await set(mine.admin, { startsOn: inDays(0), days: 2, leadDays: 1, gap: 3 })
  await Promise.all([makeDue(app), makeDue(app), makeDue(app)])
  expect(await tasksOf(title)).toEqual([
    { startsOn: inDays(0), endsOn: inDays(1), createdBy: mine.adminAccount },
  ])
  expect(await kept(title)).toMatchObject({ nextOn: inDays(3), made: 1, problem: null })
  await makeDue(app)
  expect(await tasksOf(title)).toHaveLength(1)
})

test('what was missed is not made up for; what is over makes nothing more', async () => {
  const missed = await set(mine.admin, { startsOn: inDays(-40), gap: 7, period: 'day' })
  await makeDue(app)
  // Forty days ago and every seventh: the next is in two days.
  expect(await tasksOf(missed)).toEqual([])
  expect(await kept(missed)).toMatchObject({ nextOn: inDays(2), made: 0 })
  const over = await set(mine.admin, { startsOn: inDays(0), until: inDays(0) })
  await makeDue(app)
  expect(await tasksOf(over)).toHaveLength(1)
  expect(await kept(over)).toMatchObject({ nextOn: null, made: 1 })
  const off = await set(mine.admin, { startsOn: inDays(0), enabledFlag: 0 })
  await makeDue(app)
  expect(await tasksOf(off)).toEqual([])
})

test('it is made with the rights its author has then, and says so when they are gone', async () => {
  const codes = [...Object.values(taskRepeat.permissions), task.permissions.create].flat()
  const author = await newMember(app, mine, codes)
  const title = await set(author, { startsOn: inDays(0) })
  await mine.admin.call(callOf(taskRepeat, 'create'), {
    ...(await sample(taskRepeat, mine.admin)),
    title: unique('别的'),
    startsOn: inDays(0),
    period: 'day',
  })
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set enabled_flag = 0 where account_id = ${author.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  await makeDue(app)
  expect(await tasksOf(title)).toEqual([])
  const stopped = await kept(title)
  expect(stopped).toMatchObject({ made: 0, problem: 'rights' })
  // Saved by somebody who may, it goes on.
  const whole = await mine.admin.call(callOf(taskRepeat, 'show'), { id: stopped.id })
  await mine.admin.call(callOf(taskRepeat, 'edit'), {
    id: stopped.id,
    objectVersionNumber: stopped.objectVersionNumber,
    title,
    taskTypeId: whole.taskTypeId,
    areaId: whole.areaId,
    period: 'day',
    startsOn: inDays(0),
  })
  await makeDue(app)
  expect(await tasksOf(title)).toMatchObject([{ createdBy: mine.adminAccount }])
})

test('what it takes, and from where, is what its tasks take', async () => {
  const { id: warehouseId } = await make(warehouse, mine.admin)
  const { materials } = await sample(task, mine.admin, 'all')
  expect(materials!.length).toBeGreaterThan(0)
  const title = await set(mine.admin, { startsOn: inDays(0), warehouseId, materials })
  await makeDue(app)
  const { content } = await mine.admin.call(callOf(task, 'list'), { title })
  const made = await mine.admin.call(callOf(task, 'show'), { id: content[0]!.id })
  expect(made).toMatchObject({ warehouseId, materials })
})

test('a plot and a worker that it names are kept', async () => {
  const body = await sample(taskRepeat, mine.admin, 'all')
  const people = (await mine.admin.call(callOf(worker, 'list'), { size: 1 })).content
  await mine.admin.call(callOf(taskRepeat, 'create'), {
    ...body,
    title: unique('留'),
    participantIds: people.map(({ id }) => id),
  })
  const land = body.landIds![0]!
  await expect(mine.admin.call(callOf(landEntity, 'delete'), { id: land })).rejects.toMatchObject({
    status: 422,
  })
  for (const { id } of people)
    await expect(mine.admin.call(callOf(worker, 'delete'), { id })).rejects.toMatchObject({
      status: 422,
    })
})
