import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import { fieldLabel } from '../label.ts'
import { useLabels } from '../use-labels.ts'
import { isEmpty, type InputProps } from './kind.ts'
import { RefSelect } from './RefSelect.tsx'
import { chosenOptions, entityOf } from './use-options.ts'

const TreePicker = lazy(() => import('./TreePicker.tsx'))

export function RefInput(props: InputProps) {
  const { id, entity, name, field, row, above, value, onChange, onBlur, disabled, invalid, describedBy } = props
  const t = useLabels(entity)
  if (field.kind === 'ref' && entityOf(field.to).parent) {
    return <Suspense fallback={<Input id={id} disabled aria-busy />}><TreePicker {...props} /></Suspense>
  }
  const isEarly = field.within !== undefined && isEmpty(above)
  return (
    <RefSelect
      id={id} to={field.to} among={field.within && !isEarly ? { [field.within]: above } : undefined} placeholder={isEarly ? t('kit:form.chooseFirst', { name: fieldLabel(t, entity, field.within!) }) : undefined} multiple={field.kind === 'refs'} value={value} chosen={chosenOptions(row, name)} required={field.required}
      disabled={disabled || isEarly} invalid={invalid} describedBy={describedBy} onChange={onChange} onBlur={onBlur}
    />
  )
}
