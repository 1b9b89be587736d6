import type { MqttClient } from 'mqtt'
import type { DeviceType, Setting } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { switchPlaces, type SwitchPlace } from '#contract/devices/switch-places.ts'
import type { Spoken, Told } from './protocols/protocol.ts'
import { soak } from './plots.ts'
import { stir } from './ponds.ts'
import type { Gathering } from './gathering.ts'
import type { Strategies } from './strategies.ts'
import { running } from './models/aerator-ii.ts'
import type { SimulatedDevice } from './models/simulated-device.ts'

const topics = { commands: 'v1/devices/me/commands', answers: 'v1/devices/me/commands/answer' }
/**
 * A valve's motor, a relay's contact: what is told is so after this long, and water flows a little
 * later.
 */
const moveMs = 600
const settleMs = 2500

/** What it can be told: to move something, or to keep a setting. */
type Commandable = SwitchPlace | { channel: string; setting: Setting }
function placeFor(type: DeviceType, { actuator, circuit }: Told): Commandable | undefined {
  const setting = type.settings?.[actuator]
  if (setting) return { channel: actuator, setting }
  return switchPlaces(type).find(
    (place) => place.actuator === actuator && place.actuatorCircuit === (circuit ?? null),
  )
}

/** What a device of this type does not do, and says so; null when it does. */
function refusal(type: DeviceType, place: Commandable | undefined, { value }: Told): string | null {
  if (!place) return 'no such actuator'
  const { min, max } = 'about' in place ? type.readings[place.about.reading]! : place.setting
  return typeof value === 'number' &&
    value >= min &&
    value <= max &&
    (!('about' in place) || place.about.kind === 'level' || Number.isInteger(value))
    ? null
    : 'impossible value'
}

/**
 * What a device does with what it is told beside moving: strategies and a list to gather where it
 * keeps such, and settings that outlive its power.
 */
interface Keeping {
  strategies: Strategies | null
  gathering: Gathering | null
  keep: (channel: string, value: number) => void
}
/**
 * Lets a device do what it is told unless it is stuck, and report at once when it has. `report`
 * sends what it reports now.
 */
export function handleCommand(
  client: MqttClient,
  deviceType: string,
  spoken: Spoken | null,
  played: SimulatedDevice,
  report: () => void,
  isStuck: () => boolean,
  { strategies, gathering, keep }: Keeping,
): void {
  const type = deviceTypeNamed(deviceType)
  client.on(
    'connect',
    () => void client.subscribeAsync(topics.commands, { qos: 1 }).catch(() => undefined),
  )
  client.on('message', (topic, payload) => {
    if (topic !== topics.commands) return
    const published = JSON.parse(payload.toString()) as Told
    const heard = spoken ? spoken.hear({ ...published }) : published
    if (!heard) return
    const told: Told = { ...published, ...heard }
    if (Date.parse(told.expiresAt) <= Date.now()) return
    if (told.actuator === 'report') return report()
    const refuse = (reason: string) =>
      void client
        .publishAsync(topics.answers, JSON.stringify({ id: told.id, ok: false, reason }), {
          qos: 1,
        })
        .catch(() => undefined)
    if (strategies && (told.actuator === 'strategy' || told.actuator === 'strategyCall')) {
      const problem = strategies.obey(told, Date.now())
      return problem ? refuse(problem) : report()
    }
    if (gathering && told.actuator === 'collection') {
      const problem = gathering.obey(told)
      return problem ? refuse(problem) : report()
    }
    const place = placeFor(type, told)
    const reason = refusal(type, place, told)
    if (!place || reason) return refuse(reason ?? 'no such actuator')
    if (isStuck()) return
    setTimeout(() => {
      played.told.set(place.channel, told.value)
      if ('setting' in place) keep(place.channel, told.value)
      follow(played, deviceType, place.channel, told.value)
      report()
      setTimeout(report, settleMs)
    }, moveMs)
  })
}

/**
 * A valve is one thing: where it stands and whether it is open go together; its plot gets wet
 * meanwhile. A pond has what its
 * pumps stir in. An inverter holds a pressure or turns as it is told.
 */
function follow(played: SimulatedDevice, deviceType: string, channel: string, value: number): void {
  if (deviceType === 'aerator_ii') stir(played.plot, running(played, Date.now()), Date.now())
  if (channel === 'targetPressure') played.told.delete('setFrequency')
  if (channel === 'open') played.told.set('opening', value * 100)
  if (channel === 'opening') played.told.set('open', Number(value > 0))
  if (channel === 'open' || channel === 'opening')
    soak(played.plot, (played.told.get('opening') ?? 0) / 100, Date.now())
}
