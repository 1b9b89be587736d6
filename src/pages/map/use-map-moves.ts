import type { Scene } from '@antv/l7'
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react'
import { isOnGround, type Position } from '#contract/ground.ts'
import type { MapPlot } from '#contract/map/map.ts'
import type { Projection } from '#contract/map/projection.ts'
import { boundsOf } from '#src/kit/map/ground.ts'
import { project, unproject } from '#contract/map/projection.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import type { MapPlace, Opened } from './map-place.ts'
import type { Stood } from './stood.ts'

interface Moves {
  scene: Scene | null
  projection: Projection
  /** Those that can be clicked. */
  plots: readonly MapPlot[]
  /** Corners that were set; null: nothing is measured. */
  measured: readonly Position[] | null
  onMeasure: (points: readonly Position[]) => void
  onMove: (at: NonNullable<MapPlace['at']>) => void
  onShow: (show: Opened | null) => void
  onCluster: (members: readonly Stood[]) => void
  /** What of a box lies under panels. */
  paddingIn: ReturnType<typeof paddingBeside>
  /** What is no element of the page and lies there, as the map is drawn. */
  deviceAt?: (shown: Position, zoom: number) => number | null
}
interface Clicked {
  lngLat?: { lng: number; lat: number }
  lnglat?: { lng: number; lat: number }
}
/** Nearer than half a metre nothing is gained by looking closer: they are listed instead. */
const oneDegrees = 5e-6
const stepPx = 120
/**
 * What is fitted into the box lies beside its panels: at the left, where they are so wide, on the
 * phone below, where they take such a share of its height.
 */
export const paddingBeside = (panelPx: number, share: number) => (width: number, height: number) =>
  width > 640
    ? { top: 64, right: 72, bottom: 40, left: panelPx + 24 }
    : { top: 96, right: 64, bottom: Math.round(height * share), left: 16 }

/** What a hand or the keyboard does to a map. */
export function useMapMoves(given: Moves) {
  const { scene, projection } = given
  const latest = useLatest(given)
  useEffect(() => {
    if (!scene) return
    const tell = () => {
      const { lng, lat } = scene.getCenter()
      const center = unproject(projection, [lng, lat])
      latest.current.onMove({ center, zoom: scene.getZoom() })
    }
    const handleClick = ({ lngLat, lnglat }: Clicked) => {
      const at = lngLat ?? lnglat
      if (!at) return
      const { measured, plots, onMeasure, onShow, deviceAt } = latest.current
      const place = unproject(projection, [at.lng, at.lat])
      if (measured) return onMeasure([...measured, place])
      const device = deviceAt?.([at.lng, at.lat], scene.getZoom())
      if (device) return onShow({ kind: 'device', id: device })
      // The last drawn lies on top.
      const hit = plots.findLast(({ corners }) => corners && isOnGround(place, corners))
      onShow(hit ? { kind: 'plot', id: hit.id } : null)
    }
    scene.setMapStatus({ rotateEnable: false, keyboardEnable: false })
    // Its first look was taken before anybody listened.
    tell()
    scene.on('moveend', tell)
    scene.on('click', handleClick)
    return () => {
      scene.off('moveend', tell)
      scene.off('click', handleClick)
    }
  }, [scene, projection, latest])

  // Tiles of another projection show the same place elsewhere.
  const was = useRef(projection)
  useEffect(() => {
    if (!scene || was.current === projection) return
    const { lng, lat } = scene.getCenter()
    scene.setCenter(project(projection, unproject(was.current, [lng, lat])))
    was.current = projection
  }, [scene, projection])

  const fit = useCallback(
    (places: readonly Position[]) => {
      const bounds = boundsOf(places.map((at) => project(projection, at)))
      const box = scene?.getContainer()
      if (!scene || !bounds || !box) return
      const padding = latest.current.paddingIn(box.clientWidth, box.clientHeight)
      scene.fitBounds(bounds, { padding, animate: false } as never)
    },
    [scene, projection, latest],
  )
  const openCluster = useCallback(
    (members: readonly Stood[]) => {
      const bounds = boundsOf(members.map(({ at }) => at))!
      const [[west, south], [east, north]] = bounds
      if (east - west < oneDegrees && north - south < oneDegrees) latest.current.onCluster(members)
      else fit(bounds)
    },
    [fit, latest],
  )
  const addMiddle = () => {
    const { lng, lat } = scene!.getCenter()
    given.onMeasure([...(given.measured ?? []), unproject(projection, [lng, lat])])
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!scene || event.target !== event.currentTarget) return
    const by = {
      ArrowLeft: [-stepPx, 0],
      ArrowRight: [stepPx, 0],
      ArrowUp: [0, -stepPx],
      ArrowDown: [0, stepPx],
    }[event.key]
    if (by) scene.panBy(by[0]!, by[1]!)
    else if (event.key === '+' || event.key === '=') scene.zoomIn()
    else if (event.key === '-') scene.zoomOut()
    else if (event.key === 'Enter' && given.measured) addMiddle()
    else return
    event.preventDefault()
  }
  return { fit, openCluster, addMiddle, handleKey }
}
