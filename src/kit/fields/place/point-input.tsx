import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

export function PointInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const { t } = useTranslation('kit')
  return (
    <Input
      id={id}
      value={typeof value === 'string' ? value : ''}
      placeholder={t('kit:form.pointExample')}
      autoComplete="off"
      disabled={disabled}
      status={statusOf(invalid)}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(toHalfWidth(event.target.value).replaceAll(/\s/g, ''))}
      onBlur={onBlur}
    />
  )
}
