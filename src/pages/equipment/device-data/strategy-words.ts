import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import type { CollectionItem } from '#contract/command/collection-calls.ts'
import type { Strategy, StrategyTrigger } from '#contract/command/strategy-calls.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { isOpenCommand, placeLabel, reasonText } from '#src/features/command/control-words.ts'
import { channelLabel, valueText, type Translate } from '#src/features/equipment/reading-words.ts'

/** What a strategy speaks of besides itself. */
export interface Around {
  deviceType: string
  switches: readonly SwitchRow[]
  gathered: readonly CollectionItem[]
}
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** A circuit as people call it. */
export function targetText(t: Translate, { deviceType, switches }: Around, target: string): string {
  const place = placeOf(deviceTypeNamed(deviceType), target)
  return (
    switches.find(({ channel }) => channel === target)?.name ||
    (place ? placeLabel(t, deviceType, place) : target)
  )
}
export const gatheredLabel = (
  t: Translate,
  { name, deviceName, deviceType, metric }: CollectionItem,
) => `${deviceName} ${name || channelLabel(t, deviceType, deviceTypeNamed(deviceType), metric)}`
function sourceOf(
  t: Translate,
  { deviceType, gathered }: Around,
  { deviceId, channel }: Extract<StrategyTrigger, { kind: 'threshold' }>,
  state: Strategy['state'],
) {
  if (state === 'broken') return { label: t('equipment:strategies.goneSensor'), reading: undefined }
  const item = gathered.find((one) => one.deviceId === deviceId && one.metric === channel)
  const type: DeviceType = deviceTypeNamed(item?.deviceType ?? deviceType)
  return {
    label: item ? gatheredLabel(t, item) : channelLabel(t, deviceType, type, channel),
    reading: channelOf(type, channel)?.reading,
  }
}
const daysText = (t: Translate, days: readonly number[]) =>
  days.length === 7
    ? t('equipment:strategies.everyDay')
    : [...days]
        .sort((a, b) => a - b)
        .map((day) => t(`equipment:strategies.weekdays.${day}`))
        .join(t('equipment:alarmNotice.comma'))
/** What a strategy does, in a sentence. */
export function strategyText(
  t: Translate,
  around: Around,
  { trigger, target, state }: Strategy,
): string {
  const circuit = targetText(t, around, target)
  if (trigger.kind === 'time')
    return t('equipment:strategies.whenTime', {
      days: daysText(t, trigger.days),
      from: trigger.from,
      to: trigger.to,
      target: circuit,
    })
  const { label, reading } = sourceOf(t, around, trigger, state)
  const number = (value: number) => (reading ? valueText(t, reading, value) : String(value))
  return t('equipment:strategies.whenThreshold', {
    source: label,
    comparison: t(`equipment:strategies.comparisons.${trigger.comparison}`),
    value: number(trigger.value),
    back: number(trigger.back),
    target: circuit,
  })
}

/** How long it is on once it is set going; null where a limit ends it. */
export function minutesOf(trigger: StrategyTrigger): number | null {
  if (trigger.kind !== 'time') return null
  const [from = 0, to = 0] = [trigger.from, trigger.to].map(
    (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)),
  )
  return (to - from + 1440) % 1440
}

export const standingTones = { held: 'good', waiting: 'warn', missing: 'bad' } as const
/** Why a gateway has not what was saved, where that is known. */
export function missingText(
  t: Translate,
  { standing, command }: Pick<Strategy, 'standing' | 'command'>,
): string | null {
  if (standing !== 'missing' || !command || isOpenCommand(command)) return null
  const why =
    command.state === 'rejected' || command.state === 'timedOut' || command.state === 'expired'
      ? command.state
      : 'other'
  return t(`equipment:strategies.failed.${why}`, { reason: reasonText(t, command.reason) })
}
