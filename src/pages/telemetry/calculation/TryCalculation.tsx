import { Alert, Button } from 'antd'
import { useState } from 'react'
import { calculatedReadings, type CalculatedQuantity } from '#contract/devices/calculated.ts'
import type { Reading } from '#contract/devices/device-type.ts'
import { calculation, tryCalculation, type Tried } from '#contract/telemetry/calculation.ts'
import { CalculationState } from '#src/features/telemetry/calculation/CalculationCells.tsx'
import { inOwnUnit, valueText } from '#src/features/equipment/reading-words.ts'
import { formBody } from '#src/kit/form/values/form-value.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** What the formula that is being written comes to with the values of now. */
export default function TryCalculation({ value, names, kind, id }: FormFooterProps) {
  const t = useLabels(calculation)
  const [found, setFound] = useState<{ answer: Tried; of: string }>()
  const body = {
    ...formBody(calculation.fields, names, value, kind),
    quantity: value.quantity,
    ...(id !== undefined && { id }),
  }
  const of = JSON.stringify(body)
  const { send, isBusy, problem, fields } = useCallMutation(tryCalculation, {
    onDone: (answer, input) => setFound({ answer, of: JSON.stringify(input) }),
  })
  const mistakes = Object.values(fields)
  const reading = calculatedReadings[
    (value.quantity as CalculatedQuantity | undefined) ?? 'calcNumber'
  ] as Reading | undefined
  return (
    <section
      className="calculation-try"
      aria-label={t('equipment:calculation.try')}
      aria-busy={isBusy}
    >
      <Button loading={isBusy} onClick={() => void send(body as never)}>
        {t('equipment:calculation.try')}
      </Button>
      {problem && (
        <Alert
          type="error"
          showIcon
          message={mistakes.length > 0 ? mistakes.join('  ') : problem}
        />
      )}
      {found && !problem && (
        <div role="status" className={found.of === of ? undefined : 'kit-refreshing'}>
          <p>
            {found.answer.value !== null && reading ? (
              <strong>
                {valueText(
                  t,
                  inOwnUnit(reading, { name: '', unit: found.answer.unit }),
                  found.answer.value,
                )}
              </strong>
            ) : (
              <CalculationState state={found.answer.state} problem={found.answer.problem} />
            )}
          </p>
          <ul>
            {found.answer.inputs.map(({ name, value: worth }) => (
              <li key={name}>
                {name} ={' '}
                {worth === null ? t('equipment:calculation.unknown') : Number(worth.toFixed(4))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {kind === 'edit' && <p className="calculation-hint">{t('equipment:calculation.past')}</p>}
    </section>
  )
}
