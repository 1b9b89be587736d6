import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { InputProps } from '#src/kit/fields/kind.ts'

// Its cells are inputs of every kind: imported at once it would be part of itself.
const LinesEditor = lazy(() => import('./LinesEditor.tsx'))

export const LinesInput = (props: InputProps) => (
  <Suspense
    fallback={
      <div aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </div>
    }
  >
    <LinesEditor {...props} />
  </Suspense>
)
