import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { cancelCommand, type CommandRow } from '#contract/command/command.ts'
import { listen, newDevice, report } from './devices.ts'
import {
  app,
  becomes,
  logOf,
  mine,
  press,
  pressed,
  stateOf,
  switchOf,
  timePasses,
} from './control-ground.ts'

const commands = 'v1/devices/me/commands'

describe('a command', () => {
  test('goes out, is acknowledged, and only a report confirms it', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const { client, orders } = await listen(app, device)
    await report(client, { open: 0 })
    const made = await pressed(device, 'open', 1)
    expect(made).toMatchObject({
      state: 'created',
      wanted: 1,
      effect: 'open',
      origin: 'web',
      personName: expect.stringContaining('管理'),
      address: '127.0.0.1',
    })
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(60_000)
    await becomes(device, made.id, 'delivered')
    expect(orders).toEqual([
      { id: made.id, actuator: 'open', circuit: null, value: 1, expiresAt: made.expiresAt },
    ])
    expect(await switchOf(device, 'open')).toMatchObject({
      status: 0,
      state: 1,
      command: { id: made.id, state: 'delivered' },
    })
    await report(client, { open: 0 })
    await report(client, [{ ts: Date.now() - 3_600_000, values: { open: 1 } }])
    await wait(150)
    expect(await stateOf(device, made.id)).toBe('delivered')
    await report(client, { open: true })
    await becomes(device, made.id, 'confirmed')
    const [row] = await logOf(device)
    expect(row).toMatchObject({
      reported: 1,
      sentAt: expect.any(String),
      deliveredAt: expect.any(String),
      endedAt: expect.any(String),
    })
    // Times are answered to the millisecond and reckoned to the microsecond.
    expect(
      Math.abs(row!.latencyMs! - (Date.parse(row!.endedAt!) - Date.parse(row!.createdAt))),
    ).toBeLessThanOrEqual(2)
    expect(await switchOf(device, 'open')).toMatchObject({
      status: 1,
      state: 0,
      areaName: expect.any(String),
      landName: null,
    })
    await client.endAsync()
  })

  test('for a level is confirmed within a hundredth of its range', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const { client } = await listen(app, device)
    const made = await pressed(device, 'opening', 40)
    await becomes(device, made.id, 'delivered')
    await report(client, { opening: 42 })
    await report(client, { opening: 41 })
    await becomes(device, made.id, 'confirmed')
    expect((await logOf(device))[0]).toMatchObject({ reported: 41, effect: 'set' })
    await client.endAsync()
  })

  test('that its device rejects says why, and an answer about another one changes nothing', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const other = await newDevice(mine.admin, 'gateway')
    const { client } = await listen(app, device)
    const stranger = await listen(app, other)
    const made = await pressed(device, 'relay.3', 1)
    const answer = (id: number, ok: boolean, reason?: string) => JSON.stringify({ id, ok, reason })
    const theirsMade = await pressed(other, 'relay.1', 1)
    await stranger.client.publishAsync(`${commands}/answer`, answer(made.id, false, 'not mine'), {
      qos: 1,
    })
    for (const nonsense of [
      '',
      '{',
      'null',
      '[]',
      '{"id":-1,"ok":false}',
      `{"id":${made.id},"ok":"no"}`,
      JSON.stringify({ id: made.id, ok: false, reason: 'x'.repeat(5000) }),
    ]) {
      await client.publishAsync(`${commands}/answer`, nonsense, { qos: 1 })
    }
    expect(['created', 'sent', 'delivered']).toContain(await stateOf(device, made.id))
    await client.publishAsync(`${commands}/answer`, answer(made.id, false, '电源未接通\u0000'), {
      qos: 1,
    })
    await becomes(device, made.id, 'rejected')
    expect((await logOf(device))[0]).toMatchObject({
      reason: '电源未接通',
      latencyMs: expect.any(Number),
    })
    expect(['sent', 'delivered']).toContain(await stateOf(other, theirsMade.id))
    // What has ended has ended.
    await report(client, { 'relay.3': 1 })
    await client.publishAsync(`${commands}/answer`, answer(made.id, true), { qos: 1 })
    await wait(100)
    expect(await stateOf(device, made.id)).toBe('rejected')
    await Promise.all([client.endAsync(), stranger.client.endAsync()])
  })

  test('that was delivered and not confirmed times out', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const { client } = await listen(app, device)
    const made = await pressed(device, 'open', 1)
    await becomes(device, made.id, 'delivered')
    await timePasses(made.id)
    await becomes(device, made.id, 'timedOut')
    // The shown value follows the report all the same.
    await report(client, { open: 1 })
    expect([await stateOf(device, made.id), (await switchOf(device, 'open')).status]).toEqual([
      'timedOut',
      1,
    ])
    // It was not in time, and it was: both are said.
    const kept = async () => (await logOf(device)).find(({ id }) => id === made.id)!
    await expect.poll(kept).toMatchObject({
      state: 'timedOut',
      reported: 1,
      latencyMs: null,
      lateAt: expect.any(String),
    })
    // Whoever has been told otherwise since does not answer the older order.
    const second = await pressed(device, 'open', 0)
    await becomes(device, second.id, 'delivered')
    // A valve that is stuck speaks all the same: the log has what it said.
    await report(client, { open: 1 })
    await timePasses(second.id)
    await becomes(device, second.id, 'timedOut')
    const third = await pressed(device, 'open', 1)
    await report(client, { open: 0 })
    await becomes(device, third.id, 'delivered')
    expect((await logOf(device)).find(({ id }) => id === second.id)!).toMatchObject({
      reported: 1,
      lateAt: null,
    })
    await client.endAsync()
  })

  test('to a dead device expires, and is not carried out when the device comes back', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const made = await pressed(device, 'open', 1)
    await wait(1200)
    expect(await stateOf(device, made.id)).toBe('created')
    await timePasses(made.id)
    await becomes(device, made.id, 'expired')
    const { client, orders } = await listen(app, device)
    await wait(1300)
    expect(orders).toEqual([])
    expect((await logOf(device)).map(({ state }) => state)).toEqual(['expired'])
    // Not even when nobody has looked at it since its time was over.
    await client.endAsync()
    const second = await pressed(device, 'open', 1)
    await timePasses(second.id)
    const back = await listen(app, device)
    await becomes(device, second.id, 'expired')
    expect(back.orders).toEqual([])
    await back.client.endAsync()
  })

  test('waits for its device as long as it may live', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const made = await pressed(device, 'open', 1)
    const { client, orders } = await listen(app, device)
    await becomes(device, made.id, 'delivered')
    expect(orders.map(({ id }) => id)).toEqual([made.id])
    await client.endAsync()
  })

  test('to a connection that died without a word is not acknowledged and not sent again', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const { client } = await listen(app, device)
    client.removeAllListeners('message')
    client.stream.on('data', () => undefined)
    ;(
      client as unknown as { handleMessage: (packet: unknown, done: () => void) => void }
    ).handleMessage = () => undefined
    const made = await pressed(device, 'open', 1)
    await becomes(device, made.id, 'sent')
    client.stream.destroy()
    const back = await listen(app, device)
    await wait(1200)
    expect([back.orders, await stateOf(device, made.id)]).toEqual([[], 'sent'])
    await timePasses(made.id)
    await becomes(device, made.id, 'expired')
    await back.client.endAsync()
  })

  test('gives way to a newer one; the same again is refused', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const { client, orders } = await listen(app, device)
    const first = await pressed(device, 'open', 1)
    const again = await press(device, 'open', 1)
    expect([again.statusCode, again.json().code]).toEqual([409, 'command.pending'])
    await becomes(device, first.id, 'delivered')
    const second = await pressed(device, 'open', 0)
    await becomes(device, second.id, 'delivered')
    expect(await stateOf(device, first.id)).toBe('superseded')
    await report(client, { open: 0 })
    await becomes(device, second.id, 'confirmed')
    expect(orders.map(({ value }) => value)).toEqual([1, 0])
    await client.endAsync()
  })

  test('of a double click is one, and of two people at once is one too', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const { client, orders } = await listen(app, device)
    const [one, two] = await Promise.all(
      [0, 1].map(() => press(device, 'open', 1, {}, { 'idempotency-key': `click-${device.id}` })),
    )
    const three = await press(device, 'open', 1, {}, { 'idempotency-key': `click-${device.id}` })
    const ids = [one, two, three]
      .filter((answer) => answer!.statusCode === 200)
      .map((answer) => (answer!.json() as CommandRow).id)
    expect([new Set(ids).size, three.statusCode]).toEqual([1, 200])
    const race = await Promise.all(Array.from({ length: 6 }, () => press(device, 'open', 0)))
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
    await expect.poll(() => orders.length).toBe(2)
    await wait(200)
    expect(orders.map(({ value }) => value)).toEqual([1, 0])
    await client.endAsync()
  })

  test('can be taken back before it has gone out, and not after', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const made = await pressed(device, 'open', 1)
    expect(await mine.admin.call(cancelCommand, { id: made.id })).toMatchObject({
      state: 'cancelled',
    })
    const { client, orders } = await listen(app, device)
    const second = await pressed(device, 'open', 1)
    await becomes(device, second.id, 'delivered')
    const late = await mine.admin.send(cancelCommand, { id: second.id })
    expect([late.statusCode, late.json().code, orders.length]).toEqual([409, 'command.left', 1])
    await client.endAsync()
  })
})
