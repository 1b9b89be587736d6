import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type { AlarmRow } from '#contract/equipment/alarm-calls.ts'
import { reasonOf } from '#contract/equipment/alarm-reason.ts'
import { alarmRule, type BackTest } from '#contract/equipment/alarm-rule.ts'
import type { CommandRow } from '#contract/equipment/command.ts'
import type { SwitchRow } from '#contract/equipment/switch.ts'
import { shortTextOf, textOf, type Told } from '#server/engines/alarm/words.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { connect, listen, newDevice, report, type Field } from './devices.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
  mine = await newTenant(app)
})
afterAll(() => app.end())

const make = (rule: Record<string, unknown>) =>
  mine.admin.call(alarmRule.api.create, { name: unique('规则'), level: 2, enabledFlag: 1, ...rule })
const alarmsOf = async (device: number) =>
  (
    await mine.admin.call<Page<AlarmRow>>('GET /wfpe/v1/{tenant}/alarm', {
      deviceId: String(device),
    })
  ).content
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
  const past = await mine.admin.call<BackTest>('POST /wfpe/v1/{tenant}/alarm-rule/back-test', {
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
    const answer = await mine.admin.send(alarmRule.api.create, {
      name: unique('规则'),
      level: 2,
      enabledFlag: 1,
      ...rule,
    })
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

const switchAt = async (device: number, channel: string) =>
  (
    await mine.admin.call<Page<SwitchRow>>('GET /wfpe/v1/{tenant}/device/gateway/switch', {
      deviceId: String(device),
    })
  ).content.find((one) => one.channel === channel)!
const press = async (device: Field, channel: string, value: number) =>
  await mine.admin.call<CommandRow>(
    `POST /wfpe/v1/{tenant}/device/gateway/switch/${(await switchAt(device.id, channel)).id}/control`,
    { value },
  )
/** As if its time to live were over. */
const timePasses = async (id: number) => {
  await app.db.write(mine.id, (tx) =>
    sql`update device_command set expires_at = now() - interval '1 millisecond' where id = ${id}`.execute(
      tx,
    ),
  )
  await expect
    .poll(
      async () =>
        (
          await mine.admin.call<CommandRow[]>('GET /wfpe/v1/{tenant}/device/commands', {
            ids: String(id),
          })
        )[0]!.state,
    )
    .toMatch(/timedOut|expired/)
}
const reasons = async (device: number) =>
  (await alarmsOf(device)).map((one) => [one.state, one.metric, reasonOf(one)])

test('an order that is not carried out raises, whatever came between, and ends when the valve obeys', async () => {
  const device = await newDevice(mine.admin, 'electric_valve')
  const { client, orders } = await listen(app, device)
  await report(client, { open: 0 })
  // What failed before the rule was saved is history.
  await timePasses((await press(device, 'open', 1)).id)
  await make({ deviceType: 'electric_valve', trigger: 'command', areaId: device.areaId })
  await app.alarms.round()
  expect(await alarmsOf(device.id)).toEqual([])
  const stuck = await press(device, 'open', 1)
  await expect.poll(() => orders.some(({ id }) => id === stuck.id)).toBe(true)
  await expect
    .poll(async () => (await switchAt(device.id, 'open')).command!.state)
    .toBe('delivered')
  await report(client, { open: 0 })
  await app.alarms.round()
  expect(await alarmsOf(device.id)).toEqual([])
  await timePasses(stuck.id)
  await app.alarms.round()
  expect(await reasons(device.id)).toEqual([
    [
      'active',
      'open',
      { key: 'alarm.reasons.commandtimedOut', params: {}, words: { order: 'control.verbs.open' } },
    ],
  ])
  // Ended by hand, it comes again with the next order that fails and not with the same.
  await mine.admin.call(
    `POST /wfpe/v1/{tenant}/alarm/${(await alarmsOf(device.id))[0]!.id}/clear`,
    { reason: '已到现场' },
  )
  await app.alarms.round()
  expect((await reasons(device.id)).map(([state]) => state)).toEqual(['cleared'])
  await timePasses((await press(device, 'open', 1)).id)
  await app.alarms.round()
  expect((await reasons(device.id)).map(([state]) => state)).toEqual(['active', 'cleared'])
  // An order that is taken back says nothing of the valve; one that is confirmed does.
  await mine.admin
    .call(`POST /wfpe/v1/{tenant}/device/command/${(await press(device, 'open', 0)).id}/cancel`)
    .catch(() => undefined)
  const obeyed = await press(device, 'open', 1)
  await expect.poll(() => orders.some(({ id }) => id === obeyed.id)).toBe(true)
  await app.alarms.round()
  expect((await reasons(device.id)).map(([state]) => state)).toEqual(['active', 'cleared'])
  await report(client, { open: 1 })
  await expect
    .poll(
      async () =>
        (
          await mine.admin.call<CommandRow[]>('GET /wfpe/v1/{tenant}/device/commands', {
            ids: String(obeyed.id),
          })
        )[0]!.state,
    )
    .toBe('confirmed')
  await app.alarms.round()
  expect((await reasons(device.id)).map(([state]) => state)).toEqual(['cleared', 'cleared'])
  const past = await mine.admin.call<BackTest>('POST /wfpe/v1/{tenant}/alarm-rule/back-test', {
    name: 'x',
    level: 2,
    deviceType: 'electric_valve',
    trigger: 'command',
    areaId: device.areaId,
  })
  // One long disobedience, from the first order that failed to the one that was confirmed.
  expect(past).toMatchObject({
    devices: 1,
    total: 1,
    alarms: [{ metric: 'open', peak: null, clearedAt: expect.any(String) }],
  })
  await client.endAsync()
})

test('a rejected order raises under the name of its circuit, of that circuit alone; what the device does after all ends it', async () => {
  const device = await newDevice(mine.admin, 'gateway')
  await make({
    deviceType: 'gateway',
    trigger: 'command',
    metric: 'relay.2',
    areaId: device.areaId,
  })
  const { client, orders } = await listen(app, device)
  await report(client, { 'relay.1': 0, 'relay.2': 0 })
  const { id, objectVersionNumber } = await switchAt(device.id, 'relay.2')
  await mine.admin.call('PUT /wfpe/v1/{tenant}/device/gateway/switch', {
    id,
    objectVersionNumber,
    name: '循环风机',
    switchType: 'plain',
    enabledFlag: 1,
  })
  const other = await press(device, 'relay.1', 1)
  const refusedOne = await press(device, 'relay.2', 1)
  await expect.poll(() => orders.length).toBe(2)
  for (const one of [other, refusedOne])
    await client.publishAsync(
      'v1/devices/me/commands/answer',
      JSON.stringify({ id: one.id, ok: false, reason: 'overload' }),
      { qos: 1 },
    )
  await expect
    .poll(
      async () =>
        (
          await mine.admin.call<CommandRow[]>('GET /wfpe/v1/{tenant}/device/commands', {
            ids: String(refusedOne.id),
          })
        )[0]!.state,
    )
    .toBe('rejected')
  await app.alarms.round()
  const [raised] = await alarmsOf(device.id)
  expect(raised).toMatchObject({
    metric: 'relay.2',
    state: 'active',
    limits: { order: { state: 'rejected', effect: 'open', wanted: 1, name: '循环风机' } },
  })
  expect(await alarmsOf(device.id)).toHaveLength(1)
  const text = textOf(equipmentText, 'zh-CN', 'raised', raised as unknown as Told, 'Asia/Shanghai')
  expect(text.body).toMatch(/^循环风机：设备拒绝“/)
  // A number gets nothing that a person wrote.
  expect(
    shortTextOf(equipmentText, 'zh-CN', 'raised', raised as unknown as Told, 'Asia/Shanghai').body,
  ).not.toContain('循环风机')
  const late = await press(device, 'relay.2', 1)
  await expect.poll(() => orders.some((one) => one.id === late.id)).toBe(true)
  await timePasses(late.id)
  await report(client, { 'relay.2': 1 })
  await expect
    .poll(
      async () =>
        (
          await mine.admin.call<CommandRow[]>('GET /wfpe/v1/{tenant}/device/commands', {
            ids: String(late.id),
          })
        )[0]!.lateAt,
      { timeout: 4000 },
    )
    .not.toBeNull()
  await app.alarms.round()
  expect((await alarmsOf(device.id)).map(({ state }) => state)).toEqual(['cleared'])
  await client.endAsync()
})

test('a rule of commands is about something that moves', async () => {
  const refusal = async (rule: Record<string, unknown>) =>
    Object.keys(
      (
        (
          await mine.admin.send(alarmRule.api.create, {
            name: unique('规则'),
            level: 2,
            enabledFlag: 1,
            trigger: 'command',
            ...rule,
          })
        ).json() as { fields?: object }
      ).fields ?? {},
    )
  expect(await refusal({ deviceType: 'gateway_weather' })).toEqual(['deviceType'])
  expect(await refusal({ deviceType: 'gateway', metric: 'signal' })).toEqual(['metric'])
  expect(await refusal({ deviceType: 'gateway', metric: 'relay' })).toEqual([])
})

test('hours, an end of its own and a level that falls are kept, tried and refused where they mean nothing', async () => {
  const device = await newDevice(mine.admin)
  const rule = {
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric: 'airTemperature',
    operator: 'atLeast',
    value: 30,
    areaId: device.areaId,
  }
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
  const asleep = await mine.admin.call<{ id: number }>(alarmRule.api.create, {
    name: unique('规则'),
    level: 2,
    enabledFlag: 1,
    ...rule,
    activeHours: [{ days: '', from: two(other), to: two((other + 1) % 24) }],
  })
  const awake = await mine.admin.call<{ id: number; activeHours: unknown }>(alarmRule.api.create, {
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
    mine.admin.call<BackTest>('POST /wfpe/v1/{tenant}/alarm-rule/back-test', {
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
          await mine.admin.send(alarmRule.api.create, {
            name: unique('规则'),
            level: 2,
            enabledFlag: 1,
            ...rule,
            ...more,
          })
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

test('a circuit is called by its name in back-tests, alarms and notices, and by none where a number reads it', async () => {
  const device = await newDevice(mine.admin, 'gateway')
  const rule = {
    deviceType: 'gateway',
    trigger: 'count',
    metric: 'relay.2',
    operator: 'above',
    value: 0.5,
    times: 2,
    rateMinutes: 30,
    areaId: device.areaId,
  }
  const { id, objectVersionNumber } = await switchAt(device.id, 'relay.2')
  await mine.admin.call('PUT /wfpe/v1/{tenant}/device/gateway/switch', {
    id,
    objectVersionNumber,
    name: '循环风机',
    switchType: 'plain',
    enabledFlag: 1,
  })
  await make(rule)
  const client = await connect(app, device)
  const at = Date.now() - 300_000
  for (const [i, on] of [0, 1, 0, 1].entries())
    await report(client, { ts: at + i * 60_000, values: { 'relay.2': on, 'relay.1': on } })
  await expect.poll(async () => (await alarmsOf(device.id)).length).toBe(1)
  const [raised] = await alarmsOf(device.id)
  expect(raised).toMatchObject({ metric: 'relay.2', channelName: '循环风机' })
  const told = raised as unknown as Told
  expect(textOf(equipmentText, 'zh-CN', 'raised', told, 'Asia/Shanghai').body).toMatch(/^循环风机 /)
  expect(shortTextOf(equipmentText, 'zh-CN', 'raised', told, 'Asia/Shanghai').body).not.toContain(
    '循环风机',
  )
  const past = (metric: string) =>
    mine.admin.call<BackTest>('POST /wfpe/v1/{tenant}/alarm-rule/back-test', {
      name: 'x',
      level: 2,
      ...rule,
      metric,
    })
  expect((await past('relay.2')).alarms).toMatchObject([{ channelName: '循环风机' }])
  expect((await past('relay.1')).alarms).toMatchObject([{ channelName: null }])
  await client.endAsync()
})
