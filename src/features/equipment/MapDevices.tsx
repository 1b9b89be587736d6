import { Marker, type Scene } from '@antv/l7'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { deviceMarkers, type DeviceMarker } from '#contract/connectivity/concentrator-calls.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNames, deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { devicePage } from '#contract/equipment/device-page.ts'
import { useAnswer, type Ask } from '#src/kit/calls/use-call.ts'
import type { MapLayerProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { parseLatLng } from '#src/lib/coordinates.ts'
import { seenCodes } from './device-path.ts'
import { DeviceIcon } from './DeviceIcon.tsx'
import { DevicePopup } from './DevicePopup.tsx'
import { MapCoverage } from './MapCoverage.tsx'
import { MapMark, MapMarks, MarkWords } from './MapMark.tsx'
import { cornersOf, groupMarkers, type Grouped } from './marker-groups.ts'
import { PopupClose } from './PopupClose.tsx'
import './map-devices.css'

const againMs = 30_000
/** Where a device is looked at; null where whoever looks has no screen for it. */
type Placed = DeviceMarker & { to: string | null }
async function placed(ask: Ask): Promise<Placed[]> {
  const granted = await seenCodes()
  // Who sees plots need not see what stands on them.
  if (granted.size === 0) return []
  const found = await ask(deviceMarkers, {})
  return found.map((one) => ({ ...one, to: devicePage(granted, one.id, one.deviceType) }))
}

function drawnAt(latlng: string, shownAt: MapLayerProps['shownAt']): string {
  const pair = parseLatLng(latlng)
  if (!pair) return latlng
  const [lng, lat] = shownAt([pair[1], pair[0]])
  return `${lat},${lng}`
}

/** Nearer than this, markers would lie on each other. */
const nearPx = 30
/** A map that is changed says so in many steps. */
const zoomStep = 0.25

/**
 * Devices where they stand on a map, those that lie together as their number; one that is clicked
 * tells what it last said.
 */
export default function MapDevices({ scene, areas, shownAt }: MapLayerProps) {
  const { data = none } = useAnswer(deviceMarkers, {}, placed, {
    staleTime: againMs,
    refetchInterval: againMs,
  })
  const zoom = useZoom(scene)
  const [opened, setOpened] = useState<number>()
  const [together, setTogether] = useState<readonly Placed[] | null>(null)
  const [hidden, setHidden] = useState<readonly DeviceTypeName[]>([])
  const here = useMemo(
    () => (areas.length === 0 ? data : data.filter(({ areaId }) => areas.includes(areaId))),
    [data, areas],
  )
  const types = useMemo(
    () => deviceTypeNames.filter((name) => here.some(({ deviceType }) => deviceType === name)),
    [here],
  )
  const ids = useMemo(() => new Set(here.map(({ id }) => id)), [here])
  const hearsNodes = types.some((name) => (deviceTypes[name] as DeviceType).hearsNodes)
  const groups = useMemo(() => {
    const shown = here
      .filter(({ deviceType }) => !hidden.includes(deviceType))
      .map((one) => ({ ...one, latlng: drawnAt(one.latlng, shownAt) }))
    return zoom === null
      ? []
      : groupMarkers(shown, ({ lng, lat }) => scene.lngLatToContainer([lng, lat]), nearPx)
  }, [scene, here, hidden, zoom, shownAt])
  const hosts = useHosts(scene, groups)
  const current = data.find(({ id }) => id === opened)
  const box = scene.getContainer()?.closest('.map-box')
  return (
    <>
      {groups.map(({ members }, at) => {
        const [one] = members as [Placed]
        const host = hosts[at]
        if (!host) return null
        const button =
          members.length === 1 ? (
            <MapMark
              marker={one}
              isOpened={one.id === opened}
              onClick={() => setOpened(one.id === opened ? undefined : one.id)}
            />
          ) : (
            <Several
              members={members}
              onClick={() =>
                isOnePlace(members)
                  ? setTogether(members)
                  : scene.fitBounds(cornersOf(members), { padding: 80, animate: false } as never)
              }
            />
          )
        return createPortal(button, host, String(one.id))
      })}
      {box &&
        types.length > 1 &&
        createPortal(
          <Layers
            types={types}
            hidden={hidden}
            onToggle={(type) =>
              setHidden(
                hidden.includes(type) ? hidden.filter((one) => one !== type) : [...hidden, type],
              )
            }
          >
            {hearsNodes && <MapCoverage scene={scene} ids={ids} shownAt={shownAt} />}
          </Layers>,
          box,
        )}
      {together &&
        !current &&
        box &&
        createPortal(
          <Together members={together} onOpen={setOpened} onClose={() => setTogether(null)} />,
          box,
        )}
      {current &&
        box &&
        createPortal(
          <DevicePopup key={current.id} marker={current} onClose={() => setOpened(undefined)} />,
          box,
        )}
    </>
  )
}

function Several({ members, onClick }: { members: readonly Placed[]; onClick: () => void }) {
  const levels = members.flatMap(({ alarm }) => alarm ?? [])
  const worst = levels.length > 0 ? (Math.max(...levels) as NonNullable<Placed['alarm']>) : null
  return (
    <MapMarks count={members.length} alarming={levels.length} alarm={worst} onClick={onClick} />
  )
}

/** Nearer than half a metre nothing is gained by looking closer: they are listed instead. */
const oneDegrees = 5e-6
const isOnePlace = (members: readonly Placed[]) => {
  const [[west, south], [east, north]] = cornersOf(members)
  return east - west < oneDegrees && north - south < oneDegrees
}
/** Which types are drawn: all of them at first. */
function Layers({
  types,
  hidden,
  onToggle,
  children,
}: {
  types: readonly DeviceTypeName[]
  hidden: readonly DeviceTypeName[]
  onToggle: (type: DeviceTypeName) => void
  children: ReactNode
}) {
  const t = useLabels({ module: 'equipment' })
  return (
    <details className="map-layers">
      <summary>
        {t('equipment:onMap.layers', {
          shown: types.length - hidden.filter((one) => types.includes(one)).length,
          count: types.length,
        })}
      </summary>
      <fieldset>
        <legend className="kit-nothing">{t('equipment:onMap.layersOf')}</legend>
        {types.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              className="kit-check"
              checked={!hidden.includes(type)}
              onChange={() => onToggle(type)}
            />{' '}
            {t(`equipment:deviceTypes.${type}`)}
          </label>
        ))}
      </fieldset>
      {children}
    </details>
  )
}
/** Devices at one position, one below the other. */
export function Together({
  members,
  onOpen,
  onClose,
}: {
  members: readonly Pick<Placed, 'id' | 'name' | 'deviceType' | 'online' | 'isOpen' | 'alarm'>[]
  onOpen: (id: number) => void
  onClose: () => void
}) {
  const t = useLabels({ module: 'equipment' })
  return (
    <div
      className="map-popup"
      role="dialog"
      aria-label={t('equipment:onMap.together', { count: members.length })}
    >
      <ul className="map-together">
        {members.map((one) => (
          <li key={one.id}>
            <DeviceIcon type={one.deviceType} isOnline={one.online === 1} size={16} />
            <button type="button" className="kit-link" onClick={() => onOpen(one.id)}>
              {one.name}
            </button>
            <MarkWords marker={one} />
          </li>
        ))}
      </ul>
      <PopupClose onClose={onClose} />
    </div>
  )
}

