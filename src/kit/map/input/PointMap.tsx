import { Marker, type Scene } from '@antv/l7'
import { useEffect, useMemo, useRef } from 'react'
import type { Position } from '#contract/ground.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import Plots from '../Plots.tsx'
import { useBaseMap } from '../base/use-base-map.ts'
import { PlaceSearch } from './PlaceSearch.tsx'
import { firstSeen, usePlotsAround } from './use-plots-around.ts'

interface PointMapProps {
  /** Where the point is; null: nowhere yet. */
  at: Position | null
  /** The base that the record stands on, for where to look first. */
  base: number | null
  isLocked: boolean
  onPick: (at: Position) => void
}

/** A place chosen on the map among the plots that one sees: by a click, or by dragging its mark. */
export default function PointMap({ at, base, isLocked, onPick }: PointMapProps) {
  const t = useLabels()
  const current = useCurrentBase()
  const { data, plots, isPending } = usePlotsAround()
  const { placeOf } = useBaseMap()
  const around = useMemo(() => firstSeen(data, base ?? current, at), [data, base, current, at])
  if (isPending) return <ListSkeleton />
  return (
    <>
      {!isLocked && <PlaceSearch bases={data} onPick={onPick} />}
      <Plots
        plots={plots}
        label={t('kit:map.point')}
        around={around}
        over={(scene, shownAt) => (
          <Mark
            scene={scene}
            at={at}
            shownAt={shownAt}
            onPick={isLocked ? undefined : (shown) => onPick(placeOf(shown))}
          />
        )}
      />
    </>
  )
}

interface MarkProps {
  scene: Scene
  at: Position | null
  shownAt: (at: Position) => Position
  onPick?: (at: Position) => void
}
/** The mark of the point: where the map is clicked, or it is dragged to. */
function Mark({ scene, at, shownAt, onPick }: MarkProps) {
  const pick = useLatest(onPick)
  const marker = useRef<Marker>(null)
  useEffect(() => {
    const element = document.createElement('div')
    element.className = 'map-point'
    const box = scene.getContainer()!
    const drag = (event: PointerEvent) => {
      const { left, top } = box.getBoundingClientRect()
      const to = scene.containerToLngLat([event.clientX - left, event.clientY - top])
      marker.current?.setLnglat(to)
      return to
    }
    element.addEventListener('pointerdown', (event) => {
      // The map under it does not move along.
      event.stopPropagation()
      if (pick.current) element.setPointerCapture(event.pointerId)
    })
    element.addEventListener('pointermove', (event) => {
      if (element.hasPointerCapture(event.pointerId)) drag(event)
    })
    element.addEventListener('pointerup', (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return
      const { lng, lat } = drag(event)
      pick.current?.([lng, lat])
    })
    for (const name of ['mousedown', 'touchstart', 'click', 'dblclick'])
      element.addEventListener(name, (event) => event.stopPropagation())
    const made = new Marker({ element, anchor: 'bottom' as never })
    marker.current = made
    const handleClick = ({ lngLat, lnglat }: Clicked) => {
      const to = lngLat ?? lnglat
      if (to) pick.current?.([to.lng, to.lat])
    }
    scene.on('click', handleClick)
    return () => {
      scene.off('click', handleClick)
      marker.current = null
      made.remove()
    }
  }, [scene, pick])
  const isShown = useRef(false)
  useEffect(() => {
    const made = marker.current
    if (!made) return
    if (!at) {
      if (isShown.current) made.remove()
      isShown.current = false
      return
    }
    const [lng, lat] = shownAt(at)
    made.setLnglat({ lng, lat })
    if (!isShown.current) scene.addMarker(made)
    isShown.current = true
    // What was typed or located may lie elsewhere.
    const [[west, south], [east, north]] = scene.getBounds()
    if (lng < west || lng > east || lat < south || lat > north) scene.setCenter([lng, lat])
  }, [scene, at, shownAt])
  return null
}
interface Clicked {
  lngLat?: { lng: number; lat: number }
  lnglat?: { lng: number; lat: number }
}
