import { readingOf, reasonOf } from '#contract/alarm/alarm-reason.ts'
import type { AlarmRow } from '#contract/alarm/alarm-calls.ts'
import { alarmLevels } from '#contract/alarm/alarm-rule.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { circuitLabel } from '#src/features/command/control-words.ts'
import { channelLabel, valueText } from '#src/features/equipment/reading-words.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string

/** Why an alarm came, in a sentence. */
export function reasonText(t: Translate, alarm: AlarmRow): string {
  const { key, params, words = {} } = reasonOf(alarm)
  const type = alarm.deviceType as DeviceTypeName
  const said = Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, t(`equipment:${text}`)]),
  )
  if (alarm.trigger === 'command')
    return t(`equipment:${key}`, {
      ...params,
      ...said,
      channel: alarm.limits.order?.name || circuitLabel(t, type, alarm.metric),
    })
  return t(`equipment:${key}`, {
    ...params,
    ...said,
    channel: alarm.metric
      ? (alarm.channelName ?? channelLabel(t, type, deviceTypes[type], alarm.metric))
      : t('equipment:alarm.anyData'),
  })
}
export const levelTone = { 1: 'quiet', 2: 'warn', 3: 'bad' } as const
export const stateTone = { active: 'bad', recovering: 'warn', cleared: 'good' } as const
export const levelText = (t: Translate, level: number) =>
  t(
    `equipment:alarmRule.options.level.${Object.entries(alarmLevels).find(([, value]) => value === level)?.[0] ?? 'info'}`,
  )
/**
 * A value that an alarm was decided by: of what its rule counts a number of times, else what was
 * measured.
 */
export function measuredText(
  t: Translate,
  { deviceType, metric, trigger }: Pick<AlarmRow, 'deviceType' | 'metric' | 'trigger'>,
  value: number,
): string {
  if (trigger === 'count') return t('equipment:alarm.timesOf', { count: value })
  const reading = readingOf(deviceTypes[deviceType as DeviceTypeName], metric)
  return reading ? valueText(t, reading, value) : String(value)
}
