import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { InputProps } from './kind.ts'

const DayPicker = lazy(() => import('./DayPicker.tsx'))

export const DateInput = (props: InputProps) => (
  <Suspense fallback={<Input id={props.id} disabled />}>
    <DayPicker {...props} />
  </Suspense>
)
