import { channelOf, type DeviceType } from '../devices/device-type.ts'
import { deviceTypes, type DeviceTypeName } from '../devices/index.ts'
import type { AlarmLimits, AlarmRow } from './alarm-calls.ts'

type Explained = Pick<AlarmRow, 'deviceType' | 'metric' | 'trigger' | 'value'> & { limits: AlarmLimits }
/** Why an alarm came: the text's key, what is filled in, and which reading of the type it speaks of. */
export interface AlarmReason { key: string; params: Record<string, string | number>; reading: { type: string; name: string; layer: number | null } | null }

/** The channel behind a rule's metric: of a reading with layers, the reading. */
export function metricOf(type: DeviceType, metric: string | null): { name: string; layer: number | null } | null {
  if (!metric) return null
  const channel = channelOf(type, metric)
  if (channel) return { name: channel.name, layer: channel.layer }
  return Object.hasOwn(type.readings, metric) ? { name: metric, layer: null } : null
}
/** Whether a rule's metric means a channel: the channel itself, or the reading that it is a layer of. */
export const meansChannel = (metric: string | null, channel: string) => metric === channel || metric === channel.split('.')[0]

/** A sentence's parts, for whoever has the words: screens and notices say the same. */
export function reasonOf({ deviceType, metric, trigger, value, limits }: Explained): AlarmReason {
  const type: DeviceType | undefined = deviceTypes[deviceType as DeviceTypeName]
  const found = type && metricOf(type, metric)
  const reading = found ? { type: deviceType, ...found } : null
  if (trigger === 'offline' || trigger === 'noData') return { key: `alarm.reasons.${trigger}`, params: { minutes: limits.silentMinutes }, reading }
  const about = found ? type.readings[found.name] : undefined
  const text = (number: number | null) => (number === null ? '' : `${Number(number.toFixed(Math.max(about?.decimals ?? 2, decimalsOf(number))))}${about?.unit ? ` ${about.unit}` : ''}`)
  const shown = value === null ? '' : `${value.toFixed(about?.decimals ?? 2)}${about?.unit ? ` ${about.unit}` : ''}`
  return {
    key: `alarm.reasons.${trigger === 'rate' ? 'rate' : ''}${limits.operator ?? 'above'}`,
    params: { value: shown, limit: text(limits.value), limit2: text(limits.value2), minutes: limits.rateMinutes ?? 0 }, reading,
  }
}
const decimalsOf = (number: number) => Math.min(4, (String(number).split('.')[1] ?? '').length)
