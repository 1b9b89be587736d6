import mqtt, { type MqttClient } from 'mqtt'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { obey } from './obey.ts'
import { noise, type Place } from './sky.ts'
import { twins } from './twins.ts'
import type { Played, Twin } from './twins/played.ts'

/** A device of the demo, with what it signs in with. */
export interface FieldDevice extends Place { plot: string; key: string; secret: string; deviceType: DeviceTypeName; layers: number; reportMinutes: number; isShaky?: boolean | undefined }

const topics = { telemetry: 'v1/devices/me/telemetry', status: 'v1/devices/me/status' }
/** The demo's devices report more often than real ones, so that one sees them live. */
const reportMs = 30_000
/** Of a device at the edge of its network: how often it is cut off, and for how long. */
const shakyMs = 7 * 60_000
const outageMs = 80_000
const shortestGridMs = 10 * 60_000
const remembersMs = 7 * 24 * 3_600_000
const reportsPerMessage = 48

/** Connects a device and lets it report until the connection is ended for good. */
export function play(url: string, device: FieldDevice, seed: number): MqttClient {
  const played: Played = { place: device, plot: device.plot, seed, layers: device.layers, told: new Map() }
  const twin: Twin = twins[device.deviceType]
  const client = mqtt.connect(url, {
    username: device.key, password: device.secret, clientId: device.key, keepalive: 30, reconnectPeriod: device.isShaky ? outageMs : 2000 + Math.round(3000 * noise(seed)), protocolVersion: 4,
    will: { topic: topics.status, payload: Buffer.from('offline'), qos: 1, retain: false },
  })
  if (device.isShaky) setInterval(() => client.stream.destroy(), shakyMs)
  const send = (content: unknown) => client.publishAsync(topics.telemetry, JSON.stringify(content), { qos: 1 })
  client.on('error', () => undefined)
  client.once('connect', () => void remember(send, played, twin, Math.max(shortestGridMs, device.reportMinutes * 60_000)).catch(() => undefined))
  const report = () => {
    const at = Date.now()
    if (client.connected) void send({ ts: at, values: twin(played, at, reportMs) }).catch(() => undefined)
  }
  client.on('connect', report)
  obey(client, device.deviceType, played, report)
  // One that was told how often to report keeps to that from then on.
  let lastAt = 0
  const tick = () => {
    const minutes = played.told.get('uploadMinutes')
    if (minutes !== undefined && Date.now() - lastAt < minutes * 60_000 - reportMs / 2) return
    lastAt = Date.now()
    report()
  }
  setTimeout(() => setInterval(tick, reportMs), reportMs * noise(seed + 100))
  return client
}

/** A device that has been out there for a week: its values every `gridMs`, the newest message first as after an outage. */
async function remember(send: (content: unknown) => Promise<unknown>, played: Played, twin: Twin, gridMs: number): Promise<void> {
  const end = Math.floor(Date.now() / gridMs) * gridMs
  for (let from = end; from > end - remembersMs; from -= reportsPerMessage * gridMs) {
    await send(Array.from({ length: reportsPerMessage }, (_, i) => ({ ts: from - i * gridMs, values: twin(played, from - i * gridMs, gridMs) })))
  }
}
