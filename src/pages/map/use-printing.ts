import type { Scene } from '@antv/l7'
import { useCallback, useState } from 'react'
import { unproject } from '#contract/map/projection.ts'
import { metresPerPixel } from '#src/lib/mercator.ts'
import type { Projection } from '#contract/map/projection.ts'

interface Printed {
  /** A picture of the map as it stands: browsers put no living WebGL on paper. */
  picture: string
  width: number
  height: number
  /** Metres from its left to its right edge. */
  metres: number
  at: number
}
/** What of a map goes on paper; null while nothing does. */
export function usePrinting(scene: Scene | null, projection: Projection) {
  const [printed, setPrinted] = useState<Printed | null>(null)
  const print = useCallback(() => {
    const box = scene?.getContainer()
    if (!scene || !box) return
    const { clientWidth: width, clientHeight: height } = box
    const { lng, lat } = scene.getCenter()
    const metres = width * metresPerPixel(unproject(projection, [lng, lat])[1], scene.getZoom())
    void scene
      .exportPng('png')
      .then((picture) => setPrinted({ picture, width, height, metres, at: Date.now() }))
  }, [scene, projection])
  const handleLoad = useCallback(() => {
    addEventListener('afterprint', () => setPrinted(null), { once: true })
    window.print()
  }, [])
  return { printed, print, handleLoad }
}
