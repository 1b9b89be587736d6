import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import type { CommandRow } from '#contract/equipment/command.ts'
import type { SwitchRow } from '#contract/equipment/switch.ts'
import { rows } from '#server/db/database.ts'
import { stopIrrigation } from '#server/engines/control/irrigation.ts'
import { publishPacket } from '#server/mqtt/command-link.ts'
import { readAnswer } from '#server/mqtt/route-publish.ts'
import { connect, ended, listen, newDevice, report, type Field, type Order } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember } from './harness.ts'

const { app, mine, theirs } = await twoFarms()

const commands = 'v1/devices/me/commands'
const switchesOf = async (device: Field) =>
  (
    await mine.admin.call<Page<SwitchRow>>('GET /wfpe/v1/{tenant}/device/gateway/switch', {
      deviceId: String(device.id),
    })
  ).content
const switchOf = async (device: Field, channel: string) =>
  (await switchesOf(device)).find((one) => one.channel === channel)!
const press = async (
  device: Field,
  channel: string,
  value: number,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  mine.admin.send(
    `POST /wfpe/v1/{tenant}/device/gateway/switch/${(await switchOf(device, channel)).id}/control`,
    { value, ...more },
    headers,
  )
const pressed = async (device: Field, channel: string, value: number) => {
  const answer = await press(device, channel, value, { confirmation: device.name })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as CommandRow
}
const logOf = (device: Field) =>
  mine.admin.call<CommandRow[]>(`GET /wfpe/v1/{tenant}/device/${device.id}/commands`)
const stateOf = async (device: Field, id: number) =>
  (await logOf(device)).find((one) => one.id === id)!.state
const becomes = (device: Field, id: number, state: string) =>
  expect.poll(() => stateOf(device, id), { timeout: 4000, interval: 40 }).toBe(state)
/** As if its time to live were over. */
const timePasses = (id: number) =>
  app.db.write(mine.id, (tx) =>
    sql`update device_command set expires_at = now() - interval '1 millisecond' where id = ${id}`.execute(
      tx,
    ),
  )

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
    await timePasses(second.id)
    await becomes(device, second.id, 'timedOut')
    const third = await pressed(device, 'open', 1)
    await report(client, { open: 0 })
    await becomes(device, third.id, 'delivered')
    expect((await logOf(device)).find(({ id }) => id === second.id)!.lateAt).toBeNull()
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
    expect(
      await mine.admin.call(`POST /wfpe/v1/{tenant}/device/command/${made.id}/cancel`),
    ).toMatchObject({ state: 'cancelled' })
    const { client, orders } = await listen(app, device)
    const second = await pressed(device, 'open', 1)
    await becomes(device, second.id, 'delivered')
    const late = await mine.admin.send(
      `POST /wfpe/v1/{tenant}/device/command/${second.id}/cancel`,
      {},
    )
    expect([late.statusCode, late.json().code, orders.length]).toEqual([409, 'command.left', 1])
    await client.endAsync()
  })
})

describe('a motor', () => {
  test('is stopped and stands for two seconds before it turns back', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const { client, orders } = await listen(app, device)
    const times: number[] = []
    client.on('message', (_topic, payload) => {
      times.push(Date.now())
      const { actuator, circuit, value } = JSON.parse(payload.toString()) as Order
      void report(client, { [`${actuator}.${circuit}`]: value })
    })
    await report(client, { 'motor.1': 1 })
    const made = await pressed(device, 'motor.1', 2)
    expect(made).toMatchObject({ state: 'waiting', effect: 'rollUp' })
    await becomes(device, made.id, 'confirmed')
    expect(orders.map(({ value }) => value)).toEqual([0, 2])
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2000)
    expect(times[1]! - times[0]!).toBeLessThan(3000)
    expect(
      (await logOf(device)).map(({ origin, effect, state }) => [origin, effect, state]),
    ).toEqual([
      ['web', 'rollUp', 'confirmed'],
      ['deadTime', 'stop', 'confirmed'],
    ])
    await client.endAsync()
  })
  test('does not turn back when nothing says that it stopped', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const { client, orders } = await listen(app, device)
    await report(client, { 'motor.1': 1 })
    const made = await pressed(device, 'motor.1', 2)
    const stop = (await logOf(device)).find(({ origin }) => origin === 'deadTime')!
    await becomes(device, stop.id, 'delivered')
    await timePasses(stop.id)
    await becomes(device, made.id, 'cancelled')
    expect([orders.map(({ value }) => value), (await logOf(device))[0]!.reason]).toEqual([
      [0],
      'stopFailed',
    ])
    await client.endAsync()
  })
  test('is dangerous: its device has to be named', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    for (const confirmation of [undefined, '', 'another']) {
      const answer = await press(device, 'motor.1', 1, { confirmation })
      expect([
        answer.statusCode,
        answer.json().code,
        Object.keys(answer.json().fields as object),
      ]).toEqual([422, 'command.confirm', ['confirmation']])
    }
    expect(await logOf(device)).toEqual([])
    // Nobody has to type a name to stop it.
    expect((await press(device, 'motor.1', 0)).statusCode).toBe(200)
  })
})

