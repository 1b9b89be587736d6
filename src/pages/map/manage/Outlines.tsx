import { outlineOf } from '#contract/ground.ts'
import { boundsOf } from '#src/kit/map/ground.ts'
import { pathOf } from '#src/lib/ground-path.ts'
import { worldOf } from '#src/lib/mercator.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { FoundGround } from './ground-files.ts'

const side = 320

/** How the outlines of a file lie to each other, before any of them is a plot. */
export function Outlines({
  found,
  chosen,
}: {
  found: readonly FoundGround[]
  chosen: readonly number[]
}) {
  const t = useLabels({ module: 'map' })
  const bounds = boundsOf(found.flatMap(({ corners }) => outlineOf(corners).map(worldOf)))
  if (!bounds) return null
  const [[west, north], [east, south]] = bounds
  const scale = (side - 16) / Math.max(east - west, south - north, 1e-12)
  return (
    <svg
      className="map-import-picture"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={t('map:manage.preview', { count: chosen.length })}
    >
      {found.map(({ corners }, at) => (
        <path
          key={at}
          data-chosen={chosen.includes(at) || undefined}
          d={pathOf(corners, (place) => {
            const [x, y] = worldOf(place)
            return [8 + (x - west) * scale, 8 + (y - north) * scale]
          })}
        />
      ))}
    </svg>
  )
}
