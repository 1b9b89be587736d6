import type { CellProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** Whether an outage goes on, which is the worse of the two. */
export function OutageOngoing({ row }: Pick<CellProps, 'row'>) {
  const t = useLabels({ module: 'equipment' })
  return row.ongoing === 1 ? (
    <StatusTag tone="bad">{t('common:flags.yes')}</StatusTag>
  ) : (
    <StatusTag tone="quiet">{t('common:flags.no')}</StatusTag>
  )
}
