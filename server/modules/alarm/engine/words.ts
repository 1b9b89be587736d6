import type { Language } from '#contract/account/self.ts'
import { reasonOf } from '#contract/alarm/alarm-reason.ts'
import type { AlarmLimits, AlarmRow } from '#contract/alarm/alarm-calls.ts'
import { alarmLevels, type AlarmLevel } from '#contract/alarm/alarm-rule.ts'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed, deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'

/** A text of the equipment's, in a language. */
export type Say = (
  language: Language,
  key: string,
  params?: Record<string, string | number>,
) => string
export type NoticeKind = 'raised' | 'repeat' | 'risen' | 'cleared' | 'escalated' | 'digest'
/** An alarm as its notices tell of it. */
export interface Told extends Pick<
  AlarmRow,
  'deviceType' | 'metric' | 'channelName' | 'trigger' | 'value' | 'peak'
> {
  id: number
  ruleName: string
  deviceName: string
  areaName: string | null
  landName: string | null
  level: AlarmLevel
  limits: AlarmLimits
  beganAt: string
  clearedAt: string | null
}
export interface Text {
  subject: string
  body: string
}

const levelNames = Object.fromEntries(
  Object.entries(alarmLevels).map(([name, level]) => [level, name]),
)
export const levelWord = (say: Say, language: Language, level: number) =>
  say(language, `alarmRule.options.level.${levelNames[level]}`)

function channelWord(say: Say, language: Language, deviceType: string, metric: string): string {
  const type: DeviceType | undefined = deviceTypes[deviceType as DeviceTypeName]
  const channel = type && channelOf(type, metric)
  const reading = say(
    language,
    `readings.${channel?.reading.isCalculated ? 'calculated' : deviceType}.${channel?.name ?? metric}`,
  )
  if (channel?.circuit)
    return say(language, 'deviceData.circuit', { reading, circuit: channel.circuit })
  if (channel?.layer === null || channel?.layer === undefined) return reading
  return `${reading} ${channel.layer === 0 ? say(language, 'deviceData.surface') : say(language, 'deviceData.depth', { count: channel.layer * (type!.layers?.centimetres ?? 1) })}`
}

/** What was to be moved: under its own name where somebody gave it one. */
function circuitWord(
  say: Say,
  language: Language,
  { deviceType, metric, limits }: Pick<Told, 'deviceType' | 'metric' | 'limits'>,
): string {
  const place = limits.order?.name ? null : placeOf(deviceTypeNamed(deviceType), metric)
  if (!place) return limits.order?.name ?? metric
  const name = say(language, `actuators.${deviceType}.${place.actuator}`)
  return place.actuatorCircuit === null
    ? name
    : say(language, 'control.circuit', { name, circuit: place.actuatorCircuit })
}

/** What a person reads of an alarm: one line, and a few more. `zone`: the tenant's. */
export function textOf(
  say: Say,
  language: Language,
  kind: Exclude<NoticeKind, 'digest'>,
  alarm: Told,
  zone: string,
): Text {
  const clock = (iso: string) =>
    new Intl.DateTimeFormat(language, {
      timeZone: zone,
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(iso))
  const { key, params, words = {} } = reasonOf(alarm)
  const channel =
    alarm.trigger === 'command'
      ? circuitWord(say, language, alarm)
      : alarm.metric
        ? (alarm.channelName ?? channelWord(say, language, alarm.deviceType, alarm.metric))
        : say(language, 'alarm.anyData')
  const said = Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, say(language, text)]),
  )
  return {
    subject: say(language, `alarmNotice.subjects.${kind}`, {
      level: levelWord(say, language, alarm.level),
      rule: alarm.ruleName,
      device: alarm.deviceName,
    }),
    body: [
      say(language, key, { ...params, ...said, channel }),
      say(language, 'alarmNotice.place', {
        device: alarm.deviceName,
        place: [alarm.areaName, alarm.landName].filter(Boolean).join(' · ') || '–',
      }),
      alarm.clearedAt
        ? say(language, 'alarmNotice.span', {
            from: clock(alarm.beganAt),
            to: clock(alarm.clearedAt),
          })
        : say(language, 'alarmNotice.since', { at: clock(alarm.beganAt) }),
    ].join('\n'),
  }
}
/**
 * The same for a number: nothing that a person of the tenant wrote goes out, or an alarm would be a
 * way to send anybody's
 * words and links to a phone. What it says of a device is what the type calls its readings, and its
 * numbers.
 */
export function shortTextOf(
  say: Say,
  language: Language,
  kind: Exclude<NoticeKind, 'digest'>,
  alarm: Told,
  zone: string,
): Text {
  const { order } = alarm.limits
  const { body } = textOf(
    say,
    language,
    kind,
    {
      ...alarm,
      channelName: null,
      limits: { ...alarm.limits, ...(order && { order: { ...order, name: null } }) },
    },
    zone,
  )
  const [what = '', , when = ''] = body.split('\n')
  return {
    subject: say(language, `alarmNotice.sms.${kind}`, {
      level: levelWord(say, language, alarm.level),
      type: say(language, `deviceTypes.${alarm.deviceType}`),
    }),
    body: [what, when, say(language, 'alarmNotice.sms.number', { id: alarm.id })].join('\n'),
  }
}
/** Many at once. `counts` by level. */
export function digestOf(
  say: Say,
  language: Language,
  areaName: string | null,
  counts: ReadonlyMap<number, number>,
): Text {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const parts = [...counts]
    .sort(([a], [b]) => b - a)
    .map(([level, count]) =>
      say(language, 'alarmNotice.ofLevel', { level: levelWord(say, language, level), count }),
    )
  return {
    subject: say(language, 'alarmNotice.subjects.digest', {
      area: areaName ?? say(language, 'alarmNotice.noArea'),
      count: total,
    }),
    body: say(language, 'alarmNotice.digest', {
      parts: parts.join(say(language, 'alarmNotice.comma')),
    }),
  }
}
