import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { InputProps } from '#src/kit/fields/kind.ts'

// The editor is larger than all other inputs together; it comes when an article is written.
const RichTextEditor = lazy(() => import('./RichTextEditor.tsx'))

export const RichTextInput = (props: InputProps) => (
  <Suspense
    fallback={
      <div aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    }
  >
    <RichTextEditor {...props} />
  </Suspense>
)
