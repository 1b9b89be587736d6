import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mapDay } from '#contract/map/day.ts'
import { mapScreen } from '#contract/map/map.ts'
import { batch } from '#contract/planting/batch.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { task } from '#contract/work/task.ts'
import { batchMoves } from '#contract/planting/batch-calls.ts'
import { land } from '#contract/farm/land.ts'
import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import type { Client } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { sample } from './samples.ts'

const { app, mine, theirs } = await twoFarms()
const areaId = (
  await mine.admin.call(callOf(area, 'create'), {
    areaName: unique('基地'),
    enabledFlag: 1,
  })
).id
const plot = (
  await mine.admin.call(callOf(land, 'create'), {
    landName: unique('地块'),
    areaId,
    acreage: 10,
    landCenter: '23.1,113.1',
    enabledFlag: 1,
  })
).id
const look = (who: Client, on?: string) => who.call(mapDay, on ? { on } : {})
const { today } = await look(mine.admin)
const on = async (days: number, who = mine.admin) =>
  (await look(who, dayAfter(today, days))).plots.find(({ id }) => id === plot)

const standing = await mine.admin.call(callOf(batch, 'create'), {
  ...(await sample(batch, mine.admin)),
  areaId,
  landIds: [plot],
  plantedOn: dayAfter(today, -60),
  expectedYield: 1000,
})
await mine.admin.call(batchMoves.start, { id: standing.id, plantedOn: dayAfter(today, -60) })
await mine.admin.call(batchMoves.finish, {
  id: standing.id,
  finishedOn: dayAfter(today, -10),
  realYield: 900,
})
const next = await mine.admin.call(callOf(batch, 'create'), {
  ...(await sample(batch, mine.admin)),
  areaId,
  landIds: [plot],
  plantedOn: dayAfter(today, 20),
  expectedHarvestOn: dayAfter(today, 90),
})
await mine.admin.call(callOf(task, 'create'), {
  ...(await sample(task, mine.admin)),
  areaId,
  landIds: [plot],
  batchId: null,
  startsOn: dayAfter(today, -5),
  endsOn: dayAfter(today, -3),
})
const probe = await newDevice(mine.admin, 'gateway_soil', { areaId, landId: plot })
await app.db.write(mine.id, async (tx) => {
  await sql`insert into telemetry_day (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
    select furrow_tenant(), ${probe.id}, 'humidity', ${dayAfter(today, -30)}::timestamp at time zone time_zone, 4, 10, 30, 84, now(), 10, now(), 30
    from tenant where id = furrow_tenant()`.execute(tx)
  await sql`insert into alarm (rule_name, device_id, device_name, device_type, area_id, land_id, trigger, limits, action, level,
      state, began_at, last_at, cleared_at)
    select 'dry', ${probe.id}, 'probe', 'gateway_soil', ${areaId}, ${plot}, 'threshold', '{}', 'notify', 2, 'cleared',
      ${dayAfter(today, -31)}::timestamp at time zone time_zone, now(), ${dayAfter(today, -29)}::timestamp at time zone time_zone
    from tenant where id = furrow_tenant()`.execute(tx)
})

test('a plot is told as it was on a day, as it is, and as it is planned', async () => {
  expect(await on(-30)).toMatchObject({
    batch: { id: standing.id },
    moisture: 21,
    level: 2,
    task: null,
    yield: null,
  })
  expect(await on(-28)).toMatchObject({ moisture: null, level: 0 })
  expect(await on(-5)).toMatchObject({ batch: null, task: 'on', yield: 0.9 })
  expect(await on(0)).toMatchObject({ batch: null, task: 'late', yield: 0.9 })
  expect(await on(19)).toMatchObject({ batch: null, task: null })
  expect(await on(20)).toMatchObject({ batch: { id: next.id }, moisture: null, level: 0 })
  expect(await on(91)).toMatchObject({ batch: null })
  expect(await on(0, theirs.admin)).toBeUndefined()
})

test('moisture of a past day is a mean over time, however often a probe reported', async () => {
  await app.db.write(mine.id, (tx) =>
    sql`insert into telemetry_hour (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
      select furrow_tenant(), ${probe.id}, 'humidity', h.at, h.count, h.mean, h.mean, h.count * h.mean, h.at, h.mean, h.at + interval '59 minutes', h.mean
      from tenant n cross join lateral (values
        (${dayAfter(today, -20)}::timestamp at time zone n.time_zone, 60, 10.0),
        (${dayAfter(today, -20)}::timestamp at time zone n.time_zone + interval '1 hour', 2, 30.0)) as h (at, count, mean)
      where n.id = furrow_tenant()`.execute(tx),
  )
  await app.db.write(mine.id, (tx) =>
    sql`insert into telemetry_day (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
      select furrow_tenant(), ${probe.id}, 'humidity', ${dayAfter(today, -20)}::timestamp at time zone n.time_zone, 62, 10, 30, 660,
        ${dayAfter(today, -20)}::timestamp at time zone n.time_zone, 10, ${dayAfter(today, -20)}::timestamp at time zone n.time_zone + interval '119 minutes', 30
      from tenant n where n.id = furrow_tenant()`.execute(tx),
  )
  expect(await on(-20)).toMatchObject({ moisture: 20 })
})

test('a day that is in no calendar is refused', async () => {
  for (const on of ['0000-01-01', '2026-02-30', 'today'])
    expect([on, (await mine.admin.send(mapDay, { on })).statusCode]).toEqual([on, 400])
  // One that is far away has nothing to tell, and is none the less a day.
  expect((await look(mine.admin, '9999-12-31')).plots).not.toEqual([])
})

test('of it nobody is told more than their codes allow', async () => {
  const viewer = await newMember(app, mine, [mapScreen.permission!])
  expect(await on(-30, viewer)).toEqual({
    id: plot,
    batch: null,
    task: null,
    yield: null,
    moisture: null,
    lock: null,
    level: 0,
  })
})
