import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { isEmpty, type CellProps, type FieldFace, type InputProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'

// The editor and the sanitiser are 137 KB; only who writes or reads an article needs them.
const RichTextEditor = lazy(() => import('./RichTextEditor.tsx'))
const SafeHtml = lazy(() => import('#src/ui/SafeHtml.tsx'))

function Cell({ name, row }: CellProps) {
  if (isEmpty(row[name])) return <Nothing />
  return <Suspense fallback={<Skeleton active title={false} />}><SafeHtml html={String(row[name])} /></Suspense>
}

const RichTextInput = (props: InputProps) => (
  <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
    <RichTextEditor {...props} />
  </Suspense>
)

export const richtextFace: FieldFace = { Cell, Input: RichTextInput, wide: true }
