import { AimOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { formatLatLng } from '#src/lib/coordinates.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { toast } from '#src/ui/toast.ts'

/** Browsers tell a place on safe pages alone, and only where there is something that knows it. */
const canLocate = 'geolocation' in navigator && isSecureContext
const patienceMs = 15_000
/** Six digits are a tenth of a meter. */
const digits = 1e6
const rounded = (degrees: number) => Math.round(degrees * digits) / digits

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
  const [isLocating, setLocating] = useState(false)
  const locate = () => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating(false)
        onChange(formatLatLng([rounded(latitude), rounded(longitude)]))
      },
      () => {
        setLocating(false)
        toast({ text: t('kit:form.notLocated'), tone: 'bad' })
      },
      { enableHighAccuracy: true, timeout: patienceMs },
    )
  }
  const input = (
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
  if (!canLocate) return input
  return (
    <Space.Compact block>
      {input}
      <Button
        icon={<AimOutlined />}
        loading={isLocating}
        disabled={disabled}
        title={t('kit:form.locate')}
        aria-label={t('kit:form.locate')}
        onClick={locate}
      />
    </Space.Compact>
  )
}