test('two processes: whichever the device is connected to sends, and either sees the end', async () => {
  const beside = await app.beside({ mqtt: { host: '127.0.0.1', port: 0 } })
  const device = await newDevice(mine.admin, 'electric_valve')
  for (const where of [beside, app]) {
    const { client, orders } = await listen(where, device)
    const made = await pressed(device, 'open', where === app ? 0 : 1)
    await becomes(device, made.id, 'delivered')
    await report(client, { open: made.wanted })
    await becomes(device, made.id, 'confirmed')
    await wait(1100)
    expect(orders.map(({ id }) => id)).toEqual([made.id])
    const gone = ended(client)
    await client.endAsync()
    await gone
  }
})

test('a process that dies between writing down and sending sends nothing twice and loses no row', async () => {
  const device = await newDevice(mine.admin, 'electric_valve')
  const made = await pressed(device, 'open', 1)
  // Written down as sent, and then the end.
  await app.db.write(mine.id, (tx) =>
    sql`update device_command set state = 'sent', sent_at = clock_timestamp(),
      left_at = clock_timestamp() where id = ${made.id}`.execute(tx),
  )
  const { client, orders } = await listen(app, device)
  const next = await app.beside({ mqtt: { host: '127.0.0.1', port: 0 } })
  await wait(300)
  expect([orders, await stateOf(device, made.id)]).toEqual([[], 'sent'])
  // What was acknowledged to, and reported to, a process that died before it looked.
  await app.db.write(mine.id, (tx) =>
    sql`update device_command set state = 'delivered', delivered_at = clock_timestamp(),
      answers_from = clock_timestamp() where id = ${made.id}`.execute(tx),
  )
  await app.db.write(mine.id, (tx) =>
    sql`insert into telemetry (tenant_id, device_id, metric, at, value, received_at)
      values (${mine.id}, ${device.id}, 'open', clock_timestamp(), 1, clock_timestamp())`.execute(
      tx,
    ),
  )
  const third = await app.beside()
  await becomes(device, made.id, 'confirmed')
  await Promise.all([client.endAsync(), next.close(), third.close()])
})

