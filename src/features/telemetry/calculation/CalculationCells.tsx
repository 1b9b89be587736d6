import { calculatedReadings, type CalculatedQuantity } from '#contract/devices/calculated.ts'
import type { Reading } from '#contract/devices/device-type.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import {
  calculation,
  type CalculationInput,
  type calculationStates,
} from '#contract/telemetry/calculation.ts'
import { deviceNames } from '#contract/equipment/device-calls.ts'
import { channelLabel, inOwnUnit, valueText } from '#src/features/equipment/reading-words.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import './calculation.css'

type State = keyof typeof calculationStates
const tones = {
  active: 'good',
  missing: 'warn',
  broken: 'bad',
  forbidden: 'bad',
  error: 'bad',
} as const satisfies Record<State, string>

/** How a calculation stands, and about which of its inputs. */
export function CalculationState({ state, problem }: { state: string; problem: string | null }) {
  const t = useLabels(calculation)
  return (
    <span className="calculation-state">
      <StatusTag tone={tones[state as State]}>
        {optionLabel(t, calculation, 'state', state)}
      </StatusTag>
      {problem && <small>{problem}</small>}
    </span>
  )
}
export function StateCell({ row }: CellProps) {
  return row.enabledFlag === 0 ? (
    <EmptyValue />
  ) : (
    <CalculationState
      state={String(row.state)}
      problem={row.problem ? String(row.problem) : null}
    />
  )
}
export function ValueCell({ row }: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const reading: Reading = calculatedReadings[row.quantity as CalculatedQuantity]
  const words = { name: String(row.name), unit: row.unit as string | null }
  return typeof row.lastValue === 'number' ? (
    <span>{valueText(t, inOwnUnit(reading, words), row.lastValue)}</span>
  ) : (
    <EmptyValue />
  )
}
export function FormulaCell({ row }: CellProps) {
  return <span className="calculation-code">{String(row.formula)}</span>
}
/** The inputs by their names: of which device, what of it, and over which time. */
export function InputsCell({ row }: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const inputs = (row.inputs ?? []) as CalculationInput[]
  const ids = [...new Set(inputs.flatMap(({ deviceId }) => deviceId ?? []))].join(',')
  const { data: devices = [] } = useCall(deviceNames, ids ? { ids } : null)
  const wordsOf = (input: CalculationInput): string => {
    const { over, hours, since, threshold, metric, kind, across } = input
    const device = devices.find(({ id }) => id === input.deviceId)
    const type = (device?.deviceType ?? input.deviceType) as DeviceTypeName | undefined
    const options = 'equipment:calculation.options'
    return [
      kind === 'base' ? t(`${options}.kind.base`) : device?.name,
      kind === 'base' && type && t(`equipment:deviceTypes.${type}`),
      type ? channelLabel(t, type, deviceTypes[type], metric) : metric,
      kind === 'base' && across && t(`${options}.across.${across}`),
      over !== 'last' && t(`${options}.over.${over}`),
      hours && `${hours} ${t('common:units.hour')}`,
      since,
      threshold !== null && threshold !== undefined && `${threshold} °C`,
    ]
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <dl className="calculation-inputs">
      {inputs.map((input) => (
        <div key={input.name}>
          <dt className="calculation-code">{input.name}</dt>
          <dd>{wordsOf(input)}</dd>
        </div>
      ))}
    </dl>
  )
}
