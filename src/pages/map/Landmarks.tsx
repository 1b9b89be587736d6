import { useMemo } from 'react'
import type { Position } from '#contract/field.ts'
import type { MapLandmark } from '#contract/map/map.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { worldOf } from '#src/lib/mercator.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { pixelOf, placeIn, type View } from './use-view.ts'

interface LandmarksProps {
  view: View
  landmarks: readonly MapLandmark[]
  picked: number | null
  project: (at: Position) => Position
  onPick: (id: number) => void
}
/** From farther away they would lie upon each other. */
const shownFrom = 14
/** A mark a little beyond the edge comes in with the map. */
const margin = 40

/** What one has to find or keep away from, as signs that open. */
export function Landmarks({ view, landmarks, picked, project, onPick }: LandmarksProps) {
  const t = useLabels({ module: 'farm' })
  const placed = useMemo(
    () => landmarks.map((one) => ({ one, world: worldOf(project(one.at)) })),
    [landmarks, project],
  )
  if (view.zoom < shownFrom) return null
  return placed.map(({ one: { id, name, kind }, world }) => {
    const [x, y] = pixelOf(view, world)
    if (x < -margin || y < -margin || x > view.width + margin || y > view.height + margin)
      return null
    return (
      <div key={id} className="farm-map-mark" style={placeIn(view, x, y)}>
        <button
          type="button"
          className="farm-map-landmark"
          data-kind={kind}
          data-landmark={id}
          aria-pressed={picked === id}
          title={name}
          aria-label={`${name} · ${t(`farm:landmark.options.kind.${kind}`)}`}
          onClick={() => onPick(id)}
        >
          <LineIcon name={`landmark-${kind}`} size={14} />
        </button>
      </div>
    )
  })
}
