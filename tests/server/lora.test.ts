import { Aedes } from 'aedes'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceMessage, LatestValue } from '#contract/equipment/device-calls.ts'
import type { LoraNetworkState } from '#contract/equipment/lora.ts'
import { CodecRunner } from '#server/engines/lora/codec.ts'
import { loraEventOf } from '#server/engines/lora/event.ts'
import { newDevice } from './devices.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
let theirs: Tenant
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 }, privateBrokers: true })
  mine = await newTenant(app)
  theirs = await newTenant(app)
})
afterAll(() => app.end())

const script = `function decodeUplink(input) {
  return { data: { airTemperature: ((input.bytes[0] << 8) | input.bytes[1]) / 10, airHumidity: input.bytes[2] } }
}`
let lastEui = 0xa8404100
const newEui = () => `${(++lastEui).toString(16)}00aabbcc`.padStart(16, '0')
const up = (devEui: string, more: Record<string, unknown> = {}) => ({
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: new Date(Date.now() - 2000).toISOString(),
  deviceInfo: { tenantId: 't', applicationId: 'a', deviceName: '东一区节点', devEui, tags: {} },
  devAddr: '00189440',
  adr: true,
  dr: 1,
  fCnt: 4,
  fPort: 2,
  confirmed: true,
  data: Buffer.from([0x00, 0xe1, 0x3e]).toString('base64'),
  rxInfo: [
    { gatewayId: 'g1', rssi: -97, snr: 5.2 },
    { gatewayId: 'g2', rssi: -61, snr: 9 },
  ],
  ...more,
})
const latest = async (tenant: Tenant, id: number) =>
  Object.fromEntries(
    (await tenant.admin.call<LatestValue[]>(`GET /wfpe/v1/{tenant}/device/${id}/latest`)).map(
      ({ metric, value }) => [metric, value],
    ),
  )
const network = async (tenant: Tenant, more: Record<string, unknown> = {}) => {
  const { id } = await tenant.admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/lora-network', {
    name: unique('网络'),
    enabledFlag: 1,
    ...more,
  })
  const { token } = await tenant.admin.call<{ token: string }>(
    `PUT /wfpe/v1/{tenant}/lora-network/${id}/token`,
  )
  const push = (body: unknown, event = 'up', bearer = token) =>
    app.http.inject({
      method: 'POST',
      url: `/ingest/v1/lorawan?event=${event}`,
      headers: { authorization: `Bearer ${bearer}` },
      payload: body as object,
    })
  const state = () =>
    tenant.admin.call<LoraNetworkState>(`GET /wfpe/v1/{tenant}/lora-network/${id}/connection`)
  return { id, token, push, state }
}
const node = async (tenant: Tenant, code = script) => {
  const codec = await tenant.admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/payload-codec', {
    name: unique('脚本'),
    script: code,
  })
  const eui = newEui()
  return {
    eui,
    ...(await newDevice(tenant.admin, 'gateway_weather', {
      eui: eui.toUpperCase(),
      codecId: codec.id,
    })),
  }
}

