import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { InputProps } from './kind.ts'
import { RefSelect } from './RefSelect.tsx'
import { chosenOptions, entityOf } from './use-options.ts'

const TreePicker = lazy(() => import('./TreePicker.tsx'))

export function RefInput(props: InputProps) {
  const { id, name, field, row, value, onChange, onBlur, disabled, invalid, describedBy } = props
  if (field.kind === 'ref' && entityOf(field.to).parent) {
    return <Suspense fallback={<Input id={id} disabled />}><TreePicker {...props} /></Suspense>
  }
  return (
    <RefSelect
      id={id} to={field.to} multiple={field.kind === 'refs'} value={value} chosen={chosenOptions(row, name)} required={field.required}
      disabled={disabled} invalid={invalid} describedBy={describedBy} onChange={onChange} onBlur={onBlur}
    />
  )
}
