import { callOf } from '#contract/entity-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { reasonOf } from '#contract/alarm/alarm-reason.ts'
import { alarmRule, backTestRule } from '#contract/alarm/alarm-rule.ts'
import { connect, newDevice, report } from './devices.ts'
import { unique } from './harness.ts'
import { alarmsOf, app, make, mine } from './alarm-triggers-ground.ts'

const often = {
  deviceType: 'gateway_weather',
  trigger: 'count',
  metric: 'windSpeed',
  operator: 'above',
  value: 10,
  hysteresis: 2,
  times: 3,
  rateMinutes: 30,
}

test('a limit that is passed so many times within a window raises once, as the back-test says', async () => {
  const device = await newDevice(mine.admin)
  await make({ ...often, areaId: device.areaId })
  const client = await connect(app, device)
  const at = Date.now() - 8 * 60_000
  for (const [i, windSpeed] of [5, 12, 9, 12, 5, 12].entries())
    await report(client, { ts: at + i * 60_000, values: { windSpeed } })
  await app.alarms.round()
  // 9 m/s is not back yet: two times so far.
  expect(await alarmsOf(device.id)).toEqual([])
  for (const [i, windSpeed] of [5, 13].entries())
    await report(client, { ts: at + (6 + i) * 60_000, values: { windSpeed } })
  await expect
    .poll(async () =>
      (await alarmsOf(device.id)).map(({ state, value, trigger, limits }) => [
        state,
        value,
        trigger,
        limits.times,
        limits.rateMinutes,
      ]),
    )
    .toEqual([['active', 3, 'count', 3, 30]])
  const past = await mine.admin.call(backTestRule, {
    name: 'x',
    level: 2,
    ...often,
    areaId: device.areaId,
  })
  expect(past).toMatchObject({
    total: 1,
    alarms: [{ metric: 'windSpeed', peak: 3, beganAt: new Date(at + 7 * 60_000).toISOString() }],
  })
  await client.endAsync()
})

test('a fault that a device reports raises, and goes with it; of one code, only that', async () => {
  const device = await newDevice(mine.admin, 'inverter')
  await make({
    deviceType: 'inverter',
    trigger: 'fault',
    metric: 'faultCode',
    areaId: device.areaId,
  })
  await make({
    deviceType: 'inverter',
    trigger: 'fault',
    metric: 'faultCode',
    faultCode: 7,
    areaId: device.areaId,
  })
  const client = await connect(app, device)
  await report(client, { faultCode: 3 })
  await expect
    .poll(async () => (await alarmsOf(device.id)).map(({ state, value }) => [state, value]))
    .toEqual([['active', 3]])
  await report(client, { faultCode: 0 })
  await expect
    .poll(async () => (await alarmsOf(device.id)).map(({ state }) => state))
    .toEqual(['cleared'])
  expect(reasonOf((await alarmsOf(device.id))[0]!)).toEqual({
    key: 'alarm.reasons.fault',
    params: { fault: 'E003' },
  })
  await client.endAsync()
})

test('an alarm of any kind says what it came for when it is over', async () => {
  const device = await newDevice(mine.admin)
  const of = { deviceType: 'gateway_weather', areaId: device.areaId, clearSeconds: 30 }
  await make({
    ...of,
    trigger: 'threshold',
    metric: 'airTemperature',
    operator: 'outside',
    value: 10,
    value2: 30,
  })
  await make({
    ...of,
    trigger: 'threshold',
    metric: 'airHumidity',
    operator: 'between',
    value: 40,
    value2: 50,
  })
  await make({
    ...of,
    trigger: 'rate',
    metric: 'windSpeed',
    operator: 'either',
    value: 5,
    rateMinutes: 10,
  })
  const client = await connect(app, device)
  const at = Date.now() - 9 * 60_000
  const values = [
    { airTemperature: 20, airHumidity: 60, windSpeed: 20 },
    { airTemperature: 34, airHumidity: 46, windSpeed: 10 },
    { airTemperature: 31, airHumidity: 41, windSpeed: 12 },
  ]
  for (const [i, one] of [
    ...values,
    ...Array.from({ length: 2 }, () => ({ airTemperature: 22, airHumidity: 70 })),
  ].entries()) {
    await report(client, { ts: at + i * 60_000, values: one })
    await expect.poll(async () => (await alarmsOf(device.id)).length).toBe(i === 0 ? 0 : 3)
  }
  await expect
    .poll(async () =>
      (await alarmsOf(device.id)).map(({ metric, state, peak }) => [metric, state, peak]).sort(),
    )
    .toEqual([
      ['airHumidity', 'cleared', 46],
      ['airTemperature', 'cleared', 34],
      ['windSpeed', 'active', -10],
    ])
  expect((await alarmsOf(device.id)).map((one) => reasonOf(one).params.value).sort()).toEqual([
    '-8.0 m/s',
    '34.0 °C',
    '46.0 %',
  ])
  await client.endAsync()
})

