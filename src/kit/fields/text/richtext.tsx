import { lazy, Suspense } from 'react'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

// The sanitiser comes with the first article that is read.
const SafeHtml = lazy(() => import('#src/ui/SafeHtml.tsx'))

function Cell({ name, row }: CellProps) {
  if (isEmpty(row[name])) return <EmptyValue />
  return (
    <Suspense>
      <SafeHtml html={String(row[name])} />
    </Suspense>
  )
}

export const richtextFace: FieldType = { Cell, wide: true }
