import type { Scene } from '@antv/l7'
import { useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useView, type View } from './use-view.ts'

/**
 * What stands on a map in words and signs: drawn by the browser, so that it is sharp, is read aloud
 * and is reached by the keyboard. `draw` is asked anew when the map has moved far.
 */
export function Overlay({ scene, draw }: { scene: Scene; draw: (view: View) => ReactNode }) {
  const layer = useRef<HTMLDivElement>(null)
  const view = useView(scene, layer)
  const box = scene.getContainer()?.closest('.farm-map-box')
  return (
    box &&
    createPortal(
      <div ref={layer} className="farm-map-over">
        {draw(view)}
      </div>,
      box,
    )
  )
}
