import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { holesOf, outlineOf, type Ground } from '#contract/ground.ts'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

const PolygonFact = lazy(() => import('#src/kit/map/PolygonFact.tsx'))

function Cell({ name, row, isDetail, entity }: CellProps) {
  const { t } = useTranslation('kit')
  if (isEmpty(row[name])) return <EmptyValue />
  const corners = row[name] as Ground
  const holes = holesOf(corners).length
  if (!isDetail)
    return (
      <span className="kit-number">
        {t('kit:map.corners', { count: outlineOf(corners).length })}
        {holes > 0 && ` · ${t('kit:map.holes', { count: holes })}`}
      </span>
    )
  return (
    <Suspense>
      <PolygonFact id={row.id} title={String(row[entity.title] ?? '')} corners={corners} />
    </Suspense>
  )
}

export const polygonFace: FieldType = { Cell, wide: true }
