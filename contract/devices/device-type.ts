import { calculatedReadings } from './calculated.ts'
import type { Protocols } from './protocols.ts'

/**
 * One quantity that a device reports, as plain data: ingest checks by it, screens and charts draw
 * from it.
 */
export interface Reading {
  /** As it is written, such as '°C'; none for counts and states. */
  unit?: string
  /** What the sensor can mean; beyond it something is broken, and the value is refused. */
  min: number
  max: number
  /** Decimals shown. Values are stored as they came. */
  decimals: number
  /**
   * How much a curve's axis shows at least, so that noise is not drawn as a storm; a fiftieth of
   * its range unless said.
   */
  leastSpan?: number
  /** 0 and 1, such as an open valve; `true` and `false` are taken too. */
  isSwitch?: true
  /** Of a switch: it lets something through, and is open or closed; the others are on or off. */
  isPassage?: true
  /** 0 stop, 1 one way, 2 the other way. */
  isDirection?: true
  /**
   * What whole numbers from 0 on stand for, such as the state of a motor; their words are `states`
   * of the locales.
   */
  states?: readonly string[]
  /**
   * Anything but 0 is something that is broken: its device's fault log lists when it began and
   * ended.
   */
  isFault?: true
  /** Something that happens: told when it begins and ends, and not in every report. */
  isEvent?: true
  /** Adds up over time (rain since the last report): charts show sums, not means. */
  isAmount?: true
  /**
   * Counts on until it is set back (a meter): charts show where it stands, sums what was added;
   * below the value before it began at 0 again.
   */
  isCounter?: true
  /** How wet soil is, in percent: plots are coloured by it. */
  isSoilWater?: true
  /** A direction in degrees from north on, which has a name besides. */
  isBearing?: true
  /** Spoken between the server and the device alone: no tile, curve or rule shows it. */
  isInternal?: true
  /** One channel per circuit of the device, counted from 1: `relay.3`. */
  circuits?: number
  /** Worked out by the server from other readings: no device reports it. */
  isCalculated?: true
}
export type Readings = Readonly<Record<string, Reading>>

/**
 * What a device can be told to move (docs/specification.md 7.1): one command at a time is on its
 * way to each.
 */
export interface Actuator {
  /**
   * `switch`: 0 or 1. `direction`: 0 stop, 1 one way, 2 the other way. `level`: a number within its
   * reading's limits. `reset`: 0, which clears what its reading says.
   */
  kind: 'switch' | 'direction' | 'level' | 'reset'
  /**
   * The reading that says where it stands; a report of it confirms a command. With circuits, each
   * of them is an actuator.
   */
  reading: string
  /** How long a command may take, in seconds; later it is never carried out. */
  ttlSeconds: number
  /**
   * Whoever sets it in motion confirms: by naming the device, or by holding a button down where it
   * is moved several times a day.
   */
  danger?: 'named' | 'held'
  /**
   * Of a level: either limit of its reading is a command of its own, and numbers between them begin
   * here.
   */
  leastBetweenEnds?: number
  /** Of a direction: it turns a motor and is no blind. */
  isMotor?: true
  /**
   * Lets water onto its plot, or drives it there: stopped where irrigation has to stop. `marked`,
   * `unmarked`: whether its circuit does is said with the circuit, and until then.
   */
  irrigates?: true | 'marked' | 'unmarked'
}

/**
 * What a device keeps until it is told otherwise, under the name of the reading that says what it
 * holds.
 */
export interface Setting {
  min: number
  max: number
  /** What it holds until somebody sets it. */
  preset: number
  recommended?: number
  /** Another setting, above which it stays by so much at least. */
  above?: { setting: string; by: number }
  /**
   * The minutes between two reports: the server expects them so often once the device has
   * confirmed.
   */
  setsPeriod?: true
}

