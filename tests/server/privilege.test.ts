import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { device } from '#contract/equipment/device.ts'
import { lastingCodes } from '#contract/lasting.ts'
import { user } from '#contract/system/user.ts'
import { row, rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { newMember, newOperator, unique } from './harness.ts'
import { apply, check, csv } from './import-files.ts'
import type { Made } from './samples.ts'
import { app, every, mine, sensor } from './privilege-ground.ts'

/** What is to be moved; a new one each time, for a device does one thing at a time. */
let valve = await newDevice(mine.admin, 'electric_valve')
const newValve = async () => void (valve = await newDevice(mine.admin, 'electric_valve'))
const seesSensors = [device.permissions.list, deviceTypeNamed('gateway_weather').permissions.list]
const administrators = (
  await mine.admin.call<Page<Made>>('GET /iam/v1/{tenant}/roles', { size: '0' })
).content.find((one) => one.builtinFlag === 1)!
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
  await mine.admin.call(controlRule.api.delete.replace('{id}', String(rule.id)))
  await client.send(`POST /iam/v1/{tenant}/recycle/controlRule/${rule.id}/restore`, {})
  await mine.admin.send(`POST /wfpe/v1/{tenant}/control-rule/${rule.id}/run`)
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
      const made = await client.send(controlRule.api.create, ruleOn(valve.id))
      await client.send(`POST /wfpe/v1/{tenant}/control-rule/${made.json<Made>().id}/run`)
    },
  },
  'somebody else’s rule, turned to another device': {
    lacking: [device.permissions.control],
    hasCome: async () => (await orders()) > 0,
    attempt: async (client) => {
      await newValve()
      const other = await newDevice(mine.admin, 'electric_valve')
      const made = await mine.admin.call<Made>(controlRule.api.create, ruleOn(other.id))
      await client.send(controlRule.api.edit, {
        ...ruleOn(valve.id),
        id: made.id,
        objectVersionNumber: made.objectVersionNumber,
      })
      await mine.admin.send(`POST /wfpe/v1/{tenant}/control-rule/${made.id}/run`)
    },
  },
  'a device put into a group that somebody’s rule moves': {
    lacking: [device.permissions.control],
    hasCome: async () => (await orders()) > 0,
    attempt: async (client) => {
      await newValve()
      const other = await newDevice(mine.admin, 'electric_valve')
      const group = await mine.admin.call<Made>(deviceGroup.api.create, {
        name: unique('组'),
        deviceIds: [other.id],
      })
      const made = await mine.admin.call<Made>(controlRule.api.create, {
        ...ruleOn(valve.id),
        actions: [{ mode: 'serial', groupId: group.id, channel: 'open', value: 1 }],
      })
      await client.send(deviceGroup.api.edit, {
        id: group.id,
        objectVersionNumber: group.objectVersionNumber,
        name: group.name,
        deviceIds: [other.id, valve.id],
      })
      await mine.admin.send(`POST /wfpe/v1/{tenant}/control-rule/${made.id}/run`)
    },
  },
  'a deleted rule, had back': {
    lacking: [device.permissions.control],
    hasCome: async () => (await orders()) > 0,
    attempt: async (client) => {
      await newValve()
      const made = await mine.admin.call<Made>(controlRule.api.create, ruleOn(valve.id))
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
      const group = await mine.admin.call<Made>(deviceGroup.api.create, {
        name: unique('组'),
        deviceIds: [valve.id],
      })
      before = group.id
      await mine.admin.call(deviceGroup.api.delete.replace('{id}', String(group.id)))
      await client.send(`POST /iam/v1/{tenant}/recycle/deviceGroup/${group.id}/restore`, {})
    },
  },
  'a deleted rule of alarms, had back': {
    lacking: seesSensors,
    hasCome: async () =>
      (await app.db.read(mine.id, (tx) =>
        row(tx, sql`select 1 from alarm_rule where id = ${before}`),
      )) !== null,
    attempt: async (client) => {
      const made = await mine.admin.call<Made>(alarmRule.api.create, {
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
      await mine.admin.call(alarmRule.api.delete.replace('{id}', String(made.id)))
      await client.send(`POST /iam/v1/{tenant}/recycle/alarmRule/${made.id}/restore`, {})
    },
  },
  'what an alarm’s rule would have said of the past': {
    lacking: seesSensors,
    hasCome: async () => told === '200',
    attempt: async (client) => {
      told = String(
        (
          await client.send('POST /wfpe/v1/{tenant}/alarm-rule/back-test', {
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
      await operator.call(`PUT /iam/v1/platform/tenants/${mine.id}/screens`, {
        screens: [{ screenName: '大屏', screenAddress: 'https://screen.example/1', screenType: 1 }],
      })
      const [screen] = await mine.admin.call<Made[]>('GET /wfpf/v1/{tenant}/tenant-screen')
      await client.send(`PUT /wfpf/v1/{tenant}/tenant-screen/${screen!.id}/channels`, {
        channels: [{ deviceId: sensor.id, metric: 'airTemperature' }],
      })
      const { code } = await client.call<{ code: string }>(
        `POST /wfpf/v1/{tenant}/tenant-screen/${screen!.id}/code`,
      )
      const anyone = new Client(app.http)
      anyone.token = (
        await anyone.call<{ access_token: string }>('POST /oauth/public/screen-token', { code })
      ).access_token
      told = (await anyone.send('GET /oauth/public/screen-values')).body
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