describe('calls', () => {
  test('the specified one names the switch by EUI and circuit, in the session’s tenant', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const { client, orders } = await listen(app, device)
    const { id: switchId, eui, circuit } = await switchOf(device, 'relay.2')
    const send = (body: Record<string, unknown>, who = mine.admin, headers = {}) =>
      who.send('POST /mqtt/control/switch', { switchId, sw: 1, eui, circuit, ...body }, headers)
    expect((await send({}, theirs.admin)).statusCode).toBe(404)
    expect(Object.keys((await send({ eui: 'other' })).json().fields as object)).toEqual(['eui'])
    expect(Object.keys((await send({ circuit: 3 })).json().fields as object)).toEqual(['circuit'])
    expect((await send({ sw: 7 })).statusCode).toBe(422)
    const without = await newMember(app, mine, ['wfpf.company.system.deviceManager'])
    expect((await send({}, without)).json()).toMatchObject({
      missing: ['wfpf.farm.equipment.gateway.ps.delCollection'],
    })
    const [first, second] = [
      await send({}, mine.admin, { 'idempotency-key': `spec-${switchId}` }),
      await send({}, mine.admin, { 'idempotency-key': `spec-${switchId}` }),
    ]
    expect(first.json()).toMatchObject({ origin: 'api', wanted: 1 })
    expect(second.json()).toEqual(first.json())
    await expect.poll(() => orders.length).toBe(1)
    expect(orders[0]).toMatchObject({ actuator: 'relay', circuit: 2, value: 1 })
    await client.endAsync()
  })

  test('several devices at once: each answers for itself', async () => {
    const devices = [
      await newDevice(mine.admin, 'electric_valve'),
      await newDevice(mine.admin, 'gateway'),
      await newDevice(mine.admin, 'electric_valve', { enabledFlag: 0 }),
    ]
    const foreign = await newDevice(theirs.admin, 'electric_valve')
    const results = await mine.admin.send(
      'POST /wfpe/v1/{tenant}/device/control',
      { deviceIds: [...devices, foreign].map(({ id }) => id), channel: 'open', value: 1 },
      { 'accept-language': 'en-US' },
    )
    const rows = results.json() as {
      deviceId: number
      command: CommandRow | null
      refusal: string | null
    }[]
    const of = (id: number) => rows.find(({ deviceId }) => deviceId === id)!
    expect(of(devices[0]!.id)).toMatchObject({
      command: { state: 'created', origin: 'group' },
      refusal: null,
    })
    expect([
      of(devices[1]!.id).refusal,
      of(devices[2]!.id).refusal,
      of(foreign.id).command,
    ]).toEqual([
      'This device has nothing of that kind to control',
      'The device is disabled and cannot be controlled',
      null,
    ])
    const motor = await mine.admin.call<typeof rows>('POST /wfpe/v1/{tenant}/device/control', {
      deviceIds: [devices[1]!.id],
      channel: 'motor.1',
      value: 1,
    })
    expect(motor).toMatchObject([{ command: null, refusal: '请输入设备名称以确认' }])
  })

  test('a switch is renamed, becomes what its actuator can be, and drives equipment', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const pump = await newDevice(mine.admin, 'gateway')
    const relay = await switchOf(device, 'relay.1')
    const edit = (body: Record<string, unknown>) =>
      mine.admin.send('PUT /wfpe/v1/{tenant}/device/gateway/switch', {
        id: relay.id,
        name: '补光灯',
        switchType: 'plain',
        relatedEquip: null,
        enabledFlag: 1,
        objectVersionNumber: relay.objectVersionNumber,
        ...body,
      })
    expect(
      Object.keys((await edit({ switchType: 'rollerBlind' })).json().fields as object),
    ).toEqual(['switchType'])
    expect(Object.keys((await edit({ switchType: 'related' })).json().fields as object)).toEqual([
      'relatedEquip',
    ])
    expect(
      Object.keys(
        (await edit({ switchType: 'related', relatedEquip: device.id })).json().fields as object,
      ),
    ).toEqual(['relatedEquip'])
    expect((await edit({})).statusCode).toBe(200)
    expect((await edit({})).statusCode).toBe(409)
    const free = await mine.admin.call<Page<SwitchRow>>(
      'GET /wfpe/v1/{tenant}/device/gateway/can-bind-switch',
      { deviceId: String(device.id) },
    )
    expect([free.totalElements, free.size]).toEqual([10, 20])
    const bound = await mine.admin.call<SwitchRow>(
      'POST /wfpe/v1/{tenant}/device/gateway/bind-switch',
      { switchId: relay.id, relatedEquip: pump.id },
    )
    expect(bound).toMatchObject({
      name: '补光灯',
      type: 'related',
      relatedEquip: pump.id,
      relatedEquipName: pump.name,
      switchTypeName: '关联设备',
    })
    expect(
      (
        await mine.admin.call<SwitchRow>('POST /wfpe/v1/{tenant}/device/gateway/bind-switch', {
          switchId: relay.id,
          relatedEquip: null,
        })
      ).type,
    ).toBe('plain')
    const foreign = await newDevice(theirs.admin, 'gateway')
    expect(
      (
        await mine.admin.send('POST /wfpe/v1/{tenant}/device/gateway/bind-switch', {
          switchId: relay.id,
          relatedEquip: foreign.id,
        })
      ).statusCode,
    ).toBe(422)
    expect(
      (
        await theirs.admin.send('POST /wfpe/v1/{tenant}/device/gateway/bind-switch', {
          switchId: relay.id,
          relatedEquip: null,
        })
      ).statusCode,
    ).toBe(404)
  })

  test('a device that is switched off or deleted is told nothing more, and the log remembers it', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const made = await pressed(device, 'open', 1)
    await mine.admin.call(`DELETE /wfpe/v1/{tenant}/device/${device.id}`)
    const log = await mine.admin.call<Page<CommandRow & { areaIdName: string }>>(
      'GET /wfpe/v1/{tenant}/device/control-log',
      { deviceName: String(device.name) },
    )
    expect(log.content).toMatchObject([
      {
        id: made.id,
        state: 'cancelled',
        reason: 'deviceOff',
        deviceId: null,
        deviceName: device.name,
      },
    ])
  })
})

