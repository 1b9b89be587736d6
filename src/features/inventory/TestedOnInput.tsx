import { isTestOld } from '#contract/inventory/germination.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'

const Day = inputs.date

/** The day of a germination test; one that is too old is said beneath it. */
export function TestedOnInput(props: InputProps) {
  const t = useLabels(stockLot)
  const today = useToday()
  return (
    <>
      <Day {...props} />
      {isTestOld(props.value, today) && <p role="status">{t('inventory:lot.testOld')}</p>}
    </>
  )
}
