import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isEmpty, type InputProps } from '#src/kit/fields/kind.ts'
import { RefSelect } from './RefSelect.tsx'
import { chosenOptions, entityOf } from './use-options.ts'

const TreePicker = lazy(() => import('./TreePicker.tsx'))

export function RefInput(props: InputProps) {
  const {
    id,
    entity,
    name,
    field,
    row,
    above,
    value,
    onChange,
    onBlur,
    disabled,
    invalid,
    describedBy,
  } = props
  const t = useLabels(entity)
  const { i18n } = useTranslation()
  if (field.kind === 'ref' && entityOf(field.to).parent) {
    return (
      <Suspense fallback={<Input id={id} disabled aria-busy />}>
        <TreePicker {...props} />
      </Suspense>
    )
  }
  // The name beside a reference is the Chinese one: what has another in English is looked up.
  const isCalledOtherwise = i18n.language === 'en-US' && 'enName' in entityOf(field.to).fields
  const isEarly = field.dependsOn !== undefined && isEmpty(above)
  return (
    <RefSelect
      id={id}
      to={field.to}
      among={field.dependsOn && !isEarly ? { [field.dependsOn]: above } : undefined}
      inUse={field.inUse}
      placeholder={
        isEarly
          ? t('kit:form.chooseFirst', { name: fieldLabel(t, entity, field.dependsOn!) })
          : undefined
      }
      multiple={field.kind === 'refs'}
      value={value}
      chosen={isCalledOtherwise ? [] : chosenOptions(row, name)}
      required={field.required}
      disabled={disabled || isEarly}
      invalid={invalid}
      describedBy={describedBy}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}
