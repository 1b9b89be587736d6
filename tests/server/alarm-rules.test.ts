import { callOf } from '#contract/entity-calls.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { alarmRule, backTestRule } from '#contract/alarm/alarm-rule.ts'
import { row } from '#server/db/database.ts'
import { alarmApp, listed, newRule, say, until } from './alarm-ground.ts'
import { newDevice } from './devices.ts'
import { newTenant } from './harness.ts'

const app = await alarmApp()

describe('a rule', () => {
  test('is tried on what is stored before it is saved, by the code that will run it', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin, 'gateway_weather', { reportMinutes: 10 })
    const start = Date.now() - 24 * 3_600_000
    const values = Array.from({ length: 144 }, (_, i) => ({
      at: start + i * 600_000,
      value: i >= 60 && i < 66 ? 39 : i === 100 ? 37 : 25,
    }))
    await app.ingestQueue.message(
      tenant.id,
      {
        device: device.id,
        points: values.map((one) => ({ ...one, metric: 'airTemperature', clock: 0 as const })),
        problems: [],
        bytes: 1,
        text: '',
        receivedAt: Date.now(),
      },
      () => undefined,
    )
    await until(
      async () =>
        (await app.db.read(tenant.id, (tx) =>
          row<{ n: number }>(
            tx,
            sql`select count(*) as n from telemetry where device_id = ${device.id}`,
          ),
        ))!.n === 144,
    )
    const rule = {
      level: 2,
      deviceType: 'gateway_weather',
      trigger: 'threshold',
      metric: 'airTemperature',
      operator: 'above',
      value: 35,
    }
    const ask = (more: object) =>
      tenant.admin.call(backTestRule, {
        ...rule,
        ...more,
      })
    expect(await ask({})).toMatchObject({
      total: 2,
      devices: 1,
      samples: 144,
      alarms: [
        { peak: 37 },
        {
          peak: 39,
          deviceName: expect.any(String),
          beganAt: new Date(start + 60 * 600_000).toISOString(),
        },
      ],
    })
    expect(await ask({ durationSeconds: 1800 })).toMatchObject({
      total: 1,
      notices: 2,
      alarms: [
        {
          beganAt: new Date(start + 63 * 600_000).toISOString(),
          clearedAt: new Date(start + 66 * 600_000).toISOString(),
        },
      ],
    })
    expect((await ask({ trigger: 'rate', value: 5, rateMinutes: 20 })).total).toBe(2)
    expect((await tenant.admin.call(callOf(alarmRule, 'list'))).totalElements).toBe(0)
    const wrong = await tenant.admin.send(backTestRule, {
      ...rule,
      value: null,
    })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['value']])
  })
  test('says at the field what means nothing', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    const bad = async (more: Record<string, unknown>) => {
      const answer = await tenant.admin.send(callOf(alarmRule, 'create'), {
        name: '规则',
        level: 2,
        deviceType: 'gateway_weather',
        trigger: 'threshold',
        metric: 'airTemperature',
        operator: 'above',
        value: 35,
        ...more,
      })
      return [answer.statusCode, ...Object.keys(answer.json().fields ?? {})]
    }
    expect(await bad({ metric: 'humidity' })).toEqual([422, 'metric'])
    expect(await bad({ metric: null })).toEqual([422, 'metric'])
    expect(await bad({ operator: 'outside', value2: 20 })).toEqual([422, 'value2'])
    expect(await bad({ severeValue: 30 })).toEqual([422, 'severeValue'])
    expect(await bad({ trigger: 'rate', rateMinutes: 5, operator: 'between', value2: 40 })).toEqual(
      [422, 'operator'],
    )
    expect(await bad({ deviceType: 'soil', metric: 'humidity', deviceIds: [device.id] })).toEqual([
      422,
      'deviceIds',
    ])
  })
  test('that is switched off ends its alarms', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    const rule = await newRule(tenant.admin, {})
    await say(app, tenant, device, 40)
    await until(async () => (await listed(tenant.admin, { state: 'open' })).totalElements === 1)
    const now = await tenant.admin.call(callOf(alarmRule, 'show'), { id: rule.id })
    const { id, objectVersionNumber, name, level, deviceType, trigger, metric, operator, value } =
      now
    await tenant.admin.call(callOf(alarmRule, 'edit'), {
      id,
      objectVersionNumber,
      name,
      level,
      deviceType,
      trigger,
      metric,
      operator,
      value,
      enabledFlag: 0,
    })
    await until(
      async () => (await listed(tenant.admin, { state: 'cleared' })).totalElements === 1,
      8000,
    )
  })
})
