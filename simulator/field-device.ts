import mqtt from 'mqtt'
import type { ProtocolName } from '#contract/devices/protocols.ts'
import { deviceTypeNamed, type DeviceTypeName } from '#contract/devices/index.ts'
import { spokenBy } from './protocols/index.ts'
import { spoilt, type Broken, type Report } from './faults.ts'
import { handleCommand } from './handle-command.ts'
import { aerate } from './ponds.ts'
import { keepSetting, keptSettings, periodSetting, toldFrom } from './settings.ts'
import { noise, type Place } from './sky.ts'
import { Gathering } from './gathering.ts'
import type { Memory } from './memory.ts'
import { Strategies } from './strategies.ts'
import { deviceModels } from './device-models.ts'
import type { SimulatedDevice, DeviceModel } from './models/simulated-device.ts'

/** A device of the demo, with what it signs in with. */
export interface FieldDevice extends Place {
  id: number
  eui: string
  plot: string
  key: string
  secret: string
  deviceType: DeviceTypeName
  layers: number
  reportMinutes: number
  isShaky?: boolean | undefined
  dialect?: ProtocolName | undefined
}

const topics = { telemetry: 'v1/devices/me/telemetry', status: 'v1/devices/me/status' }
/**
 * The demo's devices report more often than real ones, so that one sees them live; not those that
 * can be told how often to.
 */
const reportMs = 30_000
/** Of a device at the edge of its network: how often it is cut off, and for how long. */
const shakyMs = 7 * 60_000
const outageMs = 80_000
/** A flapping connection stands this long, and is gone this long. */
const flapMs = 10_000
const shortestGridMs = 10 * 60_000
const remembersMs = 7 * 24 * 3_600_000
const reportsPerMessage = 48
/** How often a gateway looks whether something is to be switched. */
const strategyMs = 1000
/** What each device last measured, by its number: gateways hear their neighbours. */
const measured = new Map<string, Record<string, number>>()

/** Connects a device and lets it report for good; answers how to break and mend it. */
export function play(
  url: string,
  device: FieldDevice,
  seed: number,
  since: number,
  memory: Memory,
): (broken: Broken | null) => void {
  const played: SimulatedDevice = {
    place: device,
    plot: device.plot,
    seed,
    layers: device.layers,
    told: toldFrom(device, keptSettings(memory, device.key)),
  }
  const twin: DeviceModel = deviceModels[device.deviceType]
  if (device.deviceType === 'aerator_ii') aerate(device.plot)
  const client = mqtt.connect(url, {
    username: device.key,
    password: device.secret,
    clientId: device.key,
    keepalive: 30,
    reconnectPeriod: device.isShaky ? outageMs : 2000 + Math.round(3000 * noise(seed)),
    protocolVersion: 4,
    will: { topic: topics.status, payload: Buffer.from('offline'), qos: 1, retain: false },
  })
  if (device.isShaky) setInterval(() => client.stream.destroy(), shakyMs)
  const spoken = spokenBy(device)
  const worded = ({ ts, values }: Report) => (spoken ? spoken.say(values, ts) : { ts, values })
  const send = (reports: Report | Report[]) =>
    client.publishAsync(
      topics.telemetry,
      JSON.stringify(Array.isArray(reports) ? reports.map(worded) : worded(reports)),
      { qos: 1 },
    )
  client.on('error', () => undefined)
  client.once(
    'connect',
    () =>
      void remember(
        send,
        played,
        twin,
        Math.max(shortestGridMs, device.reportMinutes * 60_000),
        since,
      ).catch(() => undefined),
  )
  let broken: Broken | null = null
  const report = () => {
    const at = Date.now()
    const values = twin(played, at, reportMs)
    measured.set(device.eui, values)
    if (client.connected) void send(spoilt({ ts: at, values }, broken)).catch(() => undefined)
  }
  client.on('connect', report)
  const type = deviceTypeNamed(device.deviceType)
  const gathering = type.isCollector ? new Gathering(device.key, played.told, memory) : null
  const strategies =
    type.strategies === undefined ? null : new Strategies(device.key, played.told, memory)
  const heard = (eui: string | null) =>
    eui === null
      ? twin(played, Date.now(), reportMs)
      : gathering?.hears(eui)
        ? measured.get(eui)
        : undefined
  if (strategies) setInterval(() => strategies.run(Date.now(), heard) && report(), strategyMs)
  handleCommand(
    client,
    device.deviceType,
    spoken,
    played,
    report,
    () => broken?.fault === 'stuck',
    {
      strategies,
      gathering,
      keep: (channel, value) => keepSetting(memory, device.key, channel, value),
    },
  )
  // One that can be told how often to report keeps to that.
  const period = periodSetting(device.deviceType)
  let lastAt = 0
  const tick = () => {
    const minutes = period && played.told.get(period)
    if (minutes && Date.now() - lastAt < minutes * 60_000 - reportMs / 2) return
    lastAt = Date.now()
    report()
  }
  setTimeout(() => setInterval(tick, reportMs), reportMs * noise(seed + 100))
  // Cut off without a farewell, as in the field.
  const cut = (isCut: boolean) => {
    if (isCut && !client.disconnecting && !client.disconnected) client.end(true)
    if (!isCut && (client.disconnecting || client.disconnected)) client.reconnect()
  }
  let flapping: NodeJS.Timeout | undefined
  return (next) => {
    broken = next
    clearInterval(flapping)
    let isCut = broken?.fault === 'offline' || broken?.fault === 'flapping'
    cut(isCut)
    if (broken?.fault === 'flapping') flapping = setInterval(() => cut((isCut = !isCut)), flapMs)
    report()
  }
}

/**
 * What a device measured since it was last heard of, a week at most: its values every `gridMs`, the
 * newest message first as after an outage.
 */
async function remember(
  send: (reports: Report[]) => Promise<unknown>,
  played: SimulatedDevice,
  twin: DeviceModel,
  gridMs: number,
  since: number,
): Promise<void> {
  const end = Math.floor(Date.now() / gridMs) * gridMs
  const start = Math.max(since, end - remembersMs)
  for (let from = end; from >= start; from -= reportsPerMessage * gridMs) {
    const count = Math.min(reportsPerMessage, Math.floor((from - start) / gridMs) + 1)
    await send(
      Array.from({ length: count }, (_, i) => ({
        ts: from - i * gridMs,
        values: twin(played, from - i * gridMs, gridMs),
      })),
    )
  }
}
