import { payloadCodec, renewLoraToken } from '#contract/connectivity/lora.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { describe, expect, test } from 'vitest'
import { deviceHistory, deviceMessages } from '#contract/equipment/device-calls.ts'
import { loraEventOf } from '#server/modules/connectivity/engine/lora/event.ts'
import { newDevice } from './devices.ts'
import { unique } from './harness.ts'
import { latest, mine, network, newEui, node, theirs, up } from './lora-ground.ts'

describe('a network server that pushes', () => {
  test('its node’s payload becomes values, once, under the network’s time', async () => {
    const { push } = await network(mine)
    const device = await node(mine)
    const event = up(device.eui)
    for (let again = 0; again < 3; again++) expect((await push(event)).statusCode).toBe(204)
    expect(await latest(mine, device.id)).toEqual({ airTemperature: 22.5, airHumidity: 62 })
    const { series } = await mine.admin.call(deviceHistory, {
      id: device.id,
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date().toISOString(),
    })
    expect(series.map(({ points }) => points.length)).toEqual([1, 1])
    expect(await mine.admin.call(callOf(deviceEntity, 'show'), { id: device.id })).toMatchObject({
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
    const codec = await mine.admin.call(callOf(payloadCodec, 'create'), {
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
    const [message] = await mine.admin.call(deviceMessages, { id: device.id })
    expect(message!.problems).toEqual([{ code: 'crc', channel: '0x0000' }])
  })

  test('a script that fails is said in the raw log, and the message is not sent for ever', async () => {
    const { push } = await network(mine)
    const device = await node(
      mine,
      'function decodeUplink() { throw new Error("frame too short") }',
    )
    expect((await push(up(device.eui))).statusCode).toBe(204)
    const [message] = await mine.admin.call(deviceMessages, { id: device.id })
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
    expect(await mine.admin.call(callOf(deviceEntity, 'show'), { id: device.id })).toMatchObject({
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
    await mine.admin.call(renewLoraToken, { id })
    expect((await push(up(foreign.eui))).statusCode).toBe(401)
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
