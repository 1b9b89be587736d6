import { Scale, Scene, Zoom } from '@antv/l7'
import { Map } from '@antv/l7-maps/simple'
import { useEffect, useRef, useState } from 'react'
import type { Position } from '#contract/field.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { boundsOf } from './ground.ts'

/** Where a map opens when nothing says where. */
const somewhere: Position = [113.34, 22.96]
const maxZoom = 20

/**
 * Old tablets and remote desktops draw no WebGL: the map then says so and the rest of the page
 * works.
 */
const canDraw = () => {
  const canvas = document.createElement('canvas')
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null
}

interface Padding {
  top: number
  right: number
  bottom: number
  left: number
}
const somePadding = () => 48

interface SceneOptions {
  /** Where it begins instead, asked each time that it is made: a hidden tab makes it anew. */
  startAt?: () => { center: Position; zoom: number } | null
  /** A map with tools of its own has none of ours. */
  isBare?: boolean
  /** What of a box so wide and high lies under tools. */
  paddingIn?: (width: number, height: number) => number | Padding
}

/**
 * An L7 map in a box of the page. `around` is what it shows at first; `scene` is null until it can
 * be drawn on.
 */
export function useScene(around: readonly Position[], options: SceneOptions = {}) {
  const box = useRef<HTMLDivElement>(null)
  const [scene, setScene] = useState<Scene | null>(null)
  const first = useRef(around)
  const t = useLabels()
  const asked = useLatest({ ...options, t })
  const [isPossible] = useState(canDraw)
  useEffect(() => {
    if (!isPossible) return
    // A host of its own per run: L7 takes over the element it is given.
    const host = box.current!.appendChild(document.createElement('div'))
    host.className = 'map-host'
    const { startAt, isBare = false, paddingIn = somePadding, t: say } = asked.current
    const start = startAt?.() ?? null
    const bounds = start ? null : boundsOf(first.current)
    const made = new Scene({
      id: host,
      logoVisible: false,
      map: new Map({
        style: 'blank',
        center: bounds
          ? [(bounds[0][0] + bounds[1][0]) / 2, (bounds[0][1] + bounds[1][1]) / 2]
          : (start?.center ?? somewhere),
        zoom: start?.zoom ?? 14,
        maxZoom,
        minZoom: 2,
      }),
    })
    let isOver = false
    made.on('loaded', () => {
      if (isOver) return
      if (!isBare) {
        const [zoomInTitle, zoomOutTitle] = [say('kit:map.zoomIn'), say('kit:map.zoomOut')]
        made.addControl(new Zoom({ position: 'topright', zoomInTitle, zoomOutTitle }))
      }
      made.addControl(new Scale({ position: 'bottomleft', metric: true, imperial: false }))
      const padding = paddingIn(host.clientWidth, host.clientHeight)
      if (bounds) made.fitBounds(bounds, { padding, animate: false } as never)
      setScene(made)
    })
    return () => {
      isOver = true
      setScene(null)
      made.destroy()
      host.remove()
    }
  }, [isPossible, asked])
  return { box, scene, isPossible }
}
