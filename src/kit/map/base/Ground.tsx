import { LineLayer, PolygonLayer, RasterLayer, type Scene } from '@antv/l7'
import { useEffect } from 'react'
import type { Position } from '#contract/field.ts'
import type { MapSource } from '#contract/map/map.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
// Its colors.
import '../map.css'

interface Feature {
  type: 'Feature'
  /** `name`: under which `map:ground` says what it is called. */
  properties: { kind: string; name?: string }
  geometry:
    | { type: 'Polygon'; coordinates: Position[][] }
    | { type: 'LineString'; coordinates: Position[] }
}
export interface Drawn {
  type: 'FeatureCollection'
  features: Feature[]
}
/** Drawn by ourselves around the demo's bases: a map that needs no key and no network. */
export const useGround = () =>
  useAnswer(
    'map-ground',
    null,
    async (): Promise<Drawn> => {
      const answer = await fetch('/ground/demo.json')
      if (!answer.ok) throw new Error(`the ground: ${answer.status}`)
      return (await answer.json()) as Drawn
    },
    { staleTime: Infinity, retry: false },
  ).data

/** From what lies lowest to what stands on it. */
const areas = ['village', 'yard', 'wood', 'water', 'building']
/** Widths of what runs along the ground, in pixels, from afar and from near; edges lie under it. */
const widths: Readonly<Record<string, { near: number; far: number; edge: number }>> = {
  canal: { near: 2.5, far: 1, edge: 0 },
  lane: { near: 2.5, far: 0, edge: 1.5 },
  road: { near: 6.5, far: 2, edge: 2.5 },
}
const nearFrom = 13.5

interface GroundProps {
  scene: Scene
  ground: Drawn | undefined
  /** What it lies on instead. */
  source: MapSource | undefined
  /** Changes with light and dark. */
  look: string
}
/** What is under everything: the operator's tiles, or land, water and roads as we drew them. */
export function Ground({ scene, ground, source, look }: GroundProps) {
  useEffect(() => {
    if (!source) return
    const layer = new RasterLayer({ zIndex: -10 }).source(source.url, {
      parser: {
        type: 'rasterTile',
        tileSize: 256,
        // L7's level 0 is four tiles of 256 pixels.
        zoomOffset: 1,
        maxZoom: source.nativeMaxZoom,
      },
    })
    scene.addLayer(layer)
    return () => void scene.removeLayer(layer)
  }, [scene, source])
  useEffect(() => {
    if (source || !ground) return
    const style = getComputedStyle(scene.getContainer()!)
    const colourOf = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
    const of = (kinds: readonly string[]) => ({
      type: 'FeatureCollection',
      features: kinds.flatMap((kind) =>
        ground.features.filter(({ properties }) => properties.kind === kind),
      ),
    })
    // As few layers as can be: each has to be made ready for drawing by itself.
    const fill = new PolygonLayer({ autoFit: false, zIndex: -5 })
      .source(of(areas))
      .shape('fill')
      .color('kind', colourOf as never)
      .style({ opacity: 1 })
    const isNear = () => scene.getZoom() >= nearFrom
    const sizeOf = (hasEdge: boolean) => (kind: string) => {
      const { near, far, edge } = widths[kind]!
      const width = isNear() ? near : far
      return width > 0 && hasEdge ? width + edge : width
    }
    const [edges, roads] = [true, false].map((isEdge) =>
      new LineLayer({ autoFit: false, zIndex: isEdge ? -4 : -3 })
        .source(of(Object.keys(widths)))
        .shape('line')
        .size('kind', sizeOf(isEdge) as never)
        .color('kind', ((kind: string) =>
          colourOf(kind === 'canal' ? 'water' : isEdge ? 'edge' : 'road')) as never)
        .style({ opacity: 1 }),
    ) as [LineLayer, LineLayer]
    let was = isNear()
    const resize = () => {
      if (isNear() === was) return
      was = isNear()
      edges.size('kind', sizeOf(true) as never)
      roads.size('kind', sizeOf(false) as never)
      scene.render()
    }
    const layers = [fill, edges, roads]
    layers.forEach((layer) => scene.addLayer(layer))
    scene.on('zoomchange', resize)
    return () => {
      scene.off('zoomchange', resize)
      layers.forEach((layer) => void scene.removeLayer(layer))
    }
  }, [scene, ground, source, look])
  return null
}
