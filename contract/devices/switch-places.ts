import type { Actuator, DeviceType, Reading } from './device-type.ts'

/** One thing of a device that is moved by itself: an actuator, or one circuit of it. */
export interface SwitchPlace {
  /** Counted through the whole device, from 1. */
  circuit: number
  /** The channel that reports where it stands: `open`, `relay.3`. */
  channel: string
  /** Name of the actuator, and which of its circuits; null where it has none. */
  actuator: string
  actuatorCircuit: number | null
  about: Actuator
}

/** Everything of a device type that can be moved, in the order of its actuators. */
export function switchPlaces({ readings, actuators = {} }: DeviceType): SwitchPlace[] {
  const places = Object.entries(actuators).flatMap(([actuator, about]) => {
    const circuits = readings[about.reading]?.circuits
    const numbers = circuits ? Array.from({ length: circuits }, (_, i) => i + 1) : [null]
    return numbers.map((number) => ({
      channel: number === null ? about.reading : `${about.reading}.${number}`,
      actuator,
      actuatorCircuit: number,
      about,
    }))
  })
  return places.map((place, i) => ({ circuit: i + 1, ...place }))
}
export const placeOf = (type: DeviceType, channel: string): SwitchPlace | null =>
  switchPlaces(type).find((place) => place.channel === channel) ?? null

/** Whether an order has to be confirmed: what is dangerous moves only so, and stops at once. */
export const needsConfirmation = ({ danger, kind }: Actuator, value: number) =>
  danger !== undefined && (kind === 'level' || value !== 0)

/** How a switch shows itself: plain, a roller blind, or what drives a piece of equipment. */
export const switchTypes = {
  plain: 'plain',
  rollerBlind: 'rollerBlind',
  related: 'related',
} as const
export type SwitchType = (typeof switchTypes)[keyof typeof switchTypes]

/** What a command does, in a word. */
export const effects = {
  open: 'open',
  close: 'close',
  forward: 'forward',
  reverse: 'reverse',
  stop: 'stop',
  unroll: 'unroll',
  rollUp: 'rollUp',
  set: 'set',
  fullyOpen: 'fullyOpen',
  fullyClosed: 'fullyClosed',
  reset: 'reset',
  report: 'report',
  keep: 'keep',
  remove: 'remove',
  call: 'call',
  gather: 'gather',
} as const
export type Effect = keyof typeof effects

/** Values of each kind of actuator, and what they mean under each switch type. */
const meanings: Readonly<Record<SwitchType, readonly Effect[]>> = {
  plain: ['close', 'open'],
  rollerBlind: ['stop', 'unroll', 'rollUp'],
  related: ['stop', 'forward', 'reverse'],
}
/** Switch types that an actuator's kind allows; the first is what it begins as. */
export const typesOf = (kind: Actuator['kind'], isMotor = false): readonly SwitchType[] =>
  isMotor
    ? ['related']
    : kind === 'direction'
      ? ['rollerBlind', 'related']
      : kind === 'switch'
        ? ['plain', 'related']
        : ['plain']
export const effectOf = (kind: Actuator['kind'], type: SwitchType, value: number): Effect =>
  kind === 'level' ? 'set' : kind === 'reset' ? 'reset' : (meanings[type][value] ?? 'set')
/** The same for one actuator of a type: driving a level to either end is an effect of its own. */
export function effectAt(
  about: Actuator,
  { min, max }: Pick<Reading, 'min' | 'max'>,
  type: SwitchType,
  value: number,
): Effect {
  if (about.leastBetweenEnds !== undefined && (value === min || value === max))
    return value === min ? 'fullyClosed' : 'fullyOpen'
  return effectOf(about.kind, type, value)
}
/** The word for an effect: a relay is switched on, a valve opens. */
export const wordOf = (
  effect: Effect,
  reading: Pick<Reading, 'isSwitch' | 'isPassage'> | null | undefined,
): Effect | 'on' | 'off' =>
  reading?.isSwitch && !reading.isPassage && (effect === 'open' || effect === 'close')
    ? effect === 'open'
      ? 'on'
      : 'off'
    : effect
/** What a channel of a device type reports; null for what is no channel of its. */
export const reportedAt = (type: DeviceType, channel: string): Reading | null =>
  type.readings[channel.split('.')[0]!] ?? null
/** Every value that can be chosen by name, with its effect; none for a level. */
export const choicesOf = (
  kind: Actuator['kind'],
  type: SwitchType,
): { value: number; effect: Effect }[] =>
  kind === 'level'
    ? []
    : kind === 'reset'
      ? [{ value: 0, effect: 'reset' }]
      : meanings[type]
          .slice(0, kind === 'switch' ? 2 : 3)
          .map((effect, value) => ({ value, effect }))
