import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deviceCommand } from '#contract/command/command.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { row } from '#server/db/database.ts'
import {
  alarmApp,
  bell,
  detailOf,
  later,
  listed,
  newContact,
  newRule,
  say,
  until,
} from './alarm-ground.ts'
import { connect, newDevice, report } from './devices.ts'
import { newTenant } from './harness.ts'

const app = await alarmApp()
const mine = await newTenant(app)

describe('an alarm', () => {
  test('comes from a device’s message to the bell within two seconds, and goes with the value', async () => {
    const device = await newDevice(mine.admin)
    await newContact(mine)
    await newRule(mine.admin, { name: '大棚气温过高', areaId: device.areaId })
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const stop = new AbortController()
    const stream = await fetch(`${address}/iam/v1/${mine.id}/live`, {
      headers: { authorization: `Bearer ${mine.admin.token}` },
      signal: stop.signal,
    })
    const events: { at: number; text: string }[] = []
    void (async () => {
      for await (const chunk of stream.body!)
        events.push({ at: performance.now(), text: new TextDecoder().decode(chunk as Uint8Array) })
    })().catch(() => undefined)
    const client = await connect(app, device)
    await report(client, { values: { airTemperature: 25 } })
    await wait(300)
    const before = performance.now()
    await report(client, { values: { airTemperature: 38.5 } })
    const rung = await until(async () =>
      events.find(({ at, text }) => at > before && text.includes('"resource":"messages"')),
    )
    console.log(`message to bell: ${Math.round(rung.at - before)} ms`)
    expect(rung.at - before).toBeLessThan(2000)
    const {
      content: [alarm],
    } = await listed(mine.admin, { deviceId: String(device.id) })
    expect(alarm).toMatchObject({
      ruleName: '大棚气温过高',
      state: 'active',
      level: 2,
      value: 38.5,
      metric: 'airTemperature',
      deviceId: device.id,
    })
    const [message] = await bell(mine.admin)
    expect(message!.subject).toBe(`【警告】大棚气温过高：${alarm!.deviceName}`)
    expect(message!.content).toContain('空气温度 38.5 °C，高于 35 °C')
    await report(client, { values: { airTemperature: 30 } })
    const cleared = await until(async () =>
      (await listed(mine.admin, { deviceId: String(device.id) })).content.find(
        ({ state }) => state === 'cleared',
      ),
    )
    expect(cleared.clearedAt).not.toBeNull()
    const [over] = await bell(mine.admin)
    expect(over!.subject).toContain('【已恢复】')
    // Why it came, not how it ended.
    expect(over!.content).toContain('空气温度 38.5 °C，高于 35 °C')
    stop.abort()
    await client.endAsync()
  })

  test('is one, however many processes see the value, and survives a new process', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newContact(tenant)
    await newRule(tenant.admin, { durationSeconds: 60, silenceSeconds: 0 })
    const beside = await app.beside({ mqtt: undefined })
    const at = Date.now() - 200_000
    await Promise.all([
      say(app, tenant, device, 40, at),
      say(beside, tenant, device, 41, at + 1000),
    ])
    await wait(300)
    // The one that saw the beginning does not see the end of the duration.
    await Promise.all([
      say(beside, tenant, device, 42, at + 61_000),
      say(app, tenant, device, 42.5, at + 61_500),
    ])
    await until(async () => (await listed(tenant.admin)).totalElements > 0)
    await wait(300)
    const { content } = await listed(tenant.admin)
    expect(content.map(({ state }) => state)).toEqual(['active'])
    expect((await bell(tenant.admin)).length).toBe(1)
  })

  test('that says so closes the valves of its ground, and says that it did', async () => {
    const valve = await newDevice(mine.admin, 'electric_valve')
    const { areaId } = await mine.admin.call(callOf(deviceEntity, 'show'), { id: valve.id })
    const probe = await newDevice(mine.admin, 'soil', { areaId })
    const elsewhere = await newDevice(mine.admin, 'electric_valve')
    const client = await connect(app, valve)
    const told: { actuator: string; value: number }[] = []
    client.on('message', (_topic, payload) =>
      told.push(JSON.parse(payload.toString()) as { actuator: string; value: number }),
    )
    await client.subscribeAsync('v1/devices/me/commands', { qos: 1 })
    await report(client, { open: 1 })
    await say(app, mine, elsewhere, 1, Date.now(), 'open')
    const rule = await newRule(mine.admin, {
      deviceType: 'soil',
      metric: 'humidity.1',
      value: 40,
      action: 'stopIrrigation',
    })
    await say(app, mine, probe, 45, Date.now(), 'humidity.1')
    await until(async () => told.length > 0)
    expect(told).toMatchObject([{ actuator: 'open', value: 0 }])
    const [alarm] = (await listed(mine.admin, { ruleId: String(rule.id) })).content
    expect((await detailOf(mine.admin, alarm!.id)).journal).toContainEqual(
      expect.objectContaining({ kind: 'irrigationStopped', detail: { count: 1 } }),
    )
    await report(client, { open: 0 })
    const { content } = await mine.admin.call(callOf(deviceCommand, 'list'), { size: 0 })
    const names = await Promise.all(
      [valve, elsewhere].map(
        async ({ id }) => (await mine.admin.call(callOf(deviceEntity, 'show'), { id })).name,
      ),
    )
    expect(
      names.map(
        (name) =>
          content.filter(({ deviceName, origin }) => deviceName === name && origin === 'alarm')
            .length,
      ),
    ).toEqual([1, 0])
    await client.endAsync()
  })

  test('is not raised by history: values that come late, or after newer ones', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin, 'gateway_weather', { reportMinutes: 5 })
    await newRule(tenant.admin, {})
    const now = Date.now()
    await say(app, tenant, device, 25, now)
    await say(app, tenant, device, 50, now - 3 * 3_600_000)
    await wait(200)
    await say(app, tenant, device, 50, now - 60_000)
    await wait(400)
    expect((await listed(tenant.admin)).totalElements).toBe(0)
    // It could have been raised.
    await say(app, tenant, device, 50, now + 1)
    await until(async () => (await listed(tenant.admin)).totalElements === 1)
  })

  test('of one layer says nothing of another', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin, 'soil')
    await newRule(tenant.admin, {
      deviceType: 'soil',
      metric: 'humidity',
      operator: 'below',
      value: 15,
      hysteresis: 2,
    })
    await say(app, tenant, device, 12, Date.now(), 'humidity.1')
    await say(app, tenant, device, 30, Date.now(), 'humidity.2')
    await until(async () => (await listed(tenant.admin)).totalElements === 1)
    await wait(200)
    expect((await listed(tenant.admin)).content.map(({ metric }) => metric)).toEqual(['humidity.1'])
  })
})

