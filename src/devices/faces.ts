import { channelOf, type DeviceType, type Reading } from '#contract/devices/device-type.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'

/** What a screen needs to know of a device type beyond its readings: it does not compile when one is missing. */
export interface DeviceFace {
  /** The reading that its curve begins with. */
  curve: string
}
export const deviceFaces: Readonly<Record<DeviceTypeName, DeviceFace>> = {
  soil: { curve: 'humidity' },
  gateway_weather: { curve: 'airTemperature' },
  electric_valve: { curve: 'flow' },
  gateway: { curve: 'signal' },
}

type Translate = (key: string, options?: Record<string, unknown>) => string
export const readingLabel = (t: Translate, type: string, name: string) => t(`equipment:readings.${type}.${name}`)
/** A channel by itself: its reading, with the number of its circuit or the depth of its layer. */
export function channelLabel(t: Translate, name: string, type: DeviceType, metric: string): string {
  const channel = channelOf(type, metric)
  const reading = readingLabel(t, name, channel?.name ?? metric)
  if (channel?.circuit) return t('equipment:deviceData.circuit', { reading, circuit: channel.circuit })
  return channel?.layer === null || channel === null ? reading : `${reading} ${layerLabel(t, type, channel.layer)}`
}
/** How deep a layer lies; 0 is the surface. */
export const layerLabel = (t: Translate, { layers }: DeviceType, layer: number) =>
  layer === 0 ? t('equipment:deviceData.surface') : t('equipment:deviceData.depth', { count: layer * (layers?.centimetres ?? 1) })

/** A value as it is read aloud: its decimals and its unit, or the word of a switch. */
export function valueText(t: Translate, { isSwitch, decimals, unit }: Reading, value: number): string {
  if (isSwitch) return t(value === 1 ? 'common:flags.yes' : 'common:flags.no')
  return `${value.toFixed(decimals)}${unit ? ` ${unit}` : ''}`
}
/** Channels of one reading, from the surface down. */
export const channelsOf = (type: DeviceType, metrics: readonly string[], reading: string): { metric: string; layer: number | null }[] =>
  metrics.flatMap((metric) => {
    const channel = channelOf(type, metric)
    return channel?.name === reading ? [{ metric, layer: channel.layer }] : []
  }).sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0))
