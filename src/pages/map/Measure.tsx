import { Button } from 'antd'
import { useMemo } from 'react'
import type { Position } from '#contract/field.ts'
import { GroundText } from '#src/kit/map/GroundText.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { lengthOf, worldOf } from '#src/lib/mercator.ts'
import { pixelOf, type View } from './use-view.ts'

/** The line or ground that is measured, drawn over the map. */
export function MeasureLine({
  view,
  points,
  project,
}: {
  view: View
  points: readonly Position[]
  project: (at: Position) => Position
}) {
  const drawn = useMemo(
    () => points.map((at) => pixelOf(view, worldOf(project(at)))),
    [view, points, project],
  )
  const text = drawn.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <svg
      className="farm-map-measure"
      viewBox={`0 0 ${view.width} ${view.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {drawn.length > 2 && <polygon points={text} />}
      <polyline points={text} />
      {drawn.map(([x, y], at) => (
        <circle key={at} cx={x} cy={y} r={4} />
      ))}
    </svg>
  )
}

interface MeasureBoxProps {
  points: readonly Position[]
  onAddMiddle: () => void
  onUndo: () => void
  onClear: () => void
  onClose: () => void
}
/** How long and how large what was drawn is; the keyboard puts points in the middle of the map. */
export function MeasureBox({ points, onAddMiddle, onUndo, onClear, onClose }: MeasureBoxProps) {
  const t = useLabels({ module: 'map' })
  const metres = lengthOf(points)
  return (
    <section className="farm-map-card farm-map-measuring" aria-label={t('map:measure.title')}>
      <p role="status">
        {points.length < 2
          ? t('map:measure.how')
          : metres < 1000
            ? t('map:measure.metres', { value: metres.toFixed(1) })
            : t('map:measure.kilometres', { value: (metres / 1000).toFixed(3) })}
        {points.length > 2 && (
          <>
            <br />
            {t('map:measure.ground')} <GroundText corners={points} />
          </>
        )}
      </p>
      <div>
        <Button size="small" onClick={onAddMiddle}>
          {t('map:measure.middle')}
        </Button>
        <Button size="small" disabled={points.length === 0} onClick={onUndo}>
          {t('map:measure.undo')}
        </Button>
        <Button size="small" disabled={points.length === 0} onClick={onClear}>
          {t('map:measure.clear')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('map:measure.end')}
        </Button>
      </div>
    </section>
  )
}
