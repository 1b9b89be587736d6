import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import { isEmpty, type CellProps, type FieldFace, type FilterProps, type InputProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'
import { RefSelect } from './RefSelect.tsx'
import { chosenOptions, entityOf } from './use-options.ts'

const TreePicker = lazy(() => import('./TreePicker.tsx'))

function Cell({ name, row }: CellProps) {
  if (isEmpty(row[name])) return <Nothing />
  const label = [row[`${name}Name`] ?? row[name]].flat().join(', ')
  return label ? <span className="kit-ellipsis" title={label}>{label}</span> : <Nothing />
}

function RefInput(props: InputProps) {
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

const Filter = ({ id, field, value, onChange }: FilterProps) => (
  <RefSelect id={id} to={field.to} value={value} chosen={[]} onChange={(next) => onChange(next ?? undefined)} />
)

export const refFace: FieldFace = { Cell, Input: RefInput, Filter }
