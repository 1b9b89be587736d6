import { stockBalance } from '#contract/inventory/stock.ts'
import { ruleDevices, dryRunOf, dryRun, runRule } from '#contract/automation/control-run.ts'
import { backTestRule } from '#contract/alarm/alarm-rule.ts'
import {
  renewCredential,
  deviceAttempts,
  deviceMessages,
  deviceOutages,
  latestValues,
} from '#contract/equipment/device-calls.ts'
import { expect, test } from 'vitest'
import {
  alarms,
  alarmCount,
  alarmPeople,
  acknowledgeAlarms,
  alarmDetail,
  alarmCurve,
  assignAlarm,
  commentAlarm,
  muteAlarm,
  clearAlarm,
} from '#contract/alarm/alarm-calls.ts'
import { deviceFaults, deviceSettings } from '#contract/command/setting-calls.ts'
import { deviceCommands } from '#contract/command/command.ts'
import { switchList, controlSwitch, type SwitchRow } from '#contract/command/switch.ts'
import type { Client } from '#server/demo/client.ts'
import { say, until } from './alarm-ground.ts'
import { listen, type Order } from './devices.ts'
import { question } from './harness.ts'
import {
  admin,
  app,
  as,
  entityNamed,
  expectRefused,
  formOf,
  one,
  pageOf,
  rowsOf,
} from './role-tasks-ground.ts'

const land = await one(admin, 'land', 'landCode', 'SQ-A01')
const tenant = { id: admin.tenantId, admin, adminAccount: 0 }

const switchesOf = async (person: Client, deviceId: number) =>
  (await person.call(switchList, { deviceId })).content
/** What the page of a device shows. */
async function devicePage(person: Client, entity: string, id: number): Promise<void> {
  await pageOf(person, entityNamed(entity), id)
  for (const { sentBy, endpoint } of [
    question(latestValues, { id }),
    question(deviceOutages, { id }),
    question(deviceMessages, { id }),
    question(deviceSettings, { id }),
    question(deviceFaults, { id }),
    question(deviceCommands, { id }),
  ])
    expect([endpoint, (await sentBy(person)).statusCode]).toEqual([endpoint, 200])
  await switchesOf(person, id)
}
const pressed = (person: Client, { id }: SwitchRow, value: number, confirmation: string) =>
  person.call(controlSwitch, { id, value, confirmation })

test('the engineer puts a device up, watches it, answers its alarm and moves it', async () => {
  const engineer = await as('fangwei')
  const device = entityNamed('device')
  await rowsOf(engineer, device)
  await formOf(engineer, device)
  const put = await engineer.call<{ id: number; objectVersionNumber: number }>(device.api.create!, {
    name: '新装电动阀',
    deviceType: 'electric_valve',
    eui: '24e124ffff000001',
    areaId: land.areaId,
    landId: land.id,
    enabledFlag: 1,
  })
  const keys = await engineer.call(renewCredential, { id: put.id })
  await engineer.call(deviceAttempts, { id: put.id })
  await devicePage(engineer, 'device', put.id)
  await devicePage(engineer, 'electricValve', put.id)

  const heard: Order[] = (await listen(app, { ...put, ...keys } as never)).orders
  const [valve] = await switchesOf(engineer, put.id)
  const { id: order } = await pressed(engineer, valve!, 1, '新装电动阀')
  await until(async () => heard.find((one) => one.id === order))
  const log = await rowsOf(engineer, entityNamed('deviceCommand'), { size: '100' })
  expect(log.map(({ id }) => id)).toContain(order)

  const alarmRule = entityNamed('alarmRule')
  await formOf(engineer, alarmRule)
  const weather = await one(engineer, 'device', 'deviceType', 'gateway_weather')
  const rule = {
    name: '新装气温过高',
    level: 2,
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric: 'airTemperature',
    operator: 'above',
    value: 60,
    enabledFlag: 1,
  }
  await engineer.call(backTestRule, rule)
  const { id: ruleId } = await engineer.call<{ id: number }>(alarmRule.api.create!, rule)
  await say(app, tenant, weather, 71)
  const raised = await until(async () =>
    (await engineer.call(alarms, { size: 100 })).content.find((one) => one.ruleId === ruleId),
  )
  await engineer.call(alarmCount)
  await engineer.call(alarmDetail, { id: raised.id })
  await engineer.call(alarmCurve, { id: raised.id })
  const [colleague] = await engineer.call(alarmPeople)
  await engineer.call(acknowledgeAlarms, { ids: [raised.id] })
  await engineer.call(assignAlarm, { id: raised.id, assigneeId: colleague!.id })
  await engineer.call(commentAlarm, { id: raised.id, text: '风扇已开' })
  await engineer.call(muteAlarm, { id: raised.id, minutes: 30, reason: '检修' })
  await engineer.call(clearAlarm, { id: raised.id, reason: '误报' })

  const controlRule = entityNamed('controlRule')
  await formOf(engineer, controlRule)
  await engineer.call(ruleDevices)
  const moves = {
    name: '新装阀手动关',
    triggers: [],
    conditions: [],
    enabledFlag: 1,
    actions: [
      { mode: 'serial', deviceId: put.id, channel: 'open', value: 0, delaySeconds: 0, stopFlag: 0 },
    ],
  }
  await engineer.call(dryRunOf, moves)
  const made = await engineer.call<{ id: number }>(controlRule.api.create!, moves)
  await engineer.call(dryRun, { id: made.id })
  await engineer.call(runRule, { id: made.id })
  await rowsOf(engineer, entityNamed('controlRun'))
  for (const name of ['simCard', 'deviceOutage', 'camera', 'deviceGroup', 'alarmContact'])
    await rowsOf(engineer, entityNamed(name))

  await expectRefused(engineer, entityNamed('land').api.create!, { landName: '地' })
  await expectRefused(engineer, stockBalance.api.list)
})

test('the waterman has the electric valves, and nothing else', async () => {
  const waterman = await as('heguoqiang')
  const valve = await one(waterman, 'electricValve', 'name', '东一区电动阀')
  await devicePage(waterman, 'electricValve', valve.id)
  const [way] = await switchesOf(waterman, valve.id)
  const { id } = await pressed(waterman, way!, 1, String(valve.name))
  const told = await waterman.call(deviceCommands, { id: valve.id })
  expect(told.map((one) => one.id)).toContain(id)

  await expectRefused(waterman, entityNamed('device').api.list!)
  await expectRefused(waterman, entityNamed('electricValve').api.create!, { name: '阀' })
  const pump = (await rowsOf(admin, entityNamed('inverter')))[0]!
  const [foreign] = await switchesOf(admin, pump.id)
  const answer = await waterman.send(controlSwitch, {
    id: foreign!.id,
    value: 1,
    confirmation: String(pump.name),
  })
  expect(answer.statusCode).toBe(404)
  const shown = await waterman.send(switchList, { deviceId: pump.id })
  expect(shown.statusCode).toBe(404)
})

test('the base manager sees what the alarms say, and writes rules for them', async () => {
  const manager = await as('huangmei')
  await manager.call(alarms)
  await formOf(manager, entityNamed('alarmRule'))
  await formOf(manager, entityNamed('alarmContact'))
  await formOf(manager, entityNamed('land'))
  await rowsOf(manager, entityNamed('deviceCommand'))
  await rowsOf(manager, entityNamed('board'))
  await expectRefused(manager, entityNamed('controlRule').api.create!, { name: '规则' })
  await expectRefused(manager, entityNamed('role').api.create!, { name: '角色', code: 'r' })
})
