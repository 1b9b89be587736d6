import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/field.ts'
import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'

const PolygonFact = lazy(() => import('../map/PolygonFact.tsx'))

function Cell({ name, row, roomy, entity }: CellProps) {
  const { t } = useTranslation('kit')
  if (isEmpty(row[name])) return <Nothing />
  const corners = row[name] as Position[]
  if (!roomy)
    return <span className="kit-number">{t('kit:map.corners', { count: corners.length })}</span>
  return (
    <Suspense>
      <PolygonFact id={row.id} title={String(row[entity.title] ?? '')} corners={corners} />
    </Suspense>
  )
}

export const polygonFace: FieldFace = { Cell, wide: true }
