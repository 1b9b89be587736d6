import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { InputProps } from '#src/kit/fields/kind.ts'

const DayPicker = lazy(() => import('./DayPicker.tsx'))
const DayRange = lazy(() => import('./DayRange.tsx'))

export const DateInput = (props: InputProps) => (
  <Suspense fallback={<Input id={props.id} disabled aria-busy />}>
    {props.field.kind === 'dateRange' ? (
      <DayRange {...props} onChange={(days) => props.onChange(days ?? null)} />
    ) : (
      <DayPicker {...props} />
    )}
  </Suspense>
)
