import { calculatedReadings, type CalculatedQuantity } from '#contract/devices/calculated.ts'
import type { Reading } from '#contract/devices/device-type.ts'
import { calculation, tryCalculation } from '#contract/telemetry/calculation.ts'
import { CalculationState } from '#src/features/telemetry/calculation/CalculationCells.tsx'
import { inOwnUnit, valueText } from '#src/features/equipment/reading-words.ts'
import { formBody } from '#src/kit/form/values/form-value.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { TryDraft } from '#src/kit/form/draft/TryDraft.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** What the formula that is being written comes to with the values of now. */
export default function TryCalculation({ value, names, kind, id }: FormFooterProps) {
  const t = useLabels(calculation)
  const body = {
    ...formBody(calculation.fields, names, value, kind),
    quantity: value.quantity,
    ...(id !== undefined && { id }),
  }
  const reading = calculatedReadings[
    (value.quantity as CalculatedQuantity | undefined) ?? 'calcNumber'
  ] as Reading | undefined
  return (
    <TryDraft
      call={tryCalculation}
      body={body}
      className="calculation-try"
      title={t('equipment:calculation.try')}
      note={
        kind === 'edit' && <p className="calculation-hint">{t('equipment:calculation.past')}</p>
      }
    >
      {(answer) => (
        <>
          <p>
            {answer.value !== null && reading ? (
              <strong>
                {valueText(t, inOwnUnit(reading, { name: '', unit: answer.unit }), answer.value)}
              </strong>
            ) : (
              <CalculationState state={answer.state} problem={answer.problem} />
            )}
          </p>
          <ul>
            {answer.inputs.map(({ name, value: worth }) => (
              <li key={name}>
                {name} ={' '}
                {worth === null ? t('equipment:calculation.unknown') : Number(worth.toFixed(4))}
              </li>
            ))}
          </ul>
        </>
      )}
    </TryDraft>
  )
}
