import { channelOf, type DeviceType, type Reading } from '#contract/devices/device-type.ts'
import { compass, eighthOf } from '#contract/devices/wind.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'

/** What a screen needs to know of a device type beyond its readings: it does not compile when one is missing. */
export interface DeviceFace {
  /** Name of a drawing (src/ui/LineIcon.tsx): of its list, its cards, its place on a map. */
  icon: string
  /** The reading that its curve begins with. */
  curve: string
  /** What a card or a list has room for, the most telling first. */
  key: readonly string[]
  /** Moved from its data dialog too (spec 2 §2). */
  isMoved?: true
}
const lamp: DeviceFace = { icon: 'lamp', curve: 'insects', key: ['state', 'insects', 'airTemperature'] }
export const deviceFaces: Readonly<Record<DeviceTypeName, DeviceFace>> = {
  soil: { icon: 'tube', curve: 'humidity', key: ['humidity', 'temperature'] },
  gateway_weather: { icon: 'weather', curve: 'airTemperature', key: ['airTemperature', 'airHumidity', 'windSpeed', 'rainfall'] },
  gateway_soil: { icon: 'soil', curve: 'humidity', key: ['humidity', 'temperature', 'conductivity'] },
  gateway_water: { icon: 'water', curve: 'dissolvedOxygen', key: ['dissolvedOxygen', 'waterTemperature', 'ph'] },
  electric_valve: { icon: 'valve', curve: 'flow', key: ['open', 'flow', 'pressure'] },
  gateway: { icon: 'gateway', curve: 'signal', key: ['signal', 'children', 'supplyVoltage'], isMoved: true },
  acquisition_control: { icon: 'cabinet', curve: 'airTemperature', key: ['airTemperature', 'airHumidity', 'co2'] },
  inverter: { icon: 'inverter', curve: 'frequency', key: ['state', 'frequency', 'pressure'] },
  aerator_ii: { icon: 'aerator', curve: 'dissolvedOxygen', key: ['pump', 'dissolvedOxygen'] },
  value_regulated: { icon: 'gate', curve: 'upstreamLevel', key: ['opening', 'upstreamLevel', 'downstreamLevel'] },
  lorawan_node: { icon: 'node', curve: 'rssi', key: ['relay', 'battery', 'rssi'] },
  lorawan_gateway: { icon: 'lora', curve: 'nodesOnline', key: ['nodesOnline', 'uplinks', 'signal'] },
  '4GLora_node': { icon: 'node', curve: 'pressure', key: ['relay', 'pressure', 'signal'], isMoved: true },
  networkPower: { icon: 'power', curve: 'power', key: ['power', 'voltage', 'energy'] },
  waterFertilizer: { icon: 'fertilizer', curve: 'ec', key: ['running', 'ec', 'ph'] },
  injection: { icon: 'fertilizer', curve: 'ec', key: ['running', 'ec', 'ph'] },
  insectSituationLamp: lamp,
  insectSituationLamp_II: lamp,
  insectSituationLamp_IV: lamp,
  camera: { icon: 'camera', curve: 'storageUsed', key: ['recording', 'storageUsed', 'light'] },
  sex_inducement: { icon: 'lure', curve: 'trapped', key: ['state', 'trapped', 'airTemperature'] },
}

export type Translate = (key: string, options?: Record<string, unknown>) => string
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

/** A value as it is read aloud: its decimals and its unit, or the word of a switch, a direction or a state. */
export function valueText(t: Translate, { isSwitch, isDirection, isBearing, states, decimals, unit }: Reading, value: number): string {
  if (isDirection) return t(`equipment:control.directions.${value}`)
  const state = states?.[value]
  if (state) return t(`equipment:states.${state}`)
  const eighth = isBearing ? eighthOf(value) : null
  if (eighth !== null) return `${value.toFixed(decimals)} ${unit} ${t(`equipment:compass.${compass[eighth]}`)}`
  if (isSwitch) return t(`equipment:control.status.${value === 1 ? 'open' : 'close'}`)
  return `${value.toFixed(decimals)}${unit ? ` ${unit}` : ''}`
}
/** Channels of one reading, from the surface down. */
export const channelsOf = (type: DeviceType, metrics: readonly string[], reading: string): { metric: string; layer: number | null }[] =>
  metrics.flatMap((metric) => {
    const channel = channelOf(type, metric)
    return channel?.name === reading ? [{ metric, layer: channel.layer }] : []
  }).sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0))

/** One channel's newest value, as a device's row carries it (contract/equipment/device.ts). */
export interface Reported { metric: string; value: number; at: string }
/** What a card shows of a device: the channels of its type's key readings, at most `most`; of a probe the uppermost of each. */
export function keyChannels(name: DeviceTypeName, type: DeviceType, readings: readonly Reported[], most = 4): Reported[] {
  return deviceFaces[name].key.flatMap((reading) => {
    const own = channelsOf(type, readings.map(({ metric }) => metric), reading)
    const shown = type.layers ? own.filter(({ layer }) => layer !== 0).slice(0, 1) : own
    return shown.map(({ metric }) => readings.find((one) => one.metric === metric)!)
  }).slice(0, most)
}