describe('silence', () => {
  test('of a device is an alarm at its last word and so many minutes, by the server’s clock', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newRule(tenant.admin, {
      trigger: 'offline',
      silentMinutes: 10,
      metric: null,
      operator: null,
      value: null,
      level: 3,
    })
    await say(app, tenant, device, 20)
    await app.db.write(tenant.id, (tx) =>
      sql`update device set online = 0 where id = ${device.id}`.execute(tx),
    )
    const seen = Date.parse(
      (await app.db.read(tenant.id, (tx) =>
        row<{ lastSeenAt: string }>(
          tx,
          sql`select last_seen_at from device where id = ${device.id}`,
        ),
      ))!.lastSeenAt,
    )
    await later(app, tenant, seen + 9 * 60_000)
    expect((await listed(tenant.admin)).totalElements).toBe(0)
    await later(app, tenant, seen + 11 * 60_000)
    const [alarm] = (await listed(tenant.admin)).content
    expect([alarm!.state, Date.parse(alarm!.beganAt)]).toEqual(['active', seen + 10 * 60_000])
    // A sign of life is written down once a second.
    await wait(1100)
    await say(app, tenant, device, 21)
    await until(async () => (await listed(tenant.admin)).content[0]!.state === 'cleared', 8000)
  })
  test('of a channel is one too', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newRule(tenant.admin, {
      trigger: 'noData',
      silentMinutes: 30,
      metric: 'windSpeed',
      operator: null,
      value: null,
    })
    await say(app, tenant, device, 2, Date.now() - 29 * 60_000, 'windSpeed')
    await later(app, tenant, Date.now())
    expect((await listed(tenant.admin)).totalElements).toBe(0)
    await later(app, tenant, Date.now() + 2 * 60_000)
    expect((await listed(tenant.admin)).content[0]).toMatchObject({
      trigger: 'noData',
      metric: 'windSpeed',
      state: 'active',
    })
  })
})
