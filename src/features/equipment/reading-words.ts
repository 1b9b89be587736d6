import { calculatedReadings } from '#contract/devices/calculated.ts'
import { channelOf, type DeviceType, type Reading } from '#contract/devices/device-type.ts'
import { deviceTypeNamed, type DeviceTypeName } from '#contract/devices/index.ts'
import { wordOf } from '#contract/devices/switch-places.ts'
import type { CalculatedWords } from '#contract/equipment/device-calls.ts'
import { compass, eighthOf } from '#contract/devices/wind.ts'

export type Translate = (key: string, options?: Record<string, unknown>) => string
export const readingLabel = (t: Translate, type: string, name: string) =>
  t(`equipment:readings.${Object.hasOwn(calculatedReadings, name) ? 'calculated' : type}.${name}`)
/** A channel by itself: its reading, with the number of its circuit or the depth of its layer. */
export function channelLabel(t: Translate, name: string, type: DeviceType, metric: string): string {
  const channel = channelOf(type, metric)
  const reading = readingLabel(t, name, channel?.name ?? metric)
  if (channel?.circuit)
    return t('equipment:deviceData.circuit', { reading, circuit: channel.circuit })
  return channel?.layer === null || channel === null
    ? reading
    : `${reading} ${layerLabel(t, type, channel.layer)}`
}
/** How deep a layer lies; 0 is the surface. */
export const layerLabel = (t: Translate, { layers }: DeviceType, layer: number) =>
  layer === 0
    ? t('equipment:deviceData.surface')
    : t('equipment:deviceData.depth', { count: layer * (layers?.centimetres ?? 1) })

/**
 * A value as it is read aloud: its decimals and its unit, or the word of a switch, a direction or a
 * state.
 */
export function valueText(t: Translate, reading: Reading, value: number): string {
  const { isSwitch, isDirection, isBearing, states, decimals, unit } = reading
  if (isDirection) return t(`equipment:control.directions.${value}`)
  const state = states?.[value]
  if (state) return t(`equipment:states.${state}`)
  const eighth = isBearing ? eighthOf(value) : null
  if (eighth !== null)
    return `${value.toFixed(decimals)} ${unit} ${t(`equipment:compass.${compass[eighth]}`)}`
  if (isSwitch)
    return t(`equipment:control.status.${wordOf(value === 1 ? 'open' : 'close', reading)}`)
  return `${value.toFixed(decimals)}${unit ? ` ${unit}` : ''}`
}
/** What is worked out, in the unit that people gave it. */
export const inOwnUnit = (reading: Reading, words: CalculatedWords | null | undefined): Reading =>
  words?.unit && !reading.unit ? { ...reading, unit: words.unit } : reading

/** Channels of one reading, from the surface down. */
export const channelsOf = (
  type: DeviceType,
  metrics: readonly string[],
  reading: string,
): { metric: string; layer: number | null }[] =>
  metrics
    .flatMap((metric) => {
      const channel = channelOf(type, metric)
      return channel?.name === reading ? [{ metric, layer: channel.layer }] : []
    })
    .sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0))

/** One channel's newest value, as a device's row carries it (contract/equipment/device.ts). */
export interface Reported {
  metric: string
  value: number
  at: string
  /** Of amounts: what came in the last hour, since the tenant's day began, and in 24 hours. */
  hour?: number | null
  today?: number | null
  day?: number | null
}
interface ReportedText {
  label: string
  value: string
  /** Of amounts: what came in the last hour and in 24 hours. */
  lately: string | null
}
/** A channel of a device's row by name and value; of amounts that of today, and so said. */
export function reportedText(
  t: Translate,
  name: DeviceTypeName,
  { metric, value, hour, today, day }: Reported,
): ReportedText | null {
  const type: DeviceType = deviceTypeNamed(name)
  const channel = channelOf(type, metric)
  if (!channel) return null
  const label = channelLabel(t, name, type, metric)
  if (typeof hour !== 'number' || typeof today !== 'number' || typeof day !== 'number')
    return { label, value: valueText(t, channel.reading, value), lately: null }
  const text = (sum: number) => valueText(t, channel.reading, sum)
  return {
    label: t('equipment:deviceData.ofToday', { reading: label }),
    value: text(today),
    lately: t('equipment:deviceData.amounts', { hour: text(hour), day: text(day) }),
  }
}

/** How a value compares, as it stands within a sentence. */
export const comparisonWord = (t: Translate, operator: string): string =>
  t(`equipment:alarmRule.options.operator.${operator}`).toLowerCase()
