import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { alarmRule, backTestRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { device } from '#contract/equipment/device.ts'
import { lastingCodes } from '#contract/lasting.ts'
import { user } from '#contract/system/user.ts'
import {
  saveScreenChannels,
  createScreenCode,
  redeemScreenCode,
  screenValues,
} from '#contract/account/screen-calls.ts'
import { tenantScreens } from '#contract/account/tenant.ts'
import { savePlatformScreens } from '#contract/platform/platform-calls.ts'
import { runRule } from '#contract/automation/control-run.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { role } from '#contract/system/role.ts'
import { row, rows } from '#server/db/database.ts'
import { Client, untyped } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { newMember, newOperator, unique } from './harness.ts'
import { apply, check, csv } from './import-files.ts'
import type { Made } from './samples.ts'
import { app, every, mine, sensor } from './privilege-ground.ts'

/** What is to be moved; a new one each time, for a device does one thing at a time. */
let valve = await newDevice(mine.admin, 'electric_valve')
const newValve = async () => void (valve = await newDevice(mine.admin, 'electric_valve'))
const seesSensors = [device.permissions.list, deviceTypeNamed('gateway_weather').permissions.list]
const administrators = (await mine.admin.call(callOf(role, 'list'), { size: 0 })).content.find(
  (one) => one.builtinFlag === 1,
)!
const administratorsNow = async () =>
  (
    await app.db.read(mine.id, (tx) =>
      rows(tx, sql`select member_id from member_role where role_id = ${administrators.id}`),
    )
  ).length
const orders = async () =>
  (
    await app.db.read(mine.id, (tx) =>
      rows(tx, sql`select id from device_command where device_id = ${valve.id}`),
    )
  ).length
const ruleOn = (deviceId: number) => ({
  name: unique('规则'),
  enabledFlag: 1,
  actions: [{ mode: 'serial', deviceId, channel: 'open', value: 1 }],
})
/** A rule of the administrator's that was deleted, and was made anew by somebody else's asking for it. */
const runRestored = async (client: Client, rule: Made) => {
  await mine.admin.call(callOf(controlRule, 'delete'), { id: rule.id })
  await client.send(restoreRecord, { entity: 'controlRule', recordId: rule.id })
  await mine.admin.send(runRule, { id: rule.id })
}

/** A way round: what it asks for besides, what it would come to, and whether it did. */
interface Way {
  lacking: readonly string[]
  attempt(client: Client): Promise<unknown>
  hasCome(): Promise<unknown>
}
let told = ''
let before = 0
const ways: Readonly<Record<string, Way>> = {
  'a rule of one’s own': {
    lacking: [device.permissions.control],
    hasCome: async () => (await orders()) > 0,
    attempt: async (client) => {
      await newValve()
      const made = await client.send(callOf(controlRule, 'create'), untyped(ruleOn(valve.id)))
      await client.send(runRule, { id: made.json<Made>().id })
    },
  },
  'somebody else’s rule, turned to another device': {
    lacking: [device.permissions.control],
    hasCome: async () => (await orders()) > 0,
    attempt: async (client) => {
      await newValve()
      const other = await newDevice(mine.admin, 'electric_valve')
      const made = await mine.admin.call(callOf(controlRule, 'create'), untyped(ruleOn(other.id)))
      await client.send(
        callOf(controlRule, 'edit'),
        untyped({
          ...ruleOn(valve.id),
          id: made.id,
          objectVersionNumber: made.objectVersionNumber,
        }),
      )
      await mine.admin.send(runRule, { id: made.id })
    },
  },
  'a device put into a group that somebody’s rule moves': {
    lacking: [device.permissions.control],
    hasCome: async () => (await orders()) > 0,
    attempt: async (client) => {
      await newValve()
      const other = await newDevice(mine.admin, 'electric_valve')
      const group = await mine.admin.call(callOf(deviceGroup, 'create'), {
        name: unique('组'),
        deviceIds: [other.id],
      })
      const made = await mine.admin.call(
        callOf(controlRule, 'create'),
        untyped({
          ...ruleOn(valve.id),
          actions: [{ mode: 'serial', groupId: group.id, channel: 'open', value: 1 }],
        }),
      )
      await client.send(callOf(deviceGroup, 'edit'), {
        id: group.id,
        objectVersionNumber: group.objectVersionNumber,
        name: group.name,
        deviceIds: [other.id, valve.id],
      })
      await mine.admin.send(runRule, { id: made.id })
    },
  },
  'a deleted rule, had back': {
    lacking: [device.permissions.control],
    hasCome: async () => (await orders()) > 0,
    attempt: async (client) => {
      await newValve()
      const made = await mine.admin.call(callOf(controlRule, 'create'), untyped(ruleOn(valve.id)))
      await runRestored(client, made)
    },
  },
  'a deleted group, had back': {
    lacking: [device.permissions.control],
    hasCome: async () =>
      (await app.db.read(mine.id, (tx) =>
        row(tx, sql`select 1 from device_group where id = ${before}`),
      )) !== null,
    attempt: async (client) => {
      const group = await mine.admin.call(callOf(deviceGroup, 'create'), {
        name: unique('组'),
        deviceIds: [valve.id],
      })
      before = group.id
      await mine.admin.call(callOf(deviceGroup, 'delete'), { id: group.id })
      await client.send(restoreRecord, { entity: 'deviceGroup', recordId: group.id })
    },
  },
  'a deleted rule of alarms, had back': {
    lacking: seesSensors,
    hasCome: async () =>
      (await app.db.read(mine.id, (tx) =>
        row(tx, sql`select 1 from alarm_rule where id = ${before}`),
      )) !== null,
    attempt: async (client) => {
      const made = await mine.admin.call(callOf(alarmRule, 'create'), {
        name: unique('规则'),
        level: 2,
        deviceType: 'gateway_weather',
        trigger: 'threshold',
        metric: 'airTemperature',
        operator: 'above',
        value: 35,
        enabledFlag: 1,
      })
      before = made.id
      await mine.admin.call(callOf(alarmRule, 'delete'), { id: made.id })
      await client.send(restoreRecord, { entity: 'alarmRule', recordId: made.id })
    },
  },
  'what an alarm’s rule would have said of the past': {
    lacking: seesSensors,
    hasCome: async () => told === '200',
    attempt: async (client) => {
      told = String(
        (
          await client.send(backTestRule, {
            name: '试',
            level: 2,
            deviceType: 'gateway_weather',
            trigger: 'threshold',
            metric: 'airTemperature',
            operator: 'above',
            value: 1,
            enabledFlag: 1,
          })
        ).statusCode,
      )
    },
  },
  'a screen that shows it, and its exchange code': {
    lacking: seesSensors,
    hasCome: async () => told.includes('21.5'),
    attempt: async (client) => {
      const operator = await newOperator(app)
      await operator.call(savePlatformScreens, {
        id: mine.id,
        screens: [{ screenName: '大屏', screenAddress: 'https://screen.example/1', screenType: 1 }],
      })
      const [screen] = await mine.admin.call(tenantScreens)
      await client.send(saveScreenChannels, {
        id: screen!.id,
        channels: [{ deviceId: sensor.id, metric: 'airTemperature' }],
      })
      const { code } = await client.call(createScreenCode, { id: screen!.id })
      const anyone = new Client(app.http)
      anyone.token = (await anyone.call(redeemScreenCode, { code })).access_token
      told = (await anyone.send(screenValues)).body
    },
  },
  'a file of people with the administrator’s role': {
    lacking: [user.permissions.edit, ...lastingCodes].filter(
      (code) => code !== user.permissions.create,
    ),
    hasCome: async () => (await administratorsNow()) > before,
    attempt: async (client) => {
      before = await administratorsNow()
      const found = await check(
        app,
        client,
        user.name,
        csv('登录名,姓名,角色', `${unique('p')},新人,${String(administrators.name)}`),
      ).catch(() => null)
      if (found && found.valid > 0) await apply(app, client, found.jobId)
    },
  },
}
describe.each(Object.entries(ways))('%s', (_name, { lacking, attempt, hasCome }) => {
  test('gives nobody what they do not hold', async () => {
    await attempt(
      await newMember(
        app,
        mine,
        every.filter((code) => !lacking.includes(code)),
      ),
    ).catch(() => undefined)
    // A step of a rule is sent soon, not at once.
    await wait(600)
    expect(await hasCome()).toBe(false)
  })
  test('is one for whoever holds it', async () => {
    await attempt(mine.admin)
    await expect.poll(hasCome, { timeout: 5000, interval: 50 }).toBe(true)
  })
})
