import { isTestOld } from '#contract/inventory/germination.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** The day of a germination test, and whether that is too long ago. */
export function TestedOnCell({ row }: CellProps) {
  const t = useLabels(stockLot)
  const today = useToday()
  if (!row.testedOn) return <span>–</span>
  return (
    <span className="kit-number">
      {String(row.testedOn)}{' '}
      {isTestOld(row.testedOn, today) && (
        <StatusTag tone="warn">{t('inventory:lot.testOldMark')}</StatusTag>
      )}
    </span>
  )
}