describe('a network server that pushes', () => {
  test('its node’s payload becomes values, once, under the network’s time', async () => {
    const { push } = await network(mine)
    const device = await node(mine)
    const event = up(device.eui)
    for (let again = 0; again < 3; again++) expect((await push(event)).statusCode).toBe(204)
    expect(await latest(mine, device.id)).toEqual({ airTemperature: 22.5, airHumidity: 62 })
    const { series } = await mine.admin.call<{ series: { points: unknown[] }[] }>(
      `GET /wfpe/v1/{tenant}/device/${device.id}/history`,
      { from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() },
    )
    expect(series.map(({ points }) => points.length)).toEqual([1, 1])
    expect(await mine.admin.call(`GET /wfpe/v1/{tenant}/device/${device.id}`)).toMatchObject({
      online: 1,
    })
  })

  test('how well a node is heard stands under what its type calls it, with the spreading factor of either network', async () => {
    const { push } = await network(mine)
    const [a, b, valve] = [newEui(), newEui(), newEui()]
    const [chirp, things] = [
      await newDevice(mine.admin, 'lorawan_node', { eui: a }),
      await newDevice(mine.admin, 'lorawan_node', { eui: b }),
    ]
    await push(
      up(a, {
        object: { batteryVoltage: 3.6 },
        txInfo: {
          frequency: 470_300_000,
          modulation: { lora: { bandwidth: 125_000, spreadingFactor: 9, codeRate: 'CR_4_5' } },
        },
      }),
    )
    await push(
      {
        end_device_ids: { device_id: 'n2', dev_eui: b },
        uplink_message: {
          f_port: 1,
          frm_payload: 'AA==',
          decoded_payload: { batteryVoltage: 3.5 },
          rx_metadata: [{ rssi: -80, snr: 3 }],
          settings: { data_rate: { lora: { bandwidth: 125_000, spreading_factor: 12 } } },
        },
      },
      '',
    )
    expect(await latest(mine, chirp.id)).toEqual({
      batteryVoltage: 3.6,
      rssi: -61,
      snr: 9,
      spreadingFactor: 9,
    })
    expect(await latest(mine, things.id)).toEqual({
      batteryVoltage: 3.5,
      rssi: -80,
      snr: 3,
      spreadingFactor: 12,
    })
    // Others call it a signal.
    const signalled = await newDevice(mine.admin, 'lorawan_gateway', { eui: valve })
    await push(up(valve, { object: {} }))
    expect(await latest(mine, signalled.id)).toEqual({ signal: -61 })
  })

  test('The Things Stack is understood too, and its own decoding where there is no codec', async () => {
    const { push } = await network(mine)
    const eui = newEui()
    const device = await newDevice(mine.admin, 'gateway_weather', { eui })
    const answer = await push(
      {
        end_device_ids: {
          device_id: 'n1',
          dev_eui: eui.toUpperCase(),
          application_ids: { application_id: 'a' },
        },
        received_at: new Date().toISOString(),
        uplink_message: {
          f_port: 1,
          frm_payload: 'AA==',
          decoded_payload: { airTemperature: 18.5 },
          rx_metadata: [{ rssi: -80, snr: 3 }],
        },
      },
      '',
    )
    expect(answer.statusCode).toBe(204)
    expect(await latest(mine, device.id)).toEqual({ airTemperature: 18.5 })
  })

  test('a node that passes frames on is read in its dialect, its script says only where they lie', async () => {
    const { push } = await network(mine)
    const eui = newEui()
    const codec = await mine.admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/payload-codec', {
      name: unique('透传'),
      script: `function decodeUplink({ fPort, bytes }) {
      return { data: { modbus: [{ from: fPort, frame: bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('') }] } } }`,
    })
    const device = await newDevice(mine.admin, 'gateway_soil', {
      eui,
      codecId: codec.id,
      dialect: 'modbus',
    })
    const frame = Buffer.from('01030400ebfff4ca70', 'hex')
    expect((await push(up(eui, { fPort: 0, data: frame.toString('base64') }))).statusCode).toBe(204)
    expect(await latest(mine, device.id)).toEqual({ humidity: 23.5, temperature: -1.2 })
    frame[4]! ^= 1
    expect(
      (
        await push(
          up(eui, { fPort: 0, time: new Date().toISOString(), data: frame.toString('base64') }),
        )
      ).statusCode,
    ).toBe(204)
    const [message] = await mine.admin.call<DeviceMessage[]>(
      `GET /wfpe/v1/{tenant}/device/${device.id}/messages`,
    )
    expect(message!.problems).toEqual([{ code: 'crc', channel: '0x0000' }])
  })

  test('a script that fails is said in the raw log, and the message is not sent for ever', async () => {
    const { push } = await network(mine)
    const device = await node(
      mine,
      'function decodeUplink() { throw new Error("frame too short") }',
    )
    expect((await push(up(device.eui))).statusCode).toBe(204)
    const [message] = await mine.admin.call<DeviceMessage[]>(
      `GET /wfpe/v1/{tenant}/device/${device.id}/messages`,
    )
    expect(message).toMatchObject({ outcome: 'refused', points: 0 })
    expect(message!.problems[0]).toEqual({ code: 'codec', channel: 'frame too short' })
    expect(message!.payload).toContain('00e13e')
  })

  test('nodes that nobody stands for are listed; a join is a sign of life', async () => {
    const { push, state } = await network(mine)
    const unknown = newEui()
    await push(up(unknown))
    await push(up(unknown))
    expect((await state()).strangers).toMatchObject([
      { devEui: unknown, name: '东一区节点', count: 2 },
    ])
    const device = await node(mine)
    await push({ ...up(device.eui), data: undefined }, 'join')
    expect(await mine.admin.call(`GET /wfpe/v1/{tenant}/device/${device.id}`)).toMatchObject({
      online: 1,
    })
    expect(await latest(mine, device.id)).toEqual({})
  })

  test('only with its own token, and only for its own tenant’s devices', async () => {
    const { push, token, id } = await network(mine)
    const foreign = await node(theirs)
    expect((await push(up(foreign.eui))).statusCode).toBe(204)
    expect(await latest(theirs, foreign.id)).toEqual({})
    for (const wrong of ['', 'nonsense', token.slice(1)])
      expect((await push(up(foreign.eui), 'up', wrong)).statusCode).toBe(401)
    expect((await push({ hello: 1 })).statusCode).toBe(400)
    await mine.admin.call(`PUT /wfpe/v1/{tenant}/lora-network/${id}/token`)
    expect((await push(up(foreign.eui))).statusCode).toBe(401)
  })
})

