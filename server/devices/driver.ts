import {
  channelOf,
  type Actuator,
  type DeviceType,
  type Reading,
} from '#contract/devices/device-type.ts'
import type { NativeProtocol } from '#contract/devices/protocols.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import type { MessageProblem } from '#contract/equipment/device-calls.ts'

/** A report as docs/devices.md has it; its time and its values are still to be checked. */
export interface Report {
  ts?: unknown
  values: Record<string, unknown>
}
/** Notes what is wrong with a message, or with the part of it that `about` names. */
export type Complain = (code: MessageProblem['code'], about?: string) => void
/** What a device is to do, by the names of its type. */
export interface Order {
  actuator: string
  circuit: number | null
  value: number
  content?: Record<string, unknown> | null
}
/**
 * What is remembered of a device between its messages, in this process: the last of each total that
 * only rises.
 */
export type Totals = Map<string, { at: number; total: number }>

/** A maker's words. */
export interface Protocol {
  /** Reports of one message; never throws, whatever was sent. */
  decode(message: unknown, complain: Complain, totals: Totals): Report[]
  /**
   * What is published for an order, beside its number and its end; null where there are no words
   * for it.
   */
  encode(order: Order): Record<string, unknown> | null
  /** What it can say, by our names: readings, or one layer of a reading where it knows some alone. */
  channels: readonly string[]
  /** A message as a device says it, to try the connection with. */
  example: Record<string, unknown>
}
/**
 * What the server knows of a device type's talk: what it says, what it accepts, what shows that it
 * obeyed.
 */
export interface Driver {
  type: DeviceType
  /** Beside ours, which is read and written as it is. */
  protocols: Readonly<Partial<Record<NativeProtocol, Protocol>>>
  /**
   * How far a report of a channel may lie from what was wanted of it and still confirm the order.
   */
  tolerance(channel: string, wanted: number): number
}

/**
 * A level is there within a hundredth of its range, and at either end that is an order of its own
 * not before it says so.
 */
function ofActuator(
  { kind, leastBetweenEnds }: Actuator,
  { min, max }: Reading,
  wanted: number,
): number {
  const isEnd = leastBetweenEnds !== undefined && (wanted === min || wanted === max)
  return kind === 'level' && !isEnd ? (max - min) / 100 : 0
}
/**
 * What is moved, by its actuator; a setting as it is rounded for display; everything else to the
 * letter.
 */
const toleranceOf =
  (type: DeviceType): Driver['tolerance'] =>
  (channel, wanted) => {
    const place = placeOf(type, channel)
    if (place) return ofActuator(place.about, type.readings[place.about.reading]!, wanted)
    return type.settings?.[channel] ? 10 ** -channelOf(type, channel)!.reading.decimals / 2 : 0
  }

/** A type that speaks our words alone. */
export const plainDriver = (type: DeviceType): Driver => driver(type, {})
/** A type that its makers let speak in words of their own too. */
export const driver = (type: DeviceType, protocols: Driver['protocols']): Driver => ({
  type,
  protocols: Object.fromEntries(
    Object.entries(protocols).map(([name, protocol]) => [
      name,
      { ...protocol, channels: protocol.channels.filter((one) => isOf(type, one)) },
    ]),
  ),
  tolerance: toleranceOf(type),
})
/** Makers' words are shared by types, of which some lack what others measure. */
const isOf = ({ readings }: DeviceType, channel: string) =>
  Object.hasOwn(readings, channel.split('.')[0]!)

/** An order in our own words. */
export const standardOrder = ({
  actuator,
  circuit,
  value,
  content,
}: Order): Record<string, unknown> => ({ actuator, circuit, value, ...(content && { content }) })
