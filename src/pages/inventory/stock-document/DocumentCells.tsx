import { lazy, Suspense } from 'react'
import { auditStatus, fulfilment, outboundStatus } from '#contract/inventory/document-kinds.ts'
import type { CellProps, InputProps, OwnFilter } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { decimalFace } from '#src/kit/fields/number/number.tsx'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

const GoodsEditor = lazy(() => import('./GoodsEditor.tsx'))
const Purpose = lazy(() => import('./PurposeInput.tsx'))
const Target = lazy(() => import('./TargetInput.tsx'))
export const TargetInput = (props: InputProps) => <Target {...props} />
const AskedTarget = lazy(() =>
  import('./TargetFilter.tsx').then(({ TargetFilter }) => ({ default: TargetFilter })),
)
const TargetName = lazy(() =>
  import('./TargetFilter.tsx').then((found) => ({ default: found.TargetName })),
)
/** A filter stands before its choice comes. */
export const targetFilter: OwnFilter = {
  Filter: (props) => (
    <Suspense fallback={<span className="kit-full" />}>
      <AskedTarget {...props} />
    </Suspense>
  ),
  Name: (props) => (
    <Suspense>
      <TargetName {...props} />
    </Suspense>
  ),
}
export const PurposeInput = (props: InputProps) => <Purpose {...props} />
export const GoodsInput = (props: InputProps) => <GoodsEditor {...props} />

const tones = {
  draft: 'quiet',
  submitted: 'warn',
  approved: 'good',
  rejected: 'bad',
  voided: 'quiet',
  counting: 'warn',
} as const

/** Where a document stands with those who decide. */
export function AuditCell({ entity, row }: Pick<CellProps, 'entity' | 'row'>) {
  const t = useLabels(entity)
  const name = codeName(auditStatus, row.auditStatus) as keyof typeof tones | undefined
  return name ? (
    <StatusTag tone={tones[name]}>{optionLabel(t, entity, 'auditStatus', name)}</StatusTag>
  ) : null
}
/** How much of a document others have carried out, and whether the rest was given up. */
export function ProgressCell({ entity, row }: Pick<CellProps, 'entity' | 'row'>) {
  const t = useLabels(entity)
  const name = codeName(fulfilment, row.execStatus)
  const own = codeName(entity.fields.execStatus?.codes, row.execStatus)
  if (row.auditStatus !== auditStatus.approved || !name || !own) return <EmptyValue />
  // What is on its way is carried out by its arrival.
  const label =
    entity.name === 'shipment'
      ? row.purpose === 'transfer'
        ? t(`inventory:document.arrival.${name}`)
        : optionLabel(t, entity, 'execStatus', codeName(outboundStatus, row.execStatus) ?? own)
      : optionLabel(t, entity, 'execStatus', own)
  return (
    <StatusTag
      tone={
        name === 'complete' ? 'good' : row.closedFlag === 1 || name === 'none' ? 'quiet' : 'warn'
      }
    >
      {row.closedFlag === 1 ? t('inventory:document.closed', { state: label }) : label}
    </StatusTag>
  )
}
/** What a document comes to, where that is known: what nobody priced is not free. */
export function TotalCell(props: CellProps) {
  const Amount = decimalFace.Cell
  return Number(props.row[props.name]) > 0 ? <Amount {...props} /> : <EmptyValue />
}
