import { AimOutlined, EnvironmentOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/field.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { formatLatLng, parseLatLng } from '#src/lib/coordinates.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { toast } from '#src/ui/toast.ts'

// L7 is larger than the rest of the console; it comes when somebody wants the map.
const PointMap = lazy(() => import('#src/kit/map/input/PointMap.tsx'))

/** Browsers tell a place on safe pages alone, and only where there is something that knows it. */
const canLocate = 'geolocation' in navigator && isSecureContext
const patienceMs = 15_000
/** Six digits are a tenth of a meter. */
const digits = 1e6
const rounded = (degrees: number) => Math.round(degrees * digits) / digits

/** A place: typed, chosen on the map, or the one where one stands. */
export function PointInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  row,
}: InputProps) {
  const { t } = useTranslation('kit')
  const [isLocating, setLocating] = useState(false)
  const [isOnMap, setOnMap] = useState(false)
  const text = typeof value === 'string' ? value : ''
  const at = useMemo((): Position | null => {
    const pair = parseLatLng(text)
    return pair && [pair[1], pair[0]]
  }, [text])
  const pick = ([lng, lat]: Position) => onChange(formatLatLng([rounded(lat), rounded(lng)]))
  const locate = () => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating(false)
        pick([longitude, latitude])
      },
      () => {
        setLocating(false)
        toast({ text: t('kit:form.notLocated'), tone: 'bad' })
      },
      { enableHighAccuracy: true, timeout: patienceMs },
    )
  }
  return (
    <>
      <Space.Compact block>
        <Input
          id={id}
          value={text}
          placeholder={t('kit:form.pointExample')}
          autoComplete="off"
          disabled={disabled}
          status={statusOf(invalid)}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(toHalfWidth(event.target.value).replaceAll(/\s/g, ''))}
          onBlur={onBlur}
        />
        <Button
          icon={<EnvironmentOutlined />}
          title={t('kit:form.onMap')}
          aria-label={t('kit:form.onMap')}
          aria-expanded={isOnMap}
          onClick={() => setOnMap(!isOnMap)}
        />
        {canLocate && (
          <Button
            icon={<AimOutlined />}
            loading={isLocating}
            disabled={disabled}
            title={t('kit:form.locate')}
            aria-label={t('kit:form.locate')}
            onClick={locate}
          />
        )}
      </Space.Compact>
      {isOnMap && (
        <figure className="map-fact map-pick">
          <Suspense fallback={<div className="map-box" aria-busy />}>
            <PointMap
              at={at}
              base={typeof row?.areaId === 'number' ? row.areaId : null}
              isLocked={!!disabled}
              onPick={pick}
            />
          </Suspense>
          <figcaption>{t('kit:map.pointHint')}</figcaption>
        </figure>
      )}
    </>
  )
}
