import type { Scene } from '@antv/l7'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Position } from '#contract/field.ts'
import { pixelsAt, worldOf } from '#src/lib/mercator.ts'

/** How a map stands: which pixel a place of the world's square is drawn at. */
export interface View {
  center: Position
  zoom: number
  x: number
  y: number
  /** Pixels of the whole square. */
  pixels: number
  width: number
  height: number
}
export function viewOf(scene: Scene): View {
  const { lng, lat } = scene.getCenter()
  const [x, y] = worldOf([lng, lat])
  const zoom = scene.getZoom()
  const { clientWidth: width, clientHeight: height } = scene.getContainer()!
  return { center: [lng, lat], zoom, x, y, pixels: pixelsAt(zoom), width, height }
}
export const pixelOf = ({ x, y, pixels, width, height }: View, [wx, wy]: Position): Position => [
  (wx - x) * pixels + width / 2,
  (wy - y) * pixels + height / 2,
]

/** Where in the drawn layer a pixel is: on paper that layer has another size. */
export const placeIn = ({ width, height }: View, x: number, y: number) => ({
  left: `${((Math.round(x) / width) * 100).toFixed(3)}%`,
  top: `${((Math.round(y) / height) * 100).toFixed(3)}%`,
})

/** What was drawn moves along until so many pixels or levels; then it is drawn anew. */
const mostPixels = 220
const mostLevels = 0.5
const leastMs = 120

/**
 * How the map stood when it was last drawn on. In between, `layer` is moved as a whole with it, so
 * that a map under the finger costs no drawing.
 */
export function useView(scene: Scene, layer: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState(() => viewOf(scene))
  const drawn = useRef(view)
  useEffect(() => {
    drawn.current = view
    layer.current?.style.removeProperty('transform')
  }, [view, layer])
  useEffect(() => {
    let last = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      clearTimeout(timer)
      // On paper it has another size, under a picture that was taken before.
      if (scene.getContainer()!.closest('[data-printing]')) return
      last = performance.now()
      const now = viewOf(scene)
      const was = drawn.current
      const isSame =
        now.x === was.x && now.y === was.y && now.zoom === was.zoom && now.width === was.width
      if (!isSame || now.height !== was.height) setView(now)
    }
    const follow = () => {
      const now = viewOf(scene)
      const was = drawn.current
      const scale = now.pixels / was.pixels
      const dx = (now.width / 2) * (1 - scale) + (was.x - now.x) * now.pixels
      const dy = (now.height / 2) * (1 - scale) + (was.y - now.y) * now.pixels
      if (layer.current)
        layer.current.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`
      const isFar =
        Math.abs(now.zoom - was.zoom) >= mostLevels ||
        Math.abs(was.x - now.x) * now.pixels > mostPixels ||
        Math.abs(was.y - now.y) * now.pixels > mostPixels
      clearTimeout(timer)
      if (isFar && performance.now() - last > leastMs) draw()
      else timer = setTimeout(draw, leastMs)
    }
    const observer = new ResizeObserver(draw)
    observer.observe(scene.getContainer()!)
    scene.on('mapmove', follow)
    scene.on('zoomchange', follow)
    draw()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      scene.off('mapmove', follow)
      scene.off('zoomchange', follow)
    }
  }, [scene, layer])
  return view
}
