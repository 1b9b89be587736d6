import { sql } from 'kysely'
import { deviceCommands } from '#contract/command/command.ts'
import { controlSwitch, switchList } from '#contract/command/switch.ts'
import {
  payloadCodec,
  loraNetwork as loraNetworkEntity,
  setLoraApiToken,
} from '#contract/connectivity/lora.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'
import type { LoraNetwork } from './lora-network.ts'

const ground = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 }, privateBrokers: true })
const { app } = ground
export const { mine } = ground

const codec = `function decodeUplink({ bytes }) { return { data: { opening: bytes[0] } } }
  function encodeDownlink({ data }) { return { fPort: 10, bytes: [data.value] } }`
let lastEui = 0xb8404100
/** A valve that opens in percent, so that each order of a test is another number. */
export async function valve(network: LoraNetwork, reportMinutes = 30) {
  const eui = `${(++lastEui).toString(16)}00aabbcc`.padStart(16, '0')
  const { id: codecId } = await mine.admin.call(callOf(payloadCodec, 'create'), {
    name: unique('脚本'),
    script: codec,
  })
  const device = await newDevice(mine.admin, 'electric_valve', { eui, codecId, reportMinutes })
  network.add(eui)
  const place = async () =>
    (await mine.admin.call(switchList, { deviceId: device.id })).content.find(
      ({ channel }) => channel === 'opening',
    )!
  return {
    eui,
    id: device.id,
    place,
    order: async (value: number) =>
      mine.admin.call(controlSwitch, { id: (await place()).id, value }),
    log: () => mine.admin.call(deviceCommands, { id: device.id }),
  }
}
export async function join(network: LoraNetwork, hasApi = false) {
  const { id } = await mine.admin.call(callOf(loraNetworkEntity, 'create'), {
    name: unique('网络'),
    enabledFlag: 1,
    brokerUrl: network.url,
    ...(hasApi ? { apiUrl: network.apiUrl } : {}),
  })
  if (hasApi) await mine.admin.send(setLoraApiToken, { id, token: 'key' })
  await network.subscribed
}
export const always = () => 0.5
export const ends = (id: number, inMs: number) =>
  app.db.write(mine.id, (tx) =>
    sql`update device_command set expires_at = now() + ${`${inMs} milliseconds`}::interval where id = ${id}`.execute(
      tx,
    ),
  )
