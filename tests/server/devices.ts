import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { area } from '#contract/farm/area.ts'
import { renewCredential } from '#contract/equipment/device-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import type { Client } from '#server/demo/client.ts'
import type { App } from '#server/app.ts'
import { newEui, unique } from './harness.ts'
import { make, type Made } from './samples.ts'

export const telemetryTopic = 'v1/devices/me/telemetry'
export const statusTopic = 'v1/devices/me/status'

export interface Field extends Made {
  key: string
  secret: string
}
/** Devices of one type, as the list of their own has them. */
export const listed = (type: DeviceTypeName) =>
  devicesByType.find((one) => one.type === type)!.entity
/** A device of the caller's tenant that can sign in. */
export async function newDevice(
  admin: Client,
  deviceType: DeviceTypeName = 'gateway_weather',
  more: Record<string, unknown> = {},
): Promise<Field> {
  const base = await make(area, admin)
  const made = await admin.call(callOf(deviceEntity, 'create'), {
    name: unique('设备'),
    deviceType,
    eui: newEui(),
    areaId: base.id,
    enabledFlag: 1,
    ...more,
  })
  return {
    ...made,
    ...(await admin.call(renewCredential, { id: made.id })),
  }
}

/** Connects as the device does. Errors: rejects with the broker's refusal. */
export function connect(
  app: App,
  { key, secret }: Pick<Field, 'key' | 'secret'>,
  options: IClientOptions = {},
): Promise<MqttClient> {
  return mqtt.connectAsync(`mqtt://127.0.0.1:${app.broker!.port}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
    connectTimeout: 5000,
    protocolVersion: 4,
    ...options,
  })
}
/** Resolves when the broker ends the connection. */
export const ended = (client: MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))
export const report = (client: MqttClient, content: unknown) =>
  client.publishAsync(
    telemetryTopic,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    { qos: 1 },
  )

const commands = 'v1/devices/me/commands'
export interface Order {
  id: number
  actuator: string
  circuit: number | null
  value: number
  expiresAt: string
  content?: Record<string, unknown>
}
/** A device that notes what it is told. */
export async function listen(
  app: App,
  device: Field,
  qos: 0 | 1 = 1,
): Promise<{ client: MqttClient; orders: Order[] }> {
  const client = await connect(app, device)
  const orders: Order[] = []
  client.on('message', (_topic, payload) => orders.push(JSON.parse(payload.toString()) as Order))
  await client.subscribeAsync(commands, { qos })
  return { client, orders }
}
