import { channelOf, type DeviceType, type Reading } from '#contract/devices/device-type.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import {
  choicesOf,
  effectOf,
  placeOf,
  switchPlaces,
  typesOf,
  type SwitchPlace,
  type SwitchType,
} from '#contract/devices/switch-places.ts'
import type { RuleDevices } from '#contract/automation/control-run.ts'
import { effectLabel, placeLabel, standsAt } from '#src/features/command/control-words.ts'
import {
  channelLabel,
  comparisonWord,
  valueText,
  type Translate,
} from '#src/features/equipment/reading-words.ts'

const typeOf = (name: string | null | undefined): DeviceType | null =>
  name && Object.hasOwn(deviceTypes, name) ? deviceTypes[name as DeviceTypeName] : null
export const readingAt = (
  deviceType: string | null | undefined,
  metric: string | null | undefined,
): Reading | null => {
  const type = typeOf(deviceType)
  return type && metric ? (channelOf(type, metric)?.reading ?? null) : null
}
/** Values that have a name of their own; none for quantities. */
export function namedValues(t: Translate, reading: Reading): { value: number; label: string }[] {
  const count = reading.states?.length ?? (reading.isDirection ? 3 : reading.isSwitch ? 2 : 0)
  return Array.from({ length: count }, (_, value) => ({
    value,
    label: valueText(t, reading, value),
  }))
}

export interface Limit {
  deviceId?: number | null
  /** Null: it is deleted. */
  deviceName?: string | null
  deviceType?: string | null
  metric?: string | null
  operator?: string | null
  value?: number | null
  value2?: number | null
}
/**
 * A device of a rule by name; null where the rule says that something of it is gone, and this one is
 * not to be found.
 */
export const namedIn = (
  { devices }: RuleDevices,
  deviceId: number | null | undefined,
  { state }: { state?: string | null | undefined },
) => {
  const device = devices.find(({ id }) => id === deviceId)
  const isGone = !device && deviceId && state === 'broken' && devices.length > 0
  return { deviceName: isGone ? null : device?.name, deviceType: device?.deviceType }
}
/** A limit as one would say it: where, what, how it compares, and with what. */
export function limitText(
  t: Translate,
  { deviceId, deviceName, deviceType, metric, operator, value, value2 }: Limit,
  { devices }: RuleDevices,
): string {
  const type = typeOf(deviceType)
  const reading = readingAt(deviceType, metric)
  const own = devices
    .find(({ id }) => id === deviceId)
    ?.switches.find(({ channel: of }) => of === metric)?.name
  const channel = own
    ? own
    : type && metric && reading
      ? channelLabel(t, deviceType!, type, metric)
      : // Of a device that is not known, what it measures has no name that anybody would say.
        ''
  const isTwoSided = operator === 'between' || operator === 'outside'
  const one = (of: number | null | undefined) =>
    of === null || of === undefined ? '' : reading ? valueText(t, reading, of) : String(of)
  return [
    deviceName === null ? t('equipment:strategies.goneSensor') : deviceName,
    channel,
    operator ? comparisonWord(t, operator) : '',
    isTwoSided ? `${one(value)} ~ ${one(value2)}` : one(value),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The value that a limit met, in the words of its reading. */
export function presentText(
  t: Translate,
  {
    deviceType,
    metric,
    present,
  }: { deviceType: string | null; metric: string; present: number | null },
): string {
  const reading = readingAt(deviceType, metric)
  return present === null ? '' : reading ? valueText(t, reading, present) : String(present)
}

interface SwitchChoice {
  deviceType: string
  channel: string
  label: string
  place: SwitchPlace
  reading: Reading
  type: SwitchType
}
/** The switches of a device, or those that any device of a group has. */
export function switchesOf(
  t: Translate,
  { devices, groups }: RuleDevices,
  { deviceId, groupId }: { deviceId?: number | null; groupId?: number | null },
): SwitchChoice[] {
  const device = devices.find(({ id }) => id === deviceId)
  const names = device
    ? [device.deviceType]
    : (groups.find(({ id }) => id === groupId)?.deviceTypes ?? [])
  const found = new Map<string, SwitchChoice>()
  for (const name of names) {
    const type = typeOf(name)
    for (const place of type ? switchPlaces(type) : []) {
      const own = device?.switches.find(({ channel }) => channel === place.channel)
      if (!found.has(place.channel))
        found.set(place.channel, {
          deviceType: name,
          channel: place.channel,
          label: own?.name ?? placeLabel(t, name, place),
          place,
          reading: type!.readings[place.about.reading]!,
          type: own?.type ?? typesOf(place.about.kind)[0]!,
        })
    }
  }
  return [...found.values()]
}
export const choicesFor = (t: Translate, { place, type, ...at }: SwitchChoice) =>
  choicesOf(place.about.kind, type).map(({ value, effect }) => ({
    value,
    label: effectLabel(t, effect, at),
  }))

/** What a step does: which device or circuit, and what becomes of it. */
export function stepText(
  t: Translate,
  choice: SwitchChoice | undefined,
  channel: string,
  value: number,
): string {
  if (!choice) return `${channel} = ${value}`
  const { kind } = choice.place.about
  return `${choice.label} ${kind === 'level' ? valueText(t, choice.reading, value) : effectLabel(t, effectOf(kind, choice.type, value), choice)}`
}
/**
 * The same of a device as it is called, with its circuit; by its type alone where it is gone by
 * now.
 */
export function targetText(
  t: Translate,
  all: RuleDevices,
  { deviceId, deviceType }: { deviceId: number | null; deviceType: string | null },
  channel: string,
  value: number,
): string {
  const own = switchesOf(t, all, { deviceId }).find((one) => one.channel === channel)
  return own ? stepText(t, own, channel, value) : typeText(t, deviceType, channel, value)
}
/** Where it stands, in the same words. */
export function presentTarget(
  t: Translate,
  all: RuleDevices,
  { deviceId, deviceType }: { deviceId: number | null; deviceType: string | null },
  channel: string,
  value: number,
): string {
  const own = switchesOf(t, all, { deviceId }).find((one) => one.channel === channel)
  if (own)
    return standsAt(
      t,
      { kind: own.place.about.kind, type: own.type, deviceType: own.deviceType, channel },
      value,
    )
  return typeText(t, deviceType, channel, value)
}
function typeText(t: Translate, deviceType: string | null, channel: string, value: number): string {
  const type = typeOf(deviceType)
  const place = type && placeOf(type, channel)
  if (!type || !place) return `${channel} = ${value}`
  return stepText(
    t,
    {
      deviceType: deviceType!,
      channel,
      label: placeLabel(t, deviceType!, place),
      place,
      reading: type.readings[place.about.reading]!,
      type: typesOf(place.about.kind)[0]!,
    },
    channel,
    value,
  )
}
