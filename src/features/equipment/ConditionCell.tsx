import { readingOf } from '#contract/alarm/alarm-reason.ts'
import type { alarmRule } from '#contract/alarm/alarm-rule.ts'
import type { RowOf } from '#contract/entity.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { metricOptions, movedOptions } from './MetricInput.tsx'
import { comparisonWord } from './reading-words.ts'
import './devices.css'

/** A rule's trigger with its limits, as one would say it. */
export function ConditionCell({ row }: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const {
    trigger,
    deviceType,
    metric,
    operator,
    value,
    value2,
    silentMinutes,
    times,
    rateMinutes,
    faultCode,
  } = row as unknown as RowOf<typeof alarmRule>
  const word = t(`equipment:alarmRule.options.trigger.${trigger}`)
  const type = deviceType as DeviceTypeName
  const channel = metric
    ? ((trigger === 'command' ? movedOptions : metricOptions)(t, type)
        .find((one) => one.value === metric)
        ?.label.replace(/ \([^)]*\)$/, '') ?? metric)
    : ''
  const reading = readingOf(deviceTypes[type], metric ?? null)
  const unit = reading?.unit
  const limit = [value, operator === 'between' || operator === 'outside' ? value2 : null]
    .filter((one) => one !== null && one !== undefined)
    .join(' ~ ')
  const beyond = `${channel} ${operator ? comparisonWord(t, operator) : ''} ${limit}${unit ? ` ${unit}` : ''}`
  const text =
    trigger === 'threshold' || trigger === 'rate'
      ? beyond
      : trigger === 'count'
        ? t('equipment:alarmMetric.times', { beyond, times, minutes: rateMinutes })
        : trigger === 'command'
          ? channel || t('equipment:alarmMetric.anyMoved')
          : trigger === 'fault'
            ? [channel, faultCode ? (reading?.states?.[faultCode] ?? faultCode) : '']
                .filter(Boolean)
                .join(' ')
            : [
                trigger === 'noData' ? channel || t('equipment:alarmMetric.any') : '',
                `> ${silentMinutes} ${t('common:units.minute')}`,
              ]
                .filter(Boolean)
                .join(' ')
  return (
    <span className="kit-ellipsis condition" title={`${word}: ${text}`}>
      {word} · {text}
    </span>
  )
}
