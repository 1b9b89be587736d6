import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calculation, recalculate, tryCalculation } from '#contract/telemetry/calculation.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { alarms } from '#contract/alarm/alarm-calls.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { deviceMessages, latestValues } from '#contract/equipment/device-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { usesOf } from '#contract/platform/uses.ts'
import { calculate } from '#server/modules/telemetry/engine/calculations.ts'
import { untyped } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { newMember, unique } from './harness.ts'
import {
  app,
  body,
  channel,
  day,
  hour,
  make,
  mine,
  minuteMs,
  read,
  say,
  theirs,
  work,
} from './calculations-ground.ts'

test('what is missing, deleted or out of reach is said, and no value stands in its place', async () => {
  const a = await newDevice(mine.admin, 'gateway_weather')
  const b = await newDevice(mine.admin, 'gateway_weather')
  await say(a, [{ ts: Date.now() - 20 * minuteMs, values: { airTemperature: 20 } }])
  const missing = await make(a, {
    formula: 't + o',
    inputs: [channel('t', a, 'airTemperature'), channel('o', b, 'airTemperature')],
  })
  const far = await make(a, { quantity: 'calcHumidity', formula: 't * 100' })
  await work(missing.id, far.id)
  expect([await read(missing.id), await read(far.id)]).toMatchObject([
    { state: 'missing', problem: 'o', lastValue: null },
    { state: 'error', problem: '2000', lastValue: null },
  ])
  expect((await mine.admin.call(usesOf, { kind: 'device', ids: String(b.id) })).uses).toMatchObject(
    [{ what: 'calculation', name: missing.name }],
  )
  await mine.admin.send(callOf(device, 'delete'), { id: b.id })
  expect(await read(missing.id)).toMatchObject({ state: 'broken', problem: 'o' })

  // It works in the name of whoever saved it, as far as they may see at that moment.
  const author = await newMember(
    app,
    mine,
    [
      calculation.permissions.list,
      calculation.permissions.create,
      deviceTypes.gateway_weather.permissions.list,
    ].flat(),
  )
  const own = await make(a, { name: '作者的' }, author)
  await work(own.id)
  expect(await read(own.id)).toMatchObject({ state: 'active', lastValue: 20 })
  await app.db.write(mine.id, (tx) =>
    sql`update member set enabled_flag = 0 where account_id = ${Number(own.createdBy)}`.execute(tx),
  )
  await app.db.write(mine.id, (tx) =>
    sql`update calculation set calculated_to = calculated_to - interval '10 minutes' where id = ${own.id}`.execute(
      tx,
    ),
  )
  await expect
    .poll(async () => (await calculate(app.db, app.ingestQueue), (await read(own.id)).state), {
      timeout: 10_000,
    })
    .toBe('forbidden')

  // No device says what is worked out, and nobody names what they may not see.
  await say(a, [{ ts: Date.now(), values: { 'calcNumber.1': 5 } }])
  expect(await mine.admin.call(deviceMessages, { id: a.id })).toMatchObject([
    { outcome: 'refused', problems: [{ code: 'unknown', channel: 'calcNumber.1' }] },
    {},
  ])
  const foreign = await newDevice(theirs.admin, 'gateway_weather')
  const refused = async (more: Record<string, unknown>, who = mine.admin) =>
    Object.keys(
      (await who.send(callOf(calculation, 'create'), untyped(body(a, more)))).json().fields ?? {},
    )
  expect(await refused({ inputs: [channel('t', foreign, 'airTemperature')] })).toEqual(['inputs'])
  expect(await refused({ inputs: [channel('t', a, 'nothing')] })).toEqual(['inputs'])
  expect(
    await refused({ inputs: [channel('t', a, 'windDirection', { over: 'max', hours: 24 })] }),
  ).toEqual(['inputs'])
  const ofBase = {
    name: 't',
    kind: 'base',
    areaId: a.areaId,
    deviceType: 'gateway_weather',
    metric: 'windDirection',
    over: 'last',
  }
  expect(await refused({ inputs: [{ ...ofBase, across: 'max' }] })).toEqual(['inputs'])
  expect(await refused({ inputs: [channel('min', a, 'airTemperature')], formula: '1' })).toEqual([
    'inputs',
  ])
  expect([await refused({ formula: 't +' }), await refused({ formula: 'u' })]).toEqual([
    ['formula'],
    ['formula'],
  ])
  expect((await theirs.admin.send(recalculate, { id: own.id, from: day(hour) })).statusCode).toBe(
    404,
  )
}, 60_000)

test('a calculated value raises alarms as any other, and is tried before it is saved', async () => {
  const a = await newDevice(mine.admin, 'gateway_weather')
  await mine.admin.call(callOf(alarmRule, 'create'), {
    name: unique('差值'),
    level: 2,
    deviceType: 'gateway_weather',
    deviceIds: [a.id],
    trigger: 'threshold',
    metric: 'calcNumber.1',
    operator: 'above',
    value: 30,
    durationSeconds: 0,
    enabledFlag: 1,
  })
  await say(a, [{ ts: Date.now() - 2 * minuteMs, values: { airTemperature: 20 } }])
  expect(await mine.admin.call(tryCalculation, body(a, { formula: 't * 2' }))).toMatchObject({
    value: 40,
    state: 'active',
    inputs: [{ name: 't', value: 20 }],
  })
  expect(
    await mine.admin.call(
      tryCalculation,
      body(a, {
        formula: 't + h',
        inputs: [channel('t', a, 'airTemperature'), channel('h', a, 'airHumidity')],
      }),
    ),
  ).toMatchObject({ value: null, state: 'missing', problem: 'h' })
  const made = await make(a, { formula: 't * 2', stepMinutes: 1 })
  await work(made.id)
  await expect
    .poll(async () => (await mine.admin.call(alarms, { deviceId: a.id })).totalElements, {
      timeout: 10_000,
    })
    .toBe(1)
  // Its channel goes with it, and what comes next has another number.
  await mine.admin.send(callOf(calculation, 'delete'), { id: made.id })
  expect((await mine.admin.call(latestValues, { id: a.id })).map(({ metric }) => metric)).toEqual([
    'airTemperature',
  ])
  expect(await make(a)).toMatchObject({ metric: 'calcNumber.2' })
}, 60_000)
