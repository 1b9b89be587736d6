import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

const LinesTable = lazy(() => import('./LinesTable.tsx'))

function Cell(props: CellProps) {
  const { t } = useTranslation('kit')
  const lines = props.row[props.name]
  if (isEmpty(lines)) return <EmptyValue />
  if (props.isDetail)
    return (
      <Suspense>
        <LinesTable {...props} />
      </Suspense>
    )
  return (
    <span className="kit-number">
      {t('kit:lines.count', { count: (lines as unknown[]).length })}
    </span>
  )
}

export const linesFace: FieldType = { Cell, wide: true }
