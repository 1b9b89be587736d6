import { Button } from 'antd'
import { useState } from 'react'
import type { Position } from '#contract/ground.ts'
import { GroundText } from '#src/kit/map/GroundText.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'

interface DraftBoxProps {
  /** Whose outline it will be; null: a plot that is new. */
  name: string | null
  /** A hole in it is drawn. */
  isHole: boolean
  /** Why what is drawn cannot be that. */
  fault: string | null
  corners: readonly Position[]
  onChange: (corners: readonly Position[]) => void
  onAddMiddle: () => void
  onDone: () => void
  onCancel: () => void
}
const canLocate = 'geolocation' in navigator && isSecureContext
const patienceMs = 20_000

/** What is being drawn corner by corner: on the map, from its middle, or by walking along the edge. */
export function DraftBox({
  name,
  isHole,
  fault,
  corners,
  onChange,
  onAddMiddle,
  onDone,
  onCancel,
}: DraftBoxProps) {
  const t = useLabels({ module: 'map' })
  const [isLocating, setLocating] = useState(false)
  const [metres, setMetres] = useState<number | null>(null)
  const addHere = () => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) => {
        setLocating(false)
        setMetres(accuracy)
        onChange([...corners, [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))]])
      },
      () => {
        setLocating(false)
        toast({ text: t('kit:form.notLocated'), tone: 'bad' })
      },
      { enableHighAccuracy: true, timeout: patienceMs, maximumAge: 0 },
    )
  }
  return (
    <section className="farm-map-card map-draft" aria-label={t('map:manage.drawing')}>
      <strong>
        {isHole ? t('map:manage.holeIn', { name }) : (name ?? t('map:manage.newPlot'))}
      </strong>
      <p aria-live="polite">
        {corners.length < 3 ? (
          t(isHole ? 'map:manage.howToDrawHole' : 'map:manage.howToDraw')
        ) : (
          <GroundText corners={corners} />
        )}
        {metres !== null && ` ${t('map:manage.accuracy', { metres: Math.round(metres) })}`}
      </p>
      {fault && (
        <p role="alert" className="map-fault">
          {fault}
        </p>
      )}
      <div>
        <Button type="primary" disabled={corners.length < 3 || fault !== null} onClick={onDone}>
          {t('map:manage.done')}
        </Button>
        <Button disabled={corners.length === 0} onClick={() => onChange(corners.slice(0, -1))}>
          {t('map:measure.undo')}
        </Button>
        <Button onClick={onAddMiddle}>{t('map:measure.middle')}</Button>
        {canLocate && (
          <Button loading={isLocating} onClick={addHere}>
            {t('map:manage.addHere')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('common:buttons.cancel')}</Button>
      </div>
    </section>
  )
}
