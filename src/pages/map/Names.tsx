import { useMemo } from 'react'
import { outlineOf, type Position } from '#contract/ground.ts'
import type { MapBase, MapPlot } from '#contract/map/map.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { metresPerPixel, worldOf } from '#src/lib/mercator.ts'
import type { Drawn } from '#src/kit/map/base/Ground.tsx'
import { pixelOf, placeIn, type View } from './use-view.ts'

interface Name {
  key: string
  text: string
  plot?: MapPlot
  /** On the square of Web Mercator. */
  world: Position
  /** Metres across; a name that would be wider than its thing is left out. */
  metres: number
  kind: 'plot' | 'base' | 'ground'
}
interface NamesProps {
  view: View
  plots: readonly MapPlot[]
  bases: readonly MapBase[]
  ground: Drawn | undefined
  isChinese: boolean
  project: (at: Position) => Position
  /** What is said of a plot under its name. */
  noteOf: (plot: MapPlot) => string | null
}
/** Names a little beyond the edge come in with the map. */
const margin = 120
/** A plot so many pixels wide has room for more than its name. */
const noteFrom = 90
/** So many names at once can be read. */
const mostNames = 160
const squareMetresPerMu = 10_000 / 15
/** From far the bases are named, from near the plots. */
const plotsFrom = 13.4

function widthOf({ acreage, corners }: MapPlot): number {
  if (acreage) return Math.sqrt(acreage * squareMetresPerMu * 1.3)
  if (!corners) return 60
  const lngs = outlineOf(corners).map(([lng]) => lng)
  return (Math.max(...lngs) - Math.min(...lngs)) * 100_000
}
/** Over its northern edge, where no mark stands. */
const edgeOf = ({ corners, at: [lng, lat] }: MapPlot): Position => [
  lng,
  Math.max(lat, ...(corners ? outlineOf(corners) : []).map(([, north]) => north)),
]
/** Over the northernmost of a base's plots. */
function aboveOf([lng, lat]: Position, plots: readonly MapPlot[], base: number): Position {
  const own = plots.filter(({ areaId }) => areaId === base)
  return [lng, own.reduce((most, plot) => Math.max(most, edgeOf(plot)[1]), lat)]
}
function groundNames(ground: Drawn | undefined, t: Translate): Name[] {
  return (ground?.features ?? []).flatMap(({ properties: { name }, geometry }, i) => {
    if (!name) return []
    const points = geometry.type === 'Polygon' ? geometry.coordinates[0]! : geometry.coordinates
    // Of a long thing, where it is halfway; of a round one its middle.
    const isLine = geometry.type === 'LineString' || points.length > 40
    const mean = (axis: 0 | 1) => points.reduce((sum, one) => sum + one[axis], 0) / points.length
    const half = points[Math.floor(points.length / (geometry.type === 'Polygon' ? 4 : 2.6))]!
    return [
      {
        key: `ground-${i}`,
        text: t(`map:ground.${name}`),
        world: worldOf(isLine ? half : [mean(0), mean(1)]),
        metres: 400,
        kind: 'ground' as const,
      },
    ]
  })
}

/** Names of plots as there is room for them, of bases from afar, of what lies around. */
export function Names({ view, plots, bases, ground, isChinese, project, noteOf }: NamesProps) {
  const t = useLabels({ module: 'map' })
  const around = useMemo(() => groundNames(ground, t), [ground, t])
  const ofPlots = useMemo(
    (): Name[] => [
      ...plots.map((plot) => ({
        key: `plot-${plot.id}`,
        text: plot.name,
        plot,
        world: worldOf(project(edgeOf(plot))),
        metres: widthOf(plot),
        kind: 'plot' as const,
      })),
      ...around,
    ],
    [plots, around, project],
  )
  const ofBases = useMemo(
    (): Name[] =>
      bases.flatMap(({ id, name, at }) =>
        at
          ? [
              {
                key: `base-${id}`,
                text: name,
                world: worldOf(project(aboveOf(at, plots, id))),
                metres: Infinity,
                kind: 'base' as const,
              },
            ]
          : [],
      ),
    [bases, plots, project],
  )
  const perPixel = metresPerPixel(view.center[1], view.zoom)
  const places: (Name & { x: number; y: number; room: number })[] = []
  for (const one of view.zoom >= plotsFrom ? ofPlots : ofBases) {
    const [x, y] = pixelOf(view, one.world)
    const room = one.metres / perPixel
    if (x < -margin || y < -margin || x > view.width + margin || y > view.height + margin) continue
    if (room < one.text.length * (isChinese ? 10 : 6)) continue
    if (places.push({ ...one, x, y, room }) === mostNames) break
  }
  return (
    <div className="farm-map-names" aria-hidden="true">
      {places.map(({ key, text, plot, kind, x, y, room }) => (
        <span
          key={key}
          className={`farm-map-name farm-map-name-${kind}`}
          style={placeIn(view, x, y)}
        >
          <span>
            {text}
            {plot && room > noteFrom && <small> {noteOf(plot)}</small>}
          </span>
        </span>
      ))}
    </div>
  )
}