test('a network server’s own broker is listened to, and an uplink is acknowledged after it is stored', async () => {
  const broker = await Aedes.createBroker()
  const server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const subscribed = new Promise<void>((resolve) => broker.once('subscribe', () => resolve()))
  let acknowledged = 0
  broker.on('ack', () => acknowledged++)
  try {
    const device = await node(mine)
    await network(mine, { brokerUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` })
    await subscribed
    await new Promise<void>((resolve, reject) =>
      broker.publish(
        {
          cmd: 'publish',
          topic: `application/a/device/${device.eui}/event/up`,
          payload: Buffer.from(JSON.stringify(up(device.eui))),
          qos: 1,
          retain: false,
          dup: false,
        },
        (error) => (error ? reject(error) : resolve()),
      ),
    )
    await expect.poll(() => acknowledged, { timeout: 5000 }).toBe(1)
    expect(await latest(mine, device.id)).toEqual({ airTemperature: 22.5, airHumidity: 62 })
  } finally {
    broker.close()
    server.close()
  }
})

test('a password that was meant for one broker is not told to another', async () => {
  const made = await mine.admin.call<Record<string, unknown> & { id: number }>(
    'POST /wfpe/v1/{tenant}/lora-network',
    { name: unique('网络'), brokerUrl: 'mqtt://broker.example.com:1883', enabledFlag: 0 },
  )
  const has = async () =>
    (
      await mine.admin.call<LoraNetworkState>(
        `GET /wfpe/v1/{tenant}/lora-network/${made.id}/connection`,
      )
    ).hasPassword
  const edit = async (values: Record<string, unknown>) => {
    const { objectVersionNumber } = await mine.admin.call<{ objectVersionNumber: number }>(
      `GET /wfpe/v1/{tenant}/lora-network/${made.id}`,
    )
    await mine.admin.call('PUT /wfpe/v1/{tenant}/lora-network', {
      id: made.id,
      name: made.name,
      brokerUrl: 'mqtt://broker.example.com:1883',
      enabledFlag: 0,
      objectVersionNumber,
      ...values,
    })
  }
  await mine.admin.call(`PUT /wfpe/v1/{tenant}/lora-network/${made.id}/password`, {
    password: 'secret',
  })
  await edit({ name: unique('改名') })
  expect(await has()).toBe(true)
  await edit({ brokerUrl: 'mqtt://elsewhere.example.com:1883' })
  expect(await has()).toBe(false)
})

test('a node is told what to do through its network, in the words of its codec', async () => {
  const broker = await Aedes.createBroker()
  const server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const subscribed = new Promise<void>((resolve) => broker.once('subscribe', () => resolve()))
  const queued: { topic: string; id: string; fPort: number; data: string; confirmed: boolean }[] =
    []
  broker.on('publish', (packet) => {
    if (packet.topic.endsWith('/command/down'))
      queued.push({
        topic: packet.topic,
        ...(JSON.parse(packet.payload.toString()) as {
          id: string
          fPort: number
          data: string
          confirmed: boolean
        }),
      })
  })
  const event = (kind: string, eui: string, body: unknown) =>
    new Promise<void>((resolve, reject) =>
      broker.publish(
        {
          cmd: 'publish',
          topic: `application/app1/device/${eui}/event/${kind}`,
          payload: Buffer.from(JSON.stringify(body)),
          qos: 1,
          retain: false,
          dup: false,
        },
        (error) => (error ? reject(error) : resolve()),
      ),
    )
  try {
    const code = `function decodeUplink({ bytes }) { return { data: { 'relay.1': bytes[0] } } }
      function encodeDownlink({ data }) { if (data.value === 0) JSON.stringify = () => '{'; return data.circuit === 2 ? { errors: ['this node has one relay'] } : { fPort: 10, bytes: [data.circuit, data.value] } }`
    const codec = await mine.admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/payload-codec', {
      name: unique('脚本'),
      script: code,
    })
    const eui = newEui()
    const device = await newDevice(mine.admin, 'lorawan_node', { eui, codecId: codec.id })
    await network(mine, { brokerUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` })
    await subscribed
    // It listens all the time.
    const deviceInfo = { ...up(eui).deviceInfo, deviceClassEnabled: 'CLASS_C' }
    const says = (value: number) =>
      event(
        'up',
        eui,
        up(eui, {
          deviceInfo,
          time: new Date().toISOString(),
          data: Buffer.from([value]).toString('base64'),
        }),
      )
    await says(0)
    await expect.poll(() => latest(mine, device.id)).toMatchObject({ 'relay.1': 0 })
    const { content } = await mine.admin.call<{ content: { id: number; channel: string }[] }>(
      'GET /wfpe/v1/{tenant}/device/gateway/switch',
      { deviceId: String(device.id) },
    )
    const press = (channel: string, value = 1) =>
      mine.admin.call<{ id: number }>(
        `POST /wfpe/v1/{tenant}/device/gateway/switch/${content.find((one) => one.channel === channel)!.id}/control`,
        { value },
      )
    const log = (id: number) =>
      mine.admin.call<{ state: string; reason: string | null }>(
        `GET /wfpe/v1/{tenant}/device/control-log/${id}`,
      )
    const { id } = await press('relay.1')
    await expect.poll(() => queued.length, { timeout: 5000 }).toBe(1)
    expect(queued[0]).toMatchObject({
      topic: `application/app1/device/${eui}/command/down`,
      fPort: 10,
      confirmed: true,
      data: Buffer.from([1, 1]).toString('base64'),
    })
    await event('ack', eui, {
      deviceInfo: up(eui).deviceInfo,
      queueItemId: queued[0]!.id,
      acknowledged: true,
    })
    await expect.poll(async () => (await log(id)).state).toBe('delivered')
    await says(1)
    await expect.poll(async () => (await log(id)).state).toBe('confirmed')
    const other = await press('relay.2')
    await expect
      .poll(() => log(other.id))
      .toMatchObject({ state: 'rejected', reason: 'this node has one relay' })
    // What a script puts in place of our words neither ends the server nor is believed.
    const third = await press('relay.1', 0)
    await expect.poll(() => queued.length, { timeout: 5000 }).toBe(2)
    expect(queued[1]).toMatchObject({ fPort: 10, data: Buffer.from([1, 0]).toString('base64') })
    expect(await log(third.id)).toMatchObject({ state: 'sent' })
  } finally {
    broker.close()
    server.close()
  }
})

