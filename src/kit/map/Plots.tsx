import { LineLayer, PointLayer, PolygonLayer, type Scene } from '@antv/l7'
import { theme } from 'antd'
import { useEffect, useMemo, type ReactNode } from 'react'
import { outlineOf, type Position, type SeenGround } from '#contract/ground.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { BaseGround } from './base/BaseGround.tsx'
import { useBaseMap, type BaseMap } from './base/use-base-map.ts'
import { groundAt, linesOf, polygonOf } from './ground.ts'
import { useScene } from './use-scene.ts'
import './map.css'

export interface Plot {
  id: number
  title: string
  /** Its outline, and the holes in it. */
  corners: SeenGround
  /** What it is filled with; the brand's own colour unless said. */
  color?: string
}
interface PlotsProps {
  plots: readonly Plot[]
  label: string
  /** What it shows at first; the plots themselves unless said. */
  around?: readonly Position[]
  onPick?: (id: number) => void
  /** Drawn once there is a map to draw on. */
  over?: (scene: Scene, shownAt: BaseMap['shownAt']) => ReactNode
}

/** Ground with its names, as filled outlines; a click names the one that was meant. */
export default function Plots(props: PlotsProps) {
  const base = useBaseMap()
  // Where it begins depends on what it lies on.
  return base.isPending ? (
    <div className="map-box" role="group" aria-label={props.label} aria-busy />
  ) : (
    <DrawnPlots {...props} base={base} />
  )
}

function DrawnPlots({
  plots: given,
  label,
  around: seen,
  onPick,
  over,
  base: { source, shownAt },
}: PlotsProps & { base: BaseMap }) {
  const t = useLabels()
  const { token } = theme.useToken()
  const plots = useMemo(
    () =>
      given.map((one) => ({
        ...one,
        color: one.color ?? token.colorPrimary,
        corners: groundAt(one.corners, shownAt),
      })),
    [given, shownAt, token],
  )
  const around = useMemo(
    () => seen?.map(shownAt) ?? plots.flatMap(({ corners }) => outlineOf(corners)),
    [seen, plots, shownAt],
  )
  const { box, scene, isPossible } = useScene(around)
  useEffect(() => {
    if (!scene) return
    const data = {
      type: 'FeatureCollection',
      features: plots.map(({ id, title, color, corners }) => ({
        type: 'Feature',
        properties: { id, title, color },
        geometry: { type: 'Polygon', coordinates: polygonOf(corners) },
      })),
    }
    const fill = new PolygonLayer({ autoFit: false })
      .source(data)
      .shape('fill')
      .color('color', (color: string) => color)
      .style({ opacity: 0.28 })
      .active({ color: token.colorPrimary })
    const edge = new LineLayer({ autoFit: false })
      .source(linesOf(plots))
      .shape('line')
      .size(1.5)
      .color('color', (color: string) => color)
    const names = plots.map(({ id, title, corners }) => {
      const outline = outlineOf(corners)
      const [lng, lat] = outline.reduce<Position>(
        ([x, y], [a, b]) => [x + a / outline.length, y + b / outline.length],
        [0, 0],
      )
      return { id, title, lng, lat }
    })
    const text = new PointLayer({ autoFit: false })
      .source(names, { parser: { type: 'json', x: 'lng', y: 'lat' } })
      .shape('title', 'text')
      .size(13)
      .color(token.colorText)
      .style({
        textAnchor: 'center',
        stroke: token.colorBgContainer,
        strokeWidth: 2,
        textAllowOverlap: false,
      })
    const layers = [fill, edge, text]
    if (onPick)
      fill.on(
        'click',
        ({ feature }: { feature?: { properties?: { id?: number } } }) =>
          feature?.properties?.id && onPick(feature.properties.id),
      )
    layers.forEach((layer) => scene.addLayer(layer))
    return () => layers.forEach((layer) => void scene.removeLayer(layer))
  }, [scene, plots, token, onPick])
  return (
    <>
      <div ref={box} className="map-box" role="group" aria-label={label}>
        {!isPossible && <p className="map-none">{t('kit:map.impossible')}</p>}
        {scene && <BaseGround scene={scene} source={source} />}
      </div>
      {scene && over?.(scene, shownAt)}
    </>
  )
}
