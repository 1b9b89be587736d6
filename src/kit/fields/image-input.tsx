import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type { InputProps } from './kind.ts'

const ImageUpload = lazy(() => import('./ImageUpload.tsx'))

export const ImageInput = ({ id, value, onChange, disabled, invalid, describedBy }: InputProps) => (
  <Suspense fallback={<Button id={id} loading />}>
    <ImageUpload id={id} value={typeof value === 'string' ? value : null} disabled={disabled} invalid={invalid} describedBy={describedBy} onChange={onChange} />
  </Suspense>
)
