import { Button } from 'antd'
import { useState } from 'react'
import type { Position } from '#contract/ground.ts'
import { GroundText } from '#src/kit/map/GroundText.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'
import { isWhole, type NewKind } from './new-thing.ts'

interface DraftBoxProps {
  /** Whose outline it will be. */
  name: string
  /** What it becomes; null: the outline of what is there. */
  kind: NewKind | null
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
export function DraftBox(props: DraftBoxProps) {
  const { name, kind, isHole, fault, corners, onChange, onAddMiddle, onDone, onCancel } = props
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
  const how = () => {
    if (isHole) return t('map:manage.howToDrawHole')
    if (kind !== 'base' && kind !== 'landmark') return t('map:manage.howToDraw')
    return t(`map:manage.howTo.${kind}${corners.length === 1 ? 'Placed' : ''}`)
  }
  const isDrawn = kind ? isWhole(kind, corners.length) : corners.length >= 3
  return (
    <section className="farm-map-card map-draft" aria-label={t('map:manage.drawing')}>
      <strong>
        {kind ? t(`map:manage.new.${kind}`) : isHole ? t('map:manage.holeIn', { name }) : name}
      </strong>
      <p aria-live="polite">
        {corners.length >= 3 ? <GroundText corners={corners} /> : how()}
        {metres !== null && ` ${t('map:manage.accuracy', { metres: Math.round(metres) })}`}
      </p>
      {fault && (
        <p role="alert" className="map-fault">
          {fault}
        </p>
      )}
      <div>
        <Button type="primary" disabled={!isDrawn || fault !== null} onClick={onDone}>
          {t(kind && corners.length === 1 ? 'map:manage.placed' : 'map:manage.done')}
        </Button>
        <Button disabled={corners.length === 0} onClick={() => onChange(corners.slice(0, -1))}>
          {t('map:measure.undo')}
        </Button>
        <Button onClick={onAddMiddle}>{t('map:measure.middle')}</Button>
        {canLocate && (
          <Button loading={isLocating} onClick={addHere}>
            {t(kind === 'landmark' ? 'map:manage.putHere' : 'map:manage.addHere')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('common:buttons.cancel')}</Button>
      </div>
    </section>
  )
}