describe('HTTP ingest', () => {
  const send = (who: { key: string; secret: string }, payload: unknown) =>
    app.http.inject({
      method: 'POST',
      url: '/ingest/v1/telemetry',
      headers: {
        authorization: `Basic ${Buffer.from(`${who.key}:${who.secret}`).toString('base64')}`,
      },
      payload: payload as object,
    })
  test('takes what MQTT takes, and says what was wrong with it', async () => {
    const device = await newDevice(mine.admin)
    const answer = await send(device, {
      ts: Date.now() - 1000,
      values: { airTemperature: 21.5, airHumidity: 999, other: 1 },
    })
    expect(answer.json()).toEqual({
      points: 1,
      problems: [
        { code: 'range', channel: 'airHumidity' },
        { code: 'unknown', channel: 'other' },
      ],
    })
    expect(await latest(mine, device.id)).toEqual({ airTemperature: 21.5 })
  })
  test('is closed without the device’s own secret', async () => {
    const device = await newDevice(mine.admin)
    for (const wrong of [
      { key: device.key, secret: 'x' },
      { key: 'nobody', secret: device.secret },
      { key: '', secret: '' },
    ])
      expect((await send(wrong, {})).statusCode).toBe(401)
  })
})

describe('a codec', () => {
  const runner = new CodecRunner()
  afterAll(() => runner.close())
  const decode = (code: string) => runner.decode(1, code, 1, Buffer.from([1, 2]))
  test('answers by the conventions of ChirpStack and TTN', async () => {
    expect(
      await decode(
        'function decodeUplink(input) { return { data: { sum: input.bytes[0] + input.bytes[1], port: input.fPort }, warnings: ["low"] } }',
      ),
    ).toEqual({ values: { sum: 3, port: 1 }, error: null, warnings: ['low'] })
    expect(
      await decode('function Decode(fPort, bytes) { return { first: bytes[0] } }'),
    ).toMatchObject({ values: { first: 1 } })
    expect(
      await decode('function decodeUplink() { return { errors: ["bad frame"] } }'),
    ).toMatchObject({ values: null, error: 'bad frame' })
  })
  test.each([
    ['an endless loop', 'function decodeUplink() { for (;;) {} }'],
    [
      'endless memory',
      'function decodeUplink() { const held = []; for (;;) held.push(new Array(1e5).fill(held.length)) }',
    ],
    ['endless depth', 'function decodeUplink() { return decodeUplink() }'],
    ['no syntax', 'function decodeUplink( {'],
    ['nothing', '1'],
    ['an answer of another shape', 'function decodeUplink() { return 7 }'],
    ['a huge answer', 'function decodeUplink() { return { data: { a: "x".repeat(1e6) } } }'],
    [
      'an answer deep in itself',
      'function decodeUplink() { let a = 1; for (let i = 0; i < 5000; i++) a = [a]; return { data: { a } } }',
    ],
    [
      'an answer of a thousand names',
      'function decodeUplink() { const data = {}; for (let i = 0; i < 1000; i++) data["n" + i] = 1; return { data } }',
    ],
    [
      'an error that is no text',
      'function decodeUplink() { throw { message: { toString: 1, valueOf: 1 } } }',
    ],
    ['an error without anything', 'function decodeUplink() { throw Object.create(null) }'],
    ['an error that is a symbol', 'function decodeUplink() { throw Symbol("x") }'],
    [
      'no answer of its toJSON',
      'function decodeUplink() { return { toJSON() { return undefined } } }',
    ],
    ['a toJSON that never ends', 'function decodeUplink() { return { toJSON() { for (;;) {} } } }'],
  ])('%s is an error and no harm', async (_what, code) => {
    const started = performance.now()
    expect(await decode(code)).toMatchObject({ values: null, error: expect.any(String) })
    expect(performance.now() - started).toBeLessThan(3000)
    expect((await decode('function decodeUplink() { return { data: { a: 1 } } }')).values).toEqual({
      a: 1,
    })
  })
  test.each([
    ['JSON.stringify', 'JSON.stringify = () => "{ not json"'],
    ['JSON', 'globalThis.JSON = { stringify: () => "\\u0000", parse: () => { throw 1 } }'],
    [
      'toJSON of all objects',
      'Object.prototype.toJSON = function () { return Object.assign(Object.create(null), { data: { a: 1 } }) }',
    ],
    [
      'the prototypes',
      'Object.prototype.data = 1; Array.prototype.join = String.prototype.slice = () => { throw 1 }',
    ],
  ])('that replaces %s changes nothing of how its answer is read', async (_what, code) => {
    const said = await decode(`${code}; function decodeUplink() { return { data: { a: 1 } } }`)
    expect(said.values === null ? typeof said.error : said.values.a).toEqual(
      said.values === null ? 'string' : expect.anything(),
    )
    expect((await decode('function decodeUplink() { return { data: { a: 1 } } }')).values).toEqual({
      a: 1,
    })
    const made = await runner.encode(
      1,
      `${code}; function encodeDownlink() { return { bytes: [1] } }`,
      { id: 1 },
    )
    expect('bytes' in made ? [...made.bytes] : typeof made.error).toEqual(
      'bytes' in made ? [1] : 'string',
    )
  })
  test('of one tenant keeps no other waiting, however slow and many its scripts are', async () => {
    const slow = Array.from(
      { length: 40 },
      (_, i) => `function decodeUplink() { for (;;) {} } // ${i}`,
    )
    let ended = 0
    const first = slow.map((code) =>
      runner.decode(11, code, 1, Buffer.from([1])).then((said) => (ended++, said)),
    )
    // Its budget is used up, and it shares the first thread with its like.
    await Promise.all(first.slice(0, 5))
    const before = ended
    const times = []
    for (let again = 0; again < 10; again++) {
      const began = performance.now()
      expect(
        (
          await runner.decode(
            12,
            'function decodeUplink() { return { data: { a: 4 } } }',
            1,
            Buffer.from([1]),
          )
        ).values,
      ).toEqual({ a: 4 })
      times.push(performance.now() - began)
    }
    expect(ended - before).toBeLessThan(10)
    expect(times.sort((a, b) => a - b)[5]).toBeLessThan(400)
    // Two more that are slow share with the first by turns.
    const third = Promise.all(
      slow.slice(0, 3).map((code) => runner.decode(13, code, 1, Buffer.from([1]))),
    )
    await third
    expect(ended).toBeLessThan(40)
    for (const said of await Promise.all(first))
      expect(said).toMatchObject({ values: null, error: expect.any(String) })
  })
  test('that hangs keeps nobody waiting twice', async () => {
    const hanging =
      'function decodeUplink() { const held = []; for (;;) held.push(new Array(1e5).fill(held.length)) } // again'
    const [first, other] = await Promise.all([
      decode(hanging),
      decode('function decodeUplink() { return { data: { a: 2 } } }'),
    ])
    expect([first.error, other.values]).toEqual(['the script does not end', { a: 2 }])
    expect(await decode(hanging)).toMatchObject({
      values: null,
      error: expect.stringContaining('not run'),
    })
  })
  test('is not blamed for a machine that starts its thread late', async () => {
    const fresh = new CodecRunner()
    const asked = fresh.decode(
      1,
      'function decodeUplink() { return { data: { a: 3 } } }',
      1,
      Buffer.from([1]),
    )
    for (const until = performance.now() + 1300; performance.now() < until;);
    expect((await asked).values).toEqual({ a: 3 })
    await fresh.close()
  })
  test('sees nothing of the server', async () => {
    const { values } = await decode(
      'function decodeUplink() { const seen = ["process", "require", "fetch", "setTimeout", "WebAssembly", "globalThis"].filter((name) => { try { return eval("typeof " + name) !== "undefined" } catch (e) { return false } }); return { data: { seen: seen.join() } } }',
    )
    expect(values).toEqual({ seen: 'globalThis' })
    await decode('globalThis.kept = 1; function decodeUplink() { return { data: {} } }')
    expect(
      (await decode('function decodeUplink() { return { data: { kept: typeof kept } } }')).values,
    ).toEqual({ kept: 'undefined' })
  })
})

test('an event without a DevEUI, or of another shape, is not read', () => {
  for (const body of [
    null,
    1,
    'x',
    [],
    {},
    { deviceInfo: {} },
    { deviceInfo: { devEui: 'xyz' } },
    { end_device_ids: { dev_eui: '12' } },
  ])
    expect(loraEventOf(body, 'up')).toBeNull()
  expect(loraEventOf(up('a84041000181BEEF'), 'up')).toMatchObject({
    kind: 'up',
    devEui: 'a84041000181beef',
    rssi: -61,
    snr: 9,
    fPort: 2,
  })
  expect(
    loraEventOf({ deviceInfo: { devEui: 'a84041000181beef' }, batteryLevel: 87.5 }, 'status'),
  ).toMatchObject({ kind: 'status', battery: 87.5 })
})
