import { calculatedReadings, type CalculatedQuantity } from '#contract/devices/calculated.ts'
import type { Reading } from '#contract/devices/device-type.ts'
import {
  calculation,
  type CalculationInput,
  type calculationStates,
} from '#contract/equipment/calculation.ts'
import { inOwnUnit, valueText } from '#src/devices/reading-words.ts'
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
/** The inputs by their names, with what of them counts. */
export function InputsCell({ row }: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const inputs = (row.inputs ?? []) as CalculationInput[]
  return (
    <span className="calculation-code">
      {inputs
        .map(
          ({ name, over, hours }) =>
            `${name}: ${t(`equipment:calculation.options.over.${over}`)}${hours ? ` ${hours} h` : ''}`,
        )
        .join('\n')}
    </span>
  )
}