test('irrigation stops where it runs or is about to', async () => {
  const open = await newDevice(mine.admin, 'electric_valve')
  const closed = await newDevice(mine.admin, 'electric_valve', { areaId: open.areaId })
  const opening = await newDevice(mine.admin, 'electric_valve', { areaId: open.areaId })
  const elsewhere = await newDevice(mine.admin, 'electric_valve')
  for (const device of [open, elsewhere, closed]) {
    const client = await connect(app, device)
    await report(client, { open: device === closed ? 0 : 1 })
    await client.endAsync()
  }
  const pending = await pressed(opening, 'open', 1)
  const { made } = await app.db.write(mine.id, (tx) =>
    stopIrrigation(tx, mine.id, { areaId: Number(open.areaId) }, 'alarm-7'),
  )
  expect(made.length).toBe(2)
  expect((await logOf(open))[0]).toMatchObject({
    effect: 'close',
    origin: 'alarm',
    requestId: 'alarm-7',
    personName: null,
  })
  expect(await stateOf(opening, pending.id)).toBe('superseded')
  expect([await logOf(closed), await logOf(elsewhere)]).toEqual([[], []])
  expect(
    await app.db.write(mine.id, (tx) =>
      stopIrrigation(tx, mine.id, { areaId: Number(open.areaId) }),
    ),
  ).toEqual({ made: [], refused: 0 })
})

test('irrigation stops whatever it is that irrigates, and nothing else', async () => {
  const base = (await newDevice(mine.admin)).areaId
  const types = deviceTypeNames.flatMap((deviceType) =>
    switchPlaces(deviceTypeNamed(deviceType))
      .filter(({ about }) => about.kind !== 'reset')
      .map(({ channel, about }) => ({ deviceType, channel, irrigates: about.irrigates })),
  )
  const running = []
  for (const { deviceType, channel, irrigates } of types) {
    const device = await newDevice(mine.admin, deviceType, { areaId: base })
    const client = await connect(app, device)
    await report(client, { [channel]: 1 })
    await client.endAsync()
    running.push({ device, deviceType, channel, irrigates })
  }
  const mark = async (device: Field, channel: string, irrigatesFlag: 0 | 1) => {
    const { id, objectVersionNumber, type } = await switchOf(device, channel)
    await mine.admin.call('PUT /wfpe/v1/{tenant}/device/gateway/switch', {
      id,
      objectVersionNumber,
      switchType: type,
      enabledFlag: 1,
      irrigatesFlag,
    })
  }
  const relay = running.find(
    ({ deviceType, channel }) => deviceType === 'gateway' && channel === 'relay.2',
  )!
  const drip = running.find(
    ({ deviceType, channel }) => deviceType === 'lorawan_node' && channel === 'relay.2',
  )!
  await mark(relay.device, 'relay.2', 1)
  await mark(drip.device, 'relay.2', 0)
  const { made } = await app.db.write(mine.id, (tx) =>
    stopIrrigation(tx, mine.id, { areaId: Number(base) }, 'alarm-8'),
  )
  const told = await app.db.read(mine.id, (tx) =>
    rows<{ deviceType: string; channel: string; wanted: number }>(
      tx,
      sql`select device_type, channel, wanted from device_command where id = any(${made}::bigint[])`,
    ),
  )
  expect(told.every(({ wanted }) => wanted === 0)).toBe(true)
  expect(told.map(({ deviceType, channel }) => `${deviceType}/${channel}`).sort()).toEqual([
    'electric_valve/open',
    'gateway/relay.2',
    'injection/running',
    'inverter/run',
    'lorawan_node/relay.1',
    'waterFertilizer/running',
  ])
})

test('packets are as MQTT 3.1.1 has them', () => {
  expect(publishPacket('a/b', 'x', 0, 5)).toEqual(Buffer.from([0x30, 6, 0, 3, 97, 47, 98, 120]))
  expect(publishPacket('a', '', 1, 258)).toEqual(Buffer.from([0x32, 5, 0, 1, 97, 1, 2]))
  expect([...publishPacket('a', 'y'.repeat(300), 0, 1).subarray(0, 3)]).toEqual([0x30, 0xaf, 0x02])
  expect(readAnswer(Buffer.from('{"id":3,"ok":true,"reason":5}'))).toEqual({
    id: 3,
    ok: true,
    reason: undefined,
  })
})

test('a list asks for the switches of all its rows at once, of types that one sees', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const gateway = await newDevice(mine.admin, 'gateway')
  const foreign = await newDevice(theirs.admin, 'electric_valve')
  const ask = (client = mine.admin) =>
    client.call<SwitchRow[]>('GET /wfpe/v1/{tenant}/device/switches', {
      deviceIds: [valve.id, gateway.id, foreign.id].join(','),
    })
  const found = await ask()
  expect(
    [valve, gateway, foreign].map(
      ({ id }) => found.filter(({ deviceId }) => deviceId === id).length,
    ),
  ).toEqual([2, 10, 0])
  const waterman = await newMember(app, mine, [deviceTypeNamed('electric_valve').permissions.list])
  expect([...new Set((await ask(waterman)).map(({ deviceId }) => deviceId))]).toEqual([valve.id])
})
