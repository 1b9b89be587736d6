import { deviceCommand } from '#contract/command/command.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { callOf } from '#contract/entity-calls.ts'
import { Aedes } from 'aedes'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import {
  loraNetwork,
  showLoraNetwork,
  setLoraPassword,
  payloadCodec,
} from '#contract/connectivity/lora.ts'
import { newDevice } from './devices.ts'
import { unique } from './harness.ts'
import { latest, mine, network, newEui, node, up } from './lora-ground.ts'

// On a crowded machine the first script may run out of its time: the sandbox is cold.
test(
  'a network server’s own broker is listened to, and an uplink is acknowledged after it is stored',
  { retry: 2 },
  async () => {
    const broker = await Aedes.createBroker()
    const server = createServer((socket) => broker.handle(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const subscribed = new Promise<void>((resolve) => broker.once('subscribe', () => resolve()))
    let acknowledged = 0
    broker.on('ack', () => acknowledged++)
    try {
      const device = await node(mine)
      await network(mine, {
        brokerUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
      })
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
  },
)

test('a password that was meant for one broker is not told to another', async () => {
  const made = await mine.admin.call(callOf(loraNetwork, 'create'), {
    name: unique('网络'),
    brokerUrl: 'mqtt://broker.example.com:1883',
    enabledFlag: 0,
  })
  const has = async () => (await mine.admin.call(showLoraNetwork, { id: made.id })).hasPassword
  const edit = async (values: Record<string, unknown>) => {
    const { objectVersionNumber } = await mine.admin.call(callOf(loraNetwork, 'show'), {
      id: made.id,
    })
    await mine.admin.call(callOf(loraNetwork, 'edit'), {
      id: made.id,
      name: made.name,
      brokerUrl: 'mqtt://broker.example.com:1883',
      enabledFlag: 0,
      objectVersionNumber,
      ...values,
    })
  }
  await mine.admin.call(setLoraPassword, { id: made.id, password: 'secret' })
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
    const codec = await mine.admin.call(callOf(payloadCodec, 'create'), {
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
    const { content } = await mine.admin.call(switchList, { deviceId: device.id })
    const press = (channel: string, value = 1) =>
      mine.admin.call(controlSwitch, {
        id: content.find((one) => one.channel === channel)!.id,
        value,
      })
    const log = (id: number) => mine.admin.call(callOf(deviceCommand, 'show'), { id })
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
