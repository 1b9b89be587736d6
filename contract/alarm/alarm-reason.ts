import { channelOf, type DeviceType, type Reading } from '../devices/device-type.ts'
import { deviceTypes, type DeviceTypeName } from '../devices/index.ts'
import { wordOf } from '../devices/switch-places.ts'
import type { AlarmLimits, AlarmRow } from './alarm-calls.ts'
import { meets } from '../automation/comparison.ts'

type Explained = Pick<AlarmRow, 'deviceType' | 'metric' | 'trigger' | 'value' | 'peak'> & {
  limits: AlarmLimits
}
/**
 * Why an alarm came: the text's key and what is filled in, but for the name of the channel.
 * `words`: what is filled in has a text of its own.
 */
interface AlarmReason {
  key: string
  params: Record<string, string | number>
  words?: Record<string, string>
}

/**
 * What a rule's metric measures: a channel's reading, or a reading of which each layer and circuit
 * is meant; null where the type has neither.
 */
export function readingOf(type: DeviceType, metric: string | null): Reading | null {
  if (!metric) return null
  return (
    channelOf(type, metric)?.reading ??
    (Object.hasOwn(type.readings, metric) ? type.readings[metric]! : null)
  )
}
/**
 * Whether a rule's metric means a channel: the channel itself, or the reading that it is a layer
 * of.
 */
export const meansChannel = (metric: string | null, channel: string) =>
  metric === channel || metric === channel.split('.')[0]

/** Whether a value is still what the alarm came for. */
function isBad(
  trigger: AlarmRow['trigger'],
  { operator, value: limit, value2, times, faultCode }: AlarmLimits,
  value: number,
): boolean {
  if (trigger === 'fault') return faultCode ? value === faultCode : value !== 0
  if (trigger === 'count') return value >= (times ?? 1)
  if (limit === null) return true
  return meets(
    {
      operator: operator ?? 'above',
      value: trigger === 'rate' && operator === 'below' ? -limit : limit,
      value2,
    },
    value,
  )
}

/** A sentence's parts, for whoever has the words: screens and notices say the same. */
export function reasonOf({
  deviceType,
  metric,
  trigger,
  value: newest,
  peak,
  limits,
}: Explained): AlarmReason {
  const type: DeviceType | undefined = deviceTypes[deviceType as DeviceTypeName]
  const about = type && readingOf(type, metric)
  // What is back within the limit is no reason; the worst value was.
  const value = newest !== null && isBad(trigger, limits, newest) ? newest : (peak ?? newest)
  if (trigger === 'offline' || trigger === 'noData')
    return { key: `alarm.reasons.${trigger}`, params: { minutes: limits.silentMinutes } }
  const text = (number: number | null) =>
    number === null
      ? ''
      : `${Number(number.toFixed(Math.max(about?.decimals ?? 2, decimalsOf(number))))}${about?.unit ? ` ${about.unit}` : ''}`
  if (trigger === 'command') return commandReason(limits, about, text)
  if (trigger === 'fault')
    return {
      key: 'alarm.reasons.fault',
      params: { fault: about?.states?.[value ?? 0] ?? value ?? '' },
    }
  const shown =
    value === null
      ? ''
      : `${value.toFixed(about?.decimals ?? 2)}${about?.unit ? ` ${about.unit}` : ''}`
  return {
    key: `alarm.reasons.${trigger === 'threshold' ? '' : trigger}${limits.operator ?? 'above'}`,
    params: {
      value: trigger === 'count' ? String(value ?? 0) : shown,
      limit: text(limits.value),
      limit2: text(limits.value2),
      minutes: limits.rateMinutes ?? 0,
    },
  }
}
/** A level is ordered by its number, anything else by a verb. */
function commandReason(
  { order }: AlarmLimits,
  about: Reading | null | undefined,
  text: (number: number) => string,
): AlarmReason {
  const key = `alarm.reasons.command${order?.state ?? ''}`
  return order && order.effect !== 'set'
    ? { key, params: {}, words: { order: `control.verbs.${wordOf(order.effect, about)}` } }
    : { key, params: { order: order ? text(order.wanted) : '' } }
}
const decimalsOf = (number: number) => Math.min(4, (String(number).split('.')[1] ?? '').length)