const none: Placed[] = []
const pressing = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'click',
  'dblclick',
]
/** How near the map is looked at; null until it is known. */
function useZoom(scene: Scene): number | null {
  const [zoom, setZoom] = useState<number | null>(null)
  useEffect(() => {
    const read = () => setZoom(Math.round(scene.getZoom() / zoomStep) * zoomStep)
    read()
    scene.on('zoomchange', read)
    return () => scene.off('zoomchange', read)
  }, [scene])
  return zoom
}
/** An element on the map for each group, in their order. */
function useHosts(scene: Scene, groups: readonly Grouped<Placed>[]): readonly HTMLElement[] {
  const where = JSON.stringify(groups.map(({ lng, lat }) => ({ lng, lat })))
  const [hosts, setHosts] = useState<readonly HTMLElement[]>([])
  useEffect(() => {
    const elements: HTMLElement[] = []
    const markers = (JSON.parse(where) as { lng: number; lat: number }[]).map((at) => {
      const element = document.createElement('div')
      // The map under it is not meant.
      for (const name of pressing)
        element.addEventListener(name, (event) => event.stopPropagation())
      elements.push(element)
      const marker = new Marker({ element, anchor: 'center' as never }).setLnglat(at)
      scene.addMarker(marker)
      return marker
    })
    setHosts(elements)
    return () => markers.forEach((marker) => marker.remove())
  }, [scene, where])
  return hosts
}