/** What is needed to read a device's messages. */
export interface Reporting<R extends Readings = Readings> {
  readings: R
  /** Readings per depth: `humidity.3` is layer 3. Layer 0 is the surface. */
  layers?: { most: number; centimetres: number; surface: readonly string[] }
}
/** The code that shows devices of a type, and those of what is done to them. */
type DeviceCodes = Readonly<Record<'list' | 'create' | 'edit' | 'delete' | 'transfer', string>>
/** A kind of device, known to ingest, screens and the simulator by this alone. */
export interface DeviceType<R extends Readings = Readings> extends Reporting<R> {
  /** Where devices of this type are looked after. */
  route: `/web/equipment/${string}` | `/system/${string}`
  permissions: DeviceCodes
  /** Codes of what hangs on it and is looked after by itself, such as an aerator's pumps. */
  partCodes?: Readonly<Record<string, string>>
  /**
   * Heard by a LoRaWAN network, which knows it by 16 hexadecimal digits and asks for no credential
   * of ours.
   */
  overLorawan?: true
  /**
   * Hears nodes and passes on what they say: what it heard is shown, and it has no keys of its own.
   */
  hearsNodes?: true
  /** By its name in commands. */
  actuators?: Readonly<Record<string, Actuator>>
  settings?: Readonly<Record<string, Setting>>
  /**
   * Strategies that it keeps and runs by itself at most; it reports the revision of each as
   * `strategy` and the last call as `strategyCalled`.
   */
  strategies?: number
  /** Makers' own words that its driver understands besides ours (server/devices). */
  protocols?: Protocols
  /**
   * Gathers what other devices measure; it reports the revision of the list that it was told as
   * `collection`.
   */
  isCollector?: true
}
/** A device reports so many minutes after its last report at the soonest (docs/specification.md 7.4). */
export const leastReportMinutes = 5

/** What people look at of a type. */
export const shownReadings = <T extends Reading>(
  readings: Readonly<Record<string, T>>,
): [string, T][] => Object.entries(readings).filter(([, { isInternal }]) => !isInternal)
/**
 * Errors: throws at definition when the surface layer, an actuator or a setting is said to have a
 * reading that the type has not.
 */
export function deviceType<const R extends Readings>(spec: DeviceType<R>): DeviceType<R> {
  const named = [
    ...(spec.layers?.surface ?? []),
    ...Object.values(spec.actuators ?? {}).map(({ reading }) => reading),
    ...Object.keys(spec.settings ?? {}),
  ]
  for (const name of named)
    if (!Object.hasOwn(spec.readings, name)) throw new Error(`no reading '${name}'`)
  return spec
}

/**
 * Codes of a type: `deviceCodes('config.gateway', { create: 'add' })`. What is done is named as
 * clients know it where that
 * has a word of its own.
 */
export function deviceCodes(
  feature: `${string}.${string}`,
  words: Partial<Omit<DeviceCodes, 'list'>> = {},
): DeviceCodes {
  const prefix = `wfpf.farm.equipment.${feature.split('.').at(-1)}.ps`
  const of = (action: keyof Omit<DeviceCodes, 'list'>) => `${prefix}.${words[action] ?? action}`
  return {
    list: `wfpf.farm.equipment.${feature}`,
    create: of('create'),
    edit: of('edit'),
    delete: of('delete'),
    transfer: of('transfer'),
  }
}

interface Channel {
  name: string
  reading: Reading
  layer: number | null
  circuit: number | null
}
/**
 * The reading behind a channel's name, with its layer or circuit; null where the type has no such
 * channel.
 */
export function channelOf(type: Reporting, channel: string): Channel | null {
  const [name = '', text] = channel.split('.')
  const calculated: Readings = calculatedReadings
  const reading = Object.hasOwn(type.readings, name)
    ? type.readings[name]!
    : Object.hasOwn(calculated, name)
      ? calculated[name]!
      : null
  if (!reading) return null
  const plain = { name, reading, layer: null, circuit: null }
  if (!type.layers && !reading.circuits) return text === undefined ? plain : null
  const number =
    /^(0|[1-9]\d?)$/.test(text ?? '') && channel.split('.').length === 2 ? Number(text) : -1
  if (reading.circuits)
    return number >= 1 && number <= reading.circuits ? { ...plain, circuit: number } : null
  const isThere =
    number === 0 ? type.layers!.surface.includes(name) : number > 0 && number <= type.layers!.most
  return isThere ? { ...plain, layer: number } : null
}
