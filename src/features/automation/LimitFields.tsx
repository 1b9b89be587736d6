import { Select } from 'antd'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { ruleOperators, type RuleTrigger } from '#contract/automation/control-rule.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { metricOptions } from '#src/features/equipment/MetricInput.tsx'
import { namedValues, readingAt } from './rule-words.ts'
import { useRuleDevices } from './use-rule-devices.ts'

type Line = Partial<Pick<RuleTrigger, 'deviceId' | 'metric' | 'operator' | 'value' | 'value2'>>
interface LimitFieldsProps {
  id: string
  line: Line
  disabled?: boolean | undefined
  onChange: (change: Line) => void
}

/** A device, one of its readings, and the limit that the reading is held against. */
export function LimitFields({ id, line, disabled, onChange }: LimitFieldsProps) {
  const t = useLabels({ module: 'equipment' })
  const { devices } = useRuleDevices()
  const device = devices.find((one) => one.id === line.deviceId)
  const reading = readingAt(device?.deviceType, line.metric)
  const metrics = device
    ? metricOptions(t, device.deviceType as DeviceTypeName).filter(({ value }) =>
        readingAt(device.deviceType, value),
      )
    : []
  const named = reading ? namedValues(t, reading) : []
  const isTwoSided = line.operator === 'between' || line.operator === 'outside'
  const word = (name: string) => t(`equipment:controlRule.lines.conditions.${name}`)
  const limit = (name: 'value' | 'value2') =>
    named.length > 0 ? (
      <Select
        id={`${id}${name}`}
        aria-label={word(name)}
        className="rule-value"
        placeholder={word(name)}
        value={line[name] ?? undefined}
        options={named}
        disabled={disabled}
        onChange={(value: number) => onChange({ [name]: value })}
      />
    ) : (
      <NumberBox
        id={`${id}${name}`}
        aria-label={word(name)}
        className="rule-value"
        placeholder={word(name)}
        value={line[name] ?? null}
        suffix={reading?.unit}
        disabled={disabled}
        onChange={(value) => onChange({ [name]: value })}
      />
    )
  return (
    <>
      <Select
        id={`${id}device`}
        aria-label={word('deviceId')}
        className="rule-device"
        showSearch
        optionFilterProp="label"
        placeholder={word('deviceId')}
        disabled={disabled}
        value={line.deviceId ?? undefined}
        options={devices.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(deviceId: number) =>
          onChange({ deviceId, metric: null, value: null, value2: null })
        }
      />
      <Select
        id={`${id}metric`}
        aria-label={word('metric')}
        className="rule-device"
        showSearch
        optionFilterProp="label"
        placeholder={word('metric')}
        disabled={disabled || !device}
        value={line.metric ?? undefined}
        options={metrics}
        onChange={(metric: string) => onChange({ metric, value: null, value2: null })}
      />
      <Select
        id={`${id}operator`}
        aria-label={word('operator')}
        className="rule-operator"
        placeholder={word('operator')}
        disabled={disabled}
        value={line.operator ?? undefined}
        options={Object.keys(ruleOperators).map((operator) => ({
          value: operator,
          label: t(`equipment:alarmRule.options.operator.${operator}`),
        }))}
        onChange={(operator: keyof typeof ruleOperators) => onChange({ operator, value2: null })}
      />
      {limit('value')}
      {isTwoSided && (
        <>
          {'~'}
          {limit('value2')}
        </>
      )}
    </>
  )
}
