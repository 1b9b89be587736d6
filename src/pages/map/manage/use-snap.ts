import type { Scene } from '@antv/l7'
import { useCallback } from 'react'
import type { Position } from '#contract/ground.ts'
import { snapped } from './snap.ts'

interface Snap {
  scene: Scene | null
  others: readonly (readonly Position[])[]
  project: (at: Position) => Position
  unproject: (at: Position) => Position
}
/** Where a corner that is set with a click lies: on an outline that it nearly touches. */
export function useSnap({ scene, others, project, unproject }: Snap): (at: Position) => Position {
  return useCallback(
    (at) => {
      if (!scene) return at
      const pixelOf = (place: Position): Position => {
        const { x, y } = scene.lngLatToContainer(project(place))
        return [x, y]
      }
      const near = snapped(
        pixelOf(at),
        others.map((one) => one.map(pixelOf)),
      )
      if (!near) return at
      const { lng, lat } = scene.containerToLngLat(near)
      return unproject([lng, lat])
    },
    [scene, others, project, unproject],
  )
}
