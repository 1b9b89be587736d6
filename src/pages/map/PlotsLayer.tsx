import { LineLayer, PolygonLayer, type Scene } from '@antv/l7'
import { useEffect, useMemo, useRef } from 'react'
import { outlineOf, type Position, type SeenGround } from '#contract/ground.ts'
import type { MapPlot } from '#contract/map/map.ts'
import { linesOf, polygonOf } from '#src/kit/map/ground.ts'

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

/** Plots as filled outlines. Another colouring changes colours alone. */
export function PlotsLayer({ scene, plots, colours, project, picked, isOverTiles }: PlotsProps) {
  const drawn = useMemo(
    () =>
      plots.flatMap(({ id, corners }): { id: number; corners: SeenGround }[] =>
        corners && outlineOf(corners).length > 2 ? [{ id, corners }] : [],
      ),
    [plots],
  )
  const latest = useRef(colours)
  const layers = useRef<readonly [PolygonLayer, LineLayer]>(null)
  useEffect(() => {
    if (drawn.length === 0) return
    const colourOf = (id: number) => latest.current.get(id) ?? '#999999'
    const data = {
      type: 'FeatureCollection',
      features: drawn.map(({ id, corners }) => ({
        type: 'Feature',
        properties: { id },
        geometry: {
          type: 'Polygon',
          coordinates: polygonOf(corners).map((ring) => ring.map(project)),
        },
      })),
    }
    const fill = new PolygonLayer({ autoFit: false, zIndex: 1 })
      .source(data)
      .shape('fill')
      .color('id', colourOf as never)
      .style({ opacity: isOverTiles ? 0.4 : 0.72 }) as PolygonLayer
    const edge = new LineLayer({ autoFit: false, zIndex: 2 })
      .source(linesOf(drawn, project))
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
  }, [scene, drawn, project, isOverTiles])
  useEffect(() => {
    if (latest.current === colours) return
    latest.current = colours
    const colourOf = (id: number) => colours.get(id) ?? '#999999'
    for (const layer of layers.current ?? []) layer.color('id', colourOf as never)
    scene.render()
  }, [scene, colours])
  useEffect(() => {
    const one = drawn.find(({ id }) => id === picked)
    if (!one) return
    const ring = new LineLayer({ autoFit: false, zIndex: 3 })
      .source(linesOf([one], project))
      .shape('line')
      .size(4)
      .color(getComputedStyle(scene.getContainer()!).getPropertyValue('--map-picked').trim())
      .style({ opacity: 1 })
    scene.addLayer(ring)
    return () => void scene.removeLayer(ring)
  }, [scene, drawn, project, picked])
  return null
}
