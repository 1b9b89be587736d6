import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { resized } from '#contract/file/file-calls.ts'
import { isEmpty, type CellProps, type FieldFace, type InputProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'

const ImageUpload = lazy(() => import('#src/kit/fields/ImageUpload.tsx'))

function Cell({ name, row, roomy, entity }: CellProps) {
  const url = row[name]
  if (isEmpty(url)) return <Nothing />
  return <img className={roomy ? 'kit-picture' : 'kit-thumbnail'} src={resized(String(url))} alt={String(row[entity.title] ?? '')} loading="lazy" />
}

const ImageInput = ({ id, value, onChange, disabled, invalid, describedBy }: InputProps) => (
  <Suspense fallback={<Button id={id} loading />}>
    <ImageUpload id={id} value={typeof value === 'string' ? value : null} disabled={disabled} invalid={invalid} describedBy={describedBy} onChange={onChange} />
  </Suspense>
)

export const imageFace: FieldFace = { Cell, Input: ImageInput }
