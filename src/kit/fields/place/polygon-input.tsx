import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { InputProps } from '#src/kit/fields/kind.ts'

// L7 is larger than the rest of the console; it comes when ground is drawn.
const PolygonDraw = lazy(() => import('#src/kit/map/input/PolygonDraw.tsx'))

export const PolygonInput = (props: InputProps) => (
  <Suspense fallback={<Input id={props.id} disabled aria-busy />}>
    <PolygonDraw {...props} />
  </Suspense>
)
