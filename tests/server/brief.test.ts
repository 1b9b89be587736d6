import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { homeBrief, riskOf, saveDigest } from '#contract/home/brief.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { task } from '#contract/work/task.ts'
import { messages as messagesCall } from '#contract/message/reader-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import { raiseRights } from '#server/db/rights.ts'
import { sendDigests } from '#server/modules/home/digest.ts'
import { newDevice } from './devices.ts'
import type { Client } from '#server/demo/client.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { sample } from './samples.ts'

const { app, mine, theirs } = await twoFarms()
const base = (
  await mine.admin.call(callOf(area, 'create'), {
    areaName: unique('基地'),
    enabledFlag: 1,
  })
).id
const station = await newDevice(mine.admin, 'gateway_weather', { areaId: base })
const read = async (who: Client = mine.admin) =>
  (await who.call(homeBrief)).bases.find(({ areaId }) => areaId === base)
const lineOf = async (kind: string, who?: Client) =>
  (await read(who))?.lines.find((line) => line.kind === kind)

test('a base has a line for each thing that is known of it', async () => {
  const { day } = await mine.admin.call(homeBrief)
  for (const [from, to] of [
    [0, 0],
    [-3, -1],
    [4, 5],
  ] as const)
    await mine.admin.call(callOf(task, 'create'), {
      ...(await sample(task, mine.admin)),
      areaId: base,
      landIds: [],
      batchId: null,
      startsOn: dayAfter(day, from),
      endsOn: dayAfter(day, to),
    })
  await app.db.write(mine.id, (tx) =>
    sql`insert into telemetry_hour (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
      select furrow_tenant(), ${station.id}, m.metric, date_trunc('hour', now()), 2, m.low, m.high, m.low + m.high, now(), m.low, now(), m.high
      from (values ('airTemperature', 1.5, 12), ('windSpeed', 0, 4), ('rainfall', 0, 3)) as m(metric, low, high)`.execute(
      tx,
    ),
  )
  expect(await lineOf('task')).toMatchObject({ today: 1, late: 1, accept: 0, own: false })
  expect(await lineOf('alarm')).toMatchObject({ open: 0, since: 0 })
  expect(await lineOf('crop')).toMatchObject({ growing: 0, next: null })
  expect(await lineOf('weather')).toMatchObject({
    low: 1.5,
    high: 12,
    wind: 4,
    rain: 3,
    risk: 'frost',
  })
  expect(await read(theirs.admin)).toBeUndefined()
})

test('who may see less is told less', async () => {
  const sees = await newMember(app, mine, [task.permissions.list])
  expect((await read(sees))?.lines.map(({ kind }) => kind)).toEqual(['task'])
  // Of other bases than those that one works on nothing is said.
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[]}::bigint[]
      where account_id = ${sees.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await read(sees)).toBeUndefined()
  const nothing = await newMember(app, mine, [])
  expect((await read(nothing))?.lines ?? []).toEqual([])
})

test('what the weather warns of', () => {
  const calm = { low: 10, high: 25, rain: 0, wind: 2 }
  expect([
    riskOf(calm),
    riskOf({ ...calm, low: 3.9 }),
    riskOf({ ...calm, high: 35 }),
    riskOf({ ...calm, rain: 25 }),
    riskOf({ ...calm, wind: 10.8 }),
  ]).toEqual([null, 'frost', 'heat', 'rainy', 'windy'])
})

test('the brief is sent once a day, at its hour, of what its reader may see then', async () => {
  const asks = await newMember(app, mine, [task.permissions.list])
  const blind = await newMember(app, mine, [])
  for (const who of [asks, blind]) await who.call(saveDigest, { hour: 7 })
  expect((await asks.send(saveDigest, { hour: 3 })).statusCode).toBe(400)
  const letters = async (who: Client) =>
    (await who.call(messagesCall, { withContent: 'true' })).content
  // Of days to come: what was sent today is not in the way.
  const at = (days: number, hour: number) =>
    new Date(
      Date.parse(`${dayAfter(new Date().toISOString().slice(0, 10), days)}T00:30:00+08:00`) +
        hour * 3_600_000,
    )
  await sendDigests(app, mine.id, at(2, 6))
  expect(await letters(asks)).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendDigests(app, mine.id, at(2, 7))))
  await sendDigests(app, mine.id, at(2, 9))
  const [letter, ...more] = await letters(asks)
  expect(more).toEqual([])
  expect(letter!.content).toContain('<b>任务</b>')
  expect(letter!.content).not.toContain('天气')
  expect(await letters(blind)).toEqual([])
  // Long after its hour, another day, or not asked for any more: none.
  await sendDigests(app, mine.id, at(3, 11))
  await asks.call(saveDigest, { hour: null })
  await sendDigests(app, mine.id, at(4, 7))
  expect(await letters(asks)).toHaveLength(1)
})
