import { reasonOf } from '#contract/equipment/alarm-reason.ts'
import type { AlarmRow } from '#contract/equipment/alarm-calls.ts'
import { alarmLevels } from '#contract/equipment/alarm-rule.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { channelLabel } from './reading-words.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string

/** Why an alarm came, in a sentence. */
export function reasonText(t: Translate, alarm: AlarmRow): string {
  const { key, params } = reasonOf(alarm)
  const type = alarm.deviceType as DeviceTypeName
  return t(`equipment:${key}`, { ...params, channel: alarm.metric ? channelLabel(t, type, deviceTypes[type], alarm.metric) : t('equipment:alarm.anyData') })
}
export const levelTone = { 1: 'quiet', 2: 'warn', 3: 'bad' } as const
export const stateTone = { active: 'bad', recovering: 'warn', cleared: 'good' } as const
export const levelText = (t: Translate, level: number) => t(`equipment:alarmRule.options.level.${Object.entries(alarmLevels).find(([, value]) => value === level)?.[0] ?? 'info'}`)

/** How long something lasted, in its two largest units. */
export function lastedText(from: string, to: string, language: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  const parts = [['day', Math.floor(minutes / 1440)], ['hour', Math.floor(minutes / 60) % 24], ['minute', minutes % 60]] as const
  const shown = parts.filter(([, count]) => count > 0).slice(0, 2)
  return (shown.length > 0 ? shown : [parts[2]]).map(([unit, count]) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)).join(' ')
}
