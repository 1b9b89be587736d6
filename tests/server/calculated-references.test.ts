import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { board } from '#contract/board/board.ts'
import { callOf } from '#contract/entity-calls.ts'
import { usesOf } from '#contract/platform/uses.ts'
import { calculation, calculationScreen } from '#contract/telemetry/calculation.ts'
import { rows } from '#server/db/database.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { tellOfReferences } from '#server/modules/platform/engine/reference-notices.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'

const { app, mine } = await oneFarm()
const admin = mine.admin

test('what names a calculated channel is named before that is deleted, and says so afterwards', async () => {
  const station = await newDevice(admin, 'gateway_weather')
  const valve = await newDevice(admin, 'electric_valve')
  const input = (metric: string) => ({
    name: 't',
    kind: 'channel' as const,
    deviceId: Number(station.id),
    metric,
    over: 'last' as const,
  })
  const calculated = (metric: string) =>
    admin.call(callOf(calculation, 'create'), {
      name: unique('算'),
      deviceId: Number(station.id),
      quantity: 'calcTemperature',
      inputs: [input(metric)],
      formula: 't',
      stepMinutes: 10,
      enabledFlag: 1,
    })
  const channel = await calculated('airTemperature')
  const metric = String(channel.metric)
  const next = await calculated(metric)
  const rule = await admin.call(callOf(controlRule, 'create'), {
    name: unique('规'),
    enabledFlag: 1,
    triggers: [
      { kind: 'device', deviceId: Number(station.id), metric, operator: 'above', value: 30 },
    ],
    conditions: [],
    actions: [{ mode: 'serial', deviceId: Number(valve.id), channel: 'open', value: 1 }],
  })
  const alarm = await admin.call(callOf(alarmRule, 'create'), {
    name: unique('警'),
    level: 2,
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric,
    operator: 'above',
    value: 30,
    enabledFlag: 1,
  })
  const card = { width: 1, height: 1 }
  const boards = [
    await admin.call(callOf(board, 'create'), {
      name: unique('板'),
      sharing: 'all',
      cards: [{ ...card, kind: 'number', deviceId: Number(station.id), metric }],
    }),
    await admin.call(callOf(board, 'create'), {
      name: unique('板'),
      sharing: 'all',
      cards: [
        {
          ...card,
          kind: 'curve',
          channels: `${station.id}:airTemperature,${station.id}:${metric}`,
        },
      ],
    }),
  ]
  const states = async () => [
    (await admin.call(callOf(controlRule, 'show'), { id: rule.id })).state,
    (await admin.call(callOf(alarmRule, 'show'), { id: alarm.id })).state,
    (await admin.call(callOf(board, 'show'), { id: boards[0]!.id })).state,
    (await admin.call(callOf(board, 'show'), { id: boards[1]!.id })).state,
    (await admin.call(callOf(calculation, 'show'), { id: next.id })).state,
  ]
  expect(await states()).toEqual(Array.from({ length: 5 }, () => 'active'))
  const { uses } = await admin.call(usesOf, { kind: 'calculation', ids: String(channel.id) })
  expect(new Set(uses.map(({ what, name }) => `${what}/${name}`))).toEqual(
    new Set([
      `controlRule/${rule.name}`,
      `alarmRule/${alarm.name}`,
      `board/${boards[0]!.name}`,
      `board/${boards[1]!.name}`,
      `calculation/${next.name}`,
    ]),
  )
  await admin.send(callOf(calculation, 'delete'), { id: channel.id })
  expect(await states()).toEqual(Array.from({ length: 5 }, () => 'broken'))
  // Who can mend the calculation that named it is told, as of rules.
  await app.db.write(mine.id, (tx) => tellOfReferences(tx, mine.id, equipmentText))
  const told = await app.db.read(mine.id, (tx) =>
    rows<{ content: string }>(tx, sql`select content from user_message`),
  )
  expect(told.map(({ content }) => content).join()).toContain(
    `${calculationScreen.route}?state=broken`,
  )
})
