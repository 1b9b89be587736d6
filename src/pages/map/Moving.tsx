import type { Scene } from '@antv/l7'
import { useEffect, useMemo, useRef } from 'react'
import type { Position } from '#contract/ground.ts'
import type { MappedDevice } from '#contract/map/map.ts'
import { MovingLayer } from '#src/kit/map/moving-layer.ts'
import { pixelsAt, worldOf } from '#src/lib/mercator.ts'

interface MovingProps {
  scene: Scene
  rows: readonly MappedDevice[]
  /** Those of them that go about. */
  moving: ReadonlySet<number>
  /** Types that are not shown, by their place among the types. */
  isHidden: (type: number) => boolean
  levels: ReadonlyMap<number, number>
  project: (at: Position) => Position
}
/** What goes about, where it was said to be last; in colours of its state, as marks have them. */
export function Moving({ scene, rows, moving, isHidden, levels, project }: MovingProps) {
  const layer = useRef<MovingLayer>(null)
  useEffect(() => {
    const made = (layer.current = new MovingLayer(scene))
    return () => {
      layer.current = null
      made.destroy()
    }
  }, [scene])
  const points = useMemo(() => {
    const style = getComputedStyle(scene.getContainer()!)
    const named = (name: string) => style.getPropertyValue(`--ant-color-${name}`).trim()
    const [calm, info, warning, error, off] = [
      'success',
      'info',
      'warning',
      'error',
      'text-tertiary',
    ].map(named)
    return rows
      .filter((row) => moving.has(row[0]) && !isHidden(row[1]))
      .map((row) => ({
        id: row[0],
        at: project([row[4], row[5]]),
        colour: [row[7] ? calm! : off!, info!, warning!, error!][levels.get(row[0]) ?? 0]!,
      }))
  }, [scene, rows, moving, isHidden, levels, project])
  useEffect(() => layer.current?.set(points), [points])
  return null
}

/** So near a click it was meant: a finger is wider than a point. */
const reachPx = 12
/** The one of those that go about which was clicked; null: none. They are no elements that could be. */
export function movingAt(
  {
    rows,
    moving,
    isHidden,
    project,
  }: Pick<MovingProps, 'rows' | 'moving' | 'isHidden' | 'project'>,
  clicked: Position,
  zoom: number,
): number | null {
  if (moving.size === 0) return null
  const [x, y] = worldOf(clicked)
  let best: { id: number; far: number } = { id: 0, far: reachPx / pixelsAt(zoom) }
  for (const row of rows) {
    if (!moving.has(row[0]) || isHidden(row[1])) continue
    const [px, py] = worldOf(project([row[4], row[5]]))
    const far = Math.hypot(px - x, py - y)
    if (far <= best.far) best = { id: row[0], far }
  }
  return best.id || null
}