test('rules that could not mean anything are refused at the field', async () => {
  const refusal = async (rule: Record<string, unknown>) => {
    const answer = await mine.admin.send(
      callOf(alarmRule, 'create'),
      untyped({
        name: unique('规则'),
        level: 2,
        enabledFlag: 1,
        ...rule,
      }),
    )
    return [
      answer.statusCode,
      Object.keys((answer.json() as { fields?: Record<string, string> }).fields ?? {}),
    ]
  }
  const fault = { deviceType: 'inverter', trigger: 'fault', metric: 'faultCode' }
  expect(await refusal({ ...often, times: null })).toEqual([422, ['times']])
  expect(await refusal({ ...often, times: 1 })).toEqual([400, ['times']])
  expect(await refusal({ ...often, severeValue: 20 })).toEqual([422, ['severeValue']])
  expect(await refusal({ ...fault, metric: 'frequency' })).toEqual([422, ['metric']])
  expect(await refusal({ ...fault, faultCode: 100 })).toEqual([422, ['faultCode']])
  const stored = await app.db.read(mine.id, (tx) =>
    sql`select 1 from alarm_rule where trigger = 'fault' and metric <> 'faultCode'`.execute(tx),
  )
  expect(stored.rows).toEqual([])
})

test('hours, an end of its own and a level that falls are kept, tried and refused where they mean nothing', async () => {
  const device = await newDevice(mine.admin)
  const rule = {
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric: 'airTemperature',
    operator: 'atLeast',
    value: 30,
    areaId: device.areaId as number,
  } as const
  // An hour that is not now, on the tenant's clock.
  const other =
    (Number(
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Asia/Shanghai',
        hour: '2-digit',
        hourCycle: 'h23',
      }).format(Date.now()),
    ) +
      12) %
    24
  const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const asleep = await mine.admin.call(callOf(alarmRule, 'create'), {
    name: unique('规则'),
    level: 2,
    enabledFlag: 1,
    ...rule,
    activeHours: [{ days: '', from: two(other), to: two((other + 1) % 24) }],
  })
  const awake = await mine.admin.call(callOf(alarmRule, 'create'), {
    name: unique('规则'),
    level: 2,
    enabledFlag: 1,
    ...rule,
    clearValue: 20,
    severeValue: 40,
    fallFlag: 1,
    activeHours: [{ days: '1234567', from: '00:00', to: '00:00' }],
  })
  expect(awake.activeHours).toEqual([{ days: '1234567', from: '00:00', to: '00:00' }])
  const client = await connect(app, device)
  const at = Date.now() - 9 * 60_000
  for (const [i, airTemperature] of [30, 41, 35].entries())
    await report(client, { ts: at + i * 60_000, values: { airTemperature } })
  await expect
    .poll(async () =>
      (await alarmsOf(device.id)).map(({ ruleId, state, level }) => [ruleId, state, level]),
    )
    .toEqual([[awake.id, 'active', 2]])
  await report(client, { ts: at + 3 * 60_000, values: { airTemperature: 25 } })
  await report(client, { ts: at + 4 * 60_000, values: { airTemperature: 21 } })
  await app.alarms.round()
  expect((await alarmsOf(device.id)).map(({ state }) => state)).toEqual(['active'])
  await report(client, { ts: at + 5 * 60_000, values: { airTemperature: 20 } })
  await expect
    .poll(async () => (await alarmsOf(device.id)).map(({ state }) => state))
    .toEqual(['cleared'])
  const back = (hours: unknown) =>
    mine.admin.call(backTestRule, {
      name: 'x',
      level: 2,
      ...rule,
      clearValue: 20,
      activeHours: hours,
    })
  expect([
    (await back([])).total,
    (await back([{ days: '', from: two(other), to: two((other + 1) % 24) }])).total,
  ]).toEqual([1, 0])
  const refusal = async (more: Record<string, unknown>) =>
    Object.keys(
      (
        (
          await mine.admin.send(
            callOf(alarmRule, 'create'),
            untyped({
              name: unique('规则'),
              level: 2,
              enabledFlag: 1,
              ...rule,
              ...more,
            }),
          )
        ).json() as { fields?: object }
      ).fields ?? {},
    )
  expect([
    await refusal({ clearValue: 31 }),
    await refusal({ clearValue: 20, hysteresis: 1 }),
    await refusal({ trigger: 'count', times: 2, rateMinutes: 5, clearValue: 20 }),
    await refusal({ activeHours: [{ from: '25:00', to: '06:00' }] }),
  ]).toEqual([
    ['clearValue'],
    ['clearValue'],
    ['clearValue'],
    [expect.stringContaining('activeHours')],
  ])
  expect(asleep.id).toBeGreaterThan(0)
  await client.endAsync()
})
