import { callOf } from '#contract/entity-calls.ts'
import { clearAlarm } from '#contract/alarm/alarm-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reasonOf } from '#contract/alarm/alarm-reason.ts'
import { alarmRule, backTestRule } from '#contract/alarm/alarm-rule.ts'
import { commandsNamed, cancelCommand } from '#contract/command/command.ts'
import { switchList, controlSwitch, deviceSwitch } from '#contract/command/switch.ts'
import { shortTextOf, textOf, type Told } from '#server/modules/alarm/engine/words.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { untyped } from '#server/demo/client.ts'
import { connect, listen, newDevice, report, type Field } from './devices.ts'
import { unique } from './harness.ts'
import { alarmsOf, app, make, mine } from './alarm-triggers-ground.ts'

const switchAt = async (device: number, channel: string) =>
  (await mine.admin.call(switchList, { deviceId: device })).content.find(
    (one) => one.channel === channel,
  )!
const press = async (device: Field, channel: string, value: number) =>
  await mine.admin.call(controlSwitch, { id: (await switchAt(device.id, channel)).id, value })
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
          await mine.admin.call(commandsNamed, {
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
  await mine.admin.call(clearAlarm, { id: (await alarmsOf(device.id))[0]!.id, reason: '已到现场' })
  await app.alarms.round()
  expect((await reasons(device.id)).map(([state]) => state)).toEqual(['cleared'])
  await timePasses((await press(device, 'open', 1)).id)
  await app.alarms.round()
  expect((await reasons(device.id)).map(([state]) => state)).toEqual(['active', 'cleared'])
  // An order that is taken back says nothing of the valve; one that is confirmed does.
  await mine.admin
    .call(cancelCommand, { id: (await press(device, 'open', 0)).id })
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
          await mine.admin.call(commandsNamed, {
            ids: String(obeyed.id),
          })
        )[0]!.state,
    )
    .toBe('confirmed')
  await app.alarms.round()
  expect((await reasons(device.id)).map(([state]) => state)).toEqual(['cleared', 'cleared'])
  const past = await mine.admin.call(backTestRule, {
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
  await mine.admin.call(callOf(deviceSwitch, 'edit'), {
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
          await mine.admin.call(commandsNamed, {
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
          await mine.admin.call(commandsNamed, {
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
          await mine.admin.send(
            callOf(alarmRule, 'create'),
            untyped({
              name: unique('规则'),
              level: 2,
              enabledFlag: 1,
              trigger: 'command',
              ...rule,
            }),
          )
        ).json() as { fields?: object }
      ).fields ?? {},
    )
  expect(await refusal({ deviceType: 'gateway_weather' })).toEqual(['deviceType'])
  expect(await refusal({ deviceType: 'gateway', metric: 'signal' })).toEqual(['metric'])
  expect(await refusal({ deviceType: 'gateway', metric: 'relay' })).toEqual([])
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
  await mine.admin.call(callOf(deviceSwitch, 'edit'), {
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
    mine.admin.call(backTestRule, {
      name: 'x',
      level: 2,
      ...rule,
      metric,
    })
  expect((await past('relay.2')).alarms).toMatchObject([{ channelName: '循环风机' }])
  expect((await past('relay.1')).alarms).toMatchObject([{ channelName: null }])
  await client.endAsync()
})
