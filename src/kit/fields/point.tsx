import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatLatLng, parseLatLng } from '#src/lib/coordinates.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { isEmpty, statusOf, type CellProps, type FieldFace, type InputProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'

function Cell({ name, row }: CellProps) {
  const pair = parseLatLng(isEmpty(row[name]) ? null : String(row[name]))
  // Invalid becomes empty (contract: coordinates).
  return pair ? <span className="kit-number">{formatLatLng(pair)}</span> : <Nothing />
}

function PointInput({ id, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation('kit')
  return (
    <Input
      id={id} value={typeof value === 'string' ? value : ''} placeholder={t('kit:form.pointExample')} autoComplete="off" disabled={disabled}
      status={statusOf(invalid)} aria-invalid={invalid || undefined} aria-describedby={describedBy}
      onChange={(event) => onChange(toHalfWidth(event.target.value).replaceAll(/\s/g, ''))} onBlur={onBlur}
    />
  )
}

export const pointFace: FieldFace = { Cell, Input: PointInput }
