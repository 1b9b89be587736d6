import { LineLayer, PolygonLayer, type Scene } from '@antv/l7'
import { useEffect, useMemo, useRef } from 'react'
import type { Position } from '#contract/field.ts'
import type { MapPlot } from '#contract/map/map.ts'
import { ringOf } from '#src/kit/map/ground.ts'

interface PlotsProps {
  scene: Scene
  plots: readonly MapPlot[]
  colours: ReadonlyMap<number, string>
  project: (at: Position) => Position
  /** The one that is looked at. */
  picked: number | null
  /** Pictures shine through. */
  isOverTiles: boolean
}
const collection = (features: readonly object[]) => ({ type: 'FeatureCollection', features })

/** Plots as filled outlines. Another colouring changes colours alone. */
export function PlotsLayer({ scene, plots, colours, project, picked, isOverTiles }: PlotsProps) {
  const features = useMemo(
    () =>
      plots.flatMap(({ id, corners }) =>
        corners && corners.length > 2
          ? [
              {
                type: 'Feature',
                properties: { id },
                geometry: { type: 'Polygon', coordinates: [ringOf(corners).map(project)] },
              },
            ]
          : [],
      ),
    [plots, project],
  )
  const latest = useRef(colours)
  const layers = useRef<readonly [PolygonLayer, LineLayer]>(null)
  useEffect(() => {
    if (features.length === 0) return
    const colourOf = (id: number) => latest.current.get(id) ?? '#999999'
    const data = collection(features)
    const fill = new PolygonLayer({ autoFit: false, zIndex: 1 })
      .source(data)
      .shape('fill')
      .color('id', colourOf as never)
      .style({ opacity: isOverTiles ? 0.4 : 0.72 }) as PolygonLayer
    const edge = new LineLayer({ autoFit: false, zIndex: 2 })
      .source(data)
      .shape('line')
      .size(1.5)
      .color('id', colourOf as never)
      .style({ opacity: 1 }) as LineLayer
    scene.addLayer(fill)
    scene.addLayer(edge)
    layers.current = [fill, edge]
    return () => {
      layers.current = null
      void scene.removeLayer(fill)
      void scene.removeLayer(edge)
    }
  }, [scene, features, isOverTiles])
  useEffect(() => {
    if (latest.current === colours) return
    latest.current = colours
    const colourOf = (id: number) => colours.get(id) ?? '#999999'
    for (const layer of layers.current ?? []) layer.color('id', colourOf as never)
    scene.render()
  }, [scene, colours])
  useEffect(() => {
    const one = features.find(({ properties }) => properties.id === picked)
    if (!one) return
    const ring = new LineLayer({ autoFit: false, zIndex: 3 })
      .source(collection([one]))
      .shape('line')
      .size(4)
      .color(getComputedStyle(scene.getContainer()!).getPropertyValue('--map-picked').trim())
      .style({ opacity: 1 })
    scene.addLayer(ring)
    return () => void scene.removeLayer(ring)
  }, [scene, features, picked])
  return null
}
