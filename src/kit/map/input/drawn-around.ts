import { LineLayer, PointLayer, type Scene } from '@antv/l7'
import { theme } from 'antd'
import { useEffect } from 'react'
import { holesOf, outlineOf, type Ground } from '#contract/ground.ts'
import type { BaseMap } from '../base/use-base-map.ts'
import { groundAt, linesOf } from '../ground.ts'
import type { Plot } from '../Plots.tsx'

/** Holes are shown while the outline is drawn: what draws knows one line. */
export function useHoles(scene: Scene | null, ground: Ground, shownAt: BaseMap['shownAt']): void {
  const { token } = theme.useToken()
  useEffect(() => {
    const holes = holesOf(ground)
    if (!scene || holes.length === 0) return
    const lines = new LineLayer({ autoFit: false, zIndex: 20 })
      .source(
        linesOf(
          holes.map((corners, id) => ({ id, corners })),
          shownAt,
        ),
      )
      .shape('line')
      .size(2)
      .color(token.colorError)
    scene.addLayer(lines)
    return () => void scene.removeLayer(lines)
  }, [scene, ground, shownAt, token])
}

/** The plots that are there already: what is drawn lies beside them. */
export function useNeighbours(
  scene: Scene | null,
  plots: readonly Plot[],
  shownAt: BaseMap['shownAt'],
): void {
  const { token } = theme.useToken()
  useEffect(() => {
    if (!scene || plots.length === 0) return
    const edges = new LineLayer({ autoFit: false, zIndex: 1 })
      .source(linesOf(plots, shownAt))
      .shape('line')
      .size(1)
      .color(token.colorTextSecondary)
    const names = new PointLayer({ autoFit: false, zIndex: 2 })
      .source(
        plots.map(({ title, corners }) => {
          const outline = outlineOf(groundAt(corners, shownAt))
          const mean = (axis: 0 | 1) =>
            outline.reduce((sum, at) => sum + at[axis], 0) / outline.length
          return { title, lng: mean(0), lat: mean(1) }
        }),
        { parser: { type: 'json', x: 'lng', y: 'lat' } },
      )
      .shape('title', 'text')
      .size(12)
      .color(token.colorTextSecondary)
      .style({ textAnchor: 'center', stroke: token.colorBgContainer, strokeWidth: 2 })
    scene.addLayer(edges)
    scene.addLayer(names)
    return () => {
      void scene.removeLayer(edges)
      void scene.removeLayer(names)
    }
  }, [scene, plots, shownAt, token])
}

/** Where bases end, as a broken line. */
export function useEdges(
  scene: Scene | null,
  edges: readonly Plot[],
  shownAt: BaseMap['shownAt'],
): void {
  const { token } = theme.useToken()
  useEffect(() => {
    if (!scene || edges.length === 0) return
    const lines = new LineLayer({ autoFit: false, zIndex: 1 })
      .source(linesOf(edges, shownAt))
      .shape('line')
      .size(2)
      .color(token.colorTextSecondary)
      .style({ lineType: 'dash', dashArray: [6, 4] })
    scene.addLayer(lines)
    return () => void scene.removeLayer(lines)
  }, [scene, edges, shownAt, token])
}
