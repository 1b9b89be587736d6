import { lazy, Suspense } from 'react'
import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'

// The sanitiser comes with the first article that is read.
const SafeHtml = lazy(() => import('#src/ui/SafeHtml.tsx'))

function Cell({ name, row }: CellProps) {
  if (isEmpty(row[name])) return <Nothing />
  return (
    <Suspense>
      <SafeHtml html={String(row[name])} />
    </Suspense>
  )
}

export const richtextFace: FieldFace = { Cell, wide: true }
