import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed, deviceTypes } from '#contract/devices/index.ts'
import {
  effectAt,
  effectOf,
  placeOf,
  reportedAt,
  wordOf,
  type Effect,
  type SwitchPlace,
} from '#contract/devices/switch-places.ts'
import { pendingStates, type CommandRow } from '#contract/command/command.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { readingLabel, valueText } from '#src/features/equipment/reading-words.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string

export const isOpenCommand = ({ state }: Pick<CommandRow, 'state'>) =>
  (pendingStates as readonly string[]).includes(state)
const isKnown = (deviceType: string) => Object.hasOwn(deviceTypes, deviceType)
const readingAt = ({ deviceType, channel }: Place) =>
  isKnown(deviceType) ? reportedAt(deviceTypeNamed(deviceType), channel) : null
interface Place {
  deviceType: string
  channel: string
}
/** What an order does, as one says it of its actuator: a relay is switched on, a valve opens. */
export const effectLabel = (t: Translate, effect: Effect, at: Place) =>
  t(`equipment:control.verbs.${wordOf(effect, readingAt(at))}`)
/** What has come of it. */
export const effectStatus = (t: Translate, effect: Effect, at: Place) =>
  t(`equipment:control.status.${wordOf(effect, readingAt(at))}`)

/** What an actuator or one of its circuits is called until somebody names it. */
export function placeLabel(
  t: Translate,
  deviceType: string,
  { actuator, actuatorCircuit }: Pick<SwitchPlace, 'actuator' | 'actuatorCircuit'>,
): string {
  if (actuator === 'report') return t('equipment:control.verbs.report')
  if (actuator === 'collection') return t('equipment:collection.title')
  if (actuator === 'strategy' || actuator === 'strategyCall') return t('equipment:strategies.title')
  const isSetting =
    isKnown(deviceType) && Object.hasOwn(deviceTypeNamed(deviceType).settings ?? {}, actuator)
  const name = isSetting
    ? readingLabel(t, deviceType, actuator)
    : t(`equipment:actuators.${deviceType}.${actuator}`)
  return actuatorCircuit === null
    ? name
    : t('equipment:control.circuit', { name, circuit: actuatorCircuit })
}
/** The same of a channel that it reports where it stands on. */
export function circuitLabel(t: Translate, deviceType: string, channel: string): string {
  const place = isKnown(deviceType) ? placeOf(deviceTypeNamed(deviceType), channel) : null
  return place ? placeLabel(t, deviceType, place) : channel
}
export const switchLabel = (
  t: Translate,
  { name, deviceType, channel }: Pick<SwitchRow, 'name' | 'deviceType' | 'channel'>,
): string => name || circuitLabel(t, deviceType, channel)

/** What an order of a value brings about. */
export function orderedEffect(
  { deviceType, channel, kind, type }: Pick<SwitchRow, 'deviceType' | 'channel' | 'kind' | 'type'>,
  value: number,
): Effect {
  const about: DeviceType = deviceTypeNamed(deviceType)
  const place = placeOf(about, channel)
  return place
    ? effectAt(place.about, about.readings[place.about.reading]!, type, value)
    : effectOf(kind, type, value)
}

/** What an order is to do, in words: its verb, or the number that is set. */
export function orderText(
  t: Translate,
  row: Pick<SwitchRow, 'deviceType' | 'channel' | 'kind' | 'type'>,
  value: number,
): string {
  const effect = orderedEffect(row, value)
  return effect === 'set'
    ? t('equipment:control.setTo', { value: standsAt(t, row, value) })
    : effectLabel(t, effect, row)
}

/** A value of a switch in words: where it stands, or the number of a level with its unit. */
export function standsAt(
  t: Translate,
  row: Pick<SwitchRow, 'kind' | 'type' | 'deviceType' | 'channel'>,
  value: number,
): string {
  const { kind, type, deviceType, channel } = row
  const about: DeviceType = deviceTypeNamed(deviceType)
  if (kind === 'level' || kind === 'reset')
    return valueText(t, about.readings[placeOf(about, channel)!.about.reading]!, value)
  return effectStatus(t, effectOf(kind, type, value), row)
}
/** What a command is to bring about: its verb, or the number of a level. */
export const wantedText = (
  t: Translate,
  row: Pick<SwitchRow, 'kind' | 'type' | 'deviceType' | 'channel'>,
  { effect, wanted }: Pick<CommandRow, 'effect' | 'wanted'>,
) => (effect === 'set' ? standsAt(t, row, wanted) : effectLabel(t, effect, row))
/**
 * Whether a switch stands as it was told last. `open`: the order is on its way. `undone`: it never
 * came to pass. `moved`: something else has moved it since.
 */
export function obedience({
  command,
  status,
  kind,
}: Pick<SwitchRow, 'command' | 'status' | 'kind'>): 'none' | 'open' | 'met' | 'undone' | 'moved' {
  // A reset is no place to stand at, and what was taken back wants nothing.
  if (!command || (kind === 'reset' && !isOpenCommand(command)) || command.state === 'cancelled')
    return 'none'
  if (isOpenCommand(command)) return 'open'
  if (status === null) return 'none'
  const isMet = Math.abs(status - command.wanted) <= command.tolerance
  if (isMet) return 'met'
  return command.state === 'confirmed' || command.lateAt !== null ? 'moved' : 'undone'
}
/**
 * 0 red, 1 green, any other orange (docs/specification.md 7.5); a level is as good wherever it
 * stands.
 */
export const toneOf = (kind: SwitchRow['kind'], value: number) =>
  kind === 'level'
    ? 'quiet'
    : kind === 'reset'
      ? value === 0
        ? 'good'
        : 'bad'
      : value === 0
        ? 'bad'
        : value === 1
          ? 'good'
          : 'warn'

/** Why nothing can be ordered of a switch now; null when it can. */
export function closedBecause(
  {
    online,
    enabledFlag,
    deviceEnabledFlag,
  }: Pick<SwitchRow, 'online' | 'enabledFlag' | 'deviceEnabledFlag'>,
  mayControl: boolean,
) {
  if (!mayControl) return 'permission'
  if (deviceEnabledFlag === 0) return 'deviceDisabled'
  if (enabledFlag === 0) return 'switchDisabled'
  return online === 0 ? 'offline' : null
}

/**
 * Whether it ended without its node ever having said so: it lay at the network server then, which
 * nobody could have empty its queue.
 */
export const mayStillHappen = ({ state, reason }: Pick<CommandRow, 'state' | 'reason'>) =>
  reason === 'atNetwork' && (state === 'superseded' || state === 'cancelled')
const confirmedMs = 60_000
const failedMs = 600_000
/** Whether the end of a command is still news. */
export function isNews(
  { state, endedAt }: Pick<CommandRow, 'state' | 'endedAt'>,
  now: number,
): boolean {
  const age = now - Date.parse(endedAt ?? '')
  return age < (state === 'confirmed' ? confirmedMs : failedMs)
}
const ours = new Set(['atNetwork', 'stopFailed', 'deviceOff', 'unspoken', 'fault'])
/** A reason as the device said it, or one of ours in words. */
export const reasonText = (t: Translate, reason: string | null) =>
  reason !== null && ours.has(reason)
    ? t(`equipment:control.reasons.${reason}`)
    : reason || t('equipment:control.noReason')
