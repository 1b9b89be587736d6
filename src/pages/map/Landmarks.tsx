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
/** Nearer to another one, a sign would lie on it and could hardly be pressed. */
const apart = 27
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
  return standing(placed, view, picked).map(({ one: { id, name, kind }, at: [x, y] }) => (
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
  ))
}

interface Placed {
  one: MapLandmark
  world: Position
}
/**
 * Those in sight that do not lie on another: the one that is open stands before dangers, and these
 * before all others.
 */
export function standing(placed: readonly Placed[], view: View, picked: number | null) {
  const shown: (Placed & { at: Position })[] = []
  for (const next of placed.toSorted((a, b) => first(b, picked) - first(a, picked))) {
    const [x, y] = pixelOf(view, next.world)
    if (x < -margin || y < -margin || x > view.width + margin || y > view.height + margin) continue
    if (shown.some(({ at }) => Math.abs(at[0] - x) < apart && Math.abs(at[1] - y) < apart)) continue
    shown.push({ ...next, at: [x, y] })
  }
  return shown
}
const first = ({ one: { id, kind } }: Placed, picked: number | null) =>
  id === picked ? 2 : kind === 'danger' ? 1 : 0
