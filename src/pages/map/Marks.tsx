import { memo, useCallback, useMemo, type KeyboardEvent } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { DeviceMarker } from '#contract/connectivity/concentrator-calls.ts'
import { channelOf } from '#contract/devices/device-type.ts'
import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { shortChannel } from '#contract/map/short-value.ts'
import { MapMark, MapMarks } from '#src/features/equipment/MapMark.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { clustersOf, membersOf, type Points } from './clusters.ts'
import { stoodOf, type Stood } from './stood.ts'
import { pixelOf, placeIn, type View } from './use-view.ts'

type Marker = Pick<DeviceMarker, 'id' | 'name' | 'deviceType' | 'online' | 'isOpen' | 'alarm'>
/** What a mark says of a device: whether what it moves stands open, how bad its alarm is. */
export function markerOf(one: Stood, level: number): Marker {
  const type = deviceTypeNamed(one.deviceType)
  const channel = shortChannel(type)
  const isSwitch = channel !== null && channelOf(type, channel)?.reading.isSwitch === true
  return {
    ...one,
    isOpen: isSwitch && one.value !== null ? (one.value > 0 ? 1 : 0) : null,
    alarm: level > 0 ? (level as 1 | 2 | 3) : null,
  }
}

/** From so many on, what lies near each other is one; below, only what would lie on each other. */
const many = 200
const [nearPx, clusterPx] = [30, 68]
/** Marks are drawn a little beyond the edge, for the map to be moved under them. */
const marginPx = 240

interface MarksProps {
  view: View
  types: DigitalMap['types']
  rows: readonly MappedDevice[]
  points: Points
  picked: number | null
  hasAlarms: boolean
  onPick: (id: number) => void
  onCluster: (members: readonly Stood[]) => void
}
/** Devices where they stand, those that lie together as their number. */
export function Marks(props: MarksProps) {
  const { view, types, rows, points, picked, hasAlarms, onPick, onCluster } = props
  const t = useLabels({ module: 'map' })
  const count = useMemo(() => points.shown.reduce((sum, one) => sum + one, 0), [points])
  const size = (count >= many ? clusterPx : nearPx) / 2 ** (Math.round(view.zoom * 2) / 2) / 512
  const clusters = useMemo(() => {
    const [dx, dy] = [
      (view.width / 2 + marginPx) / view.pixels,
      (view.height / 2 + marginPx) / view.pixels,
    ]
    const box = { west: view.x - dx, east: view.x + dx, north: view.y - dy, south: view.y + dy }
    return clustersOf(points, box, size)
  }, [points, view, size])
  const latest = useLatest({ points, rows, types, clusters, size, onCluster })
  const open = useCallback(
    (first: number) => {
      const now = latest.current
      const one = now.clusters.find((cluster) => cluster.first === first)
      if (!one) return
      const members = membersOf(now.points, one, now.size)
      now.onCluster(members.map((i) => stoodOf(now.types, now.rows[i]!)))
    },
    [latest],
  )
  return (
    <div
      className="farm-map-marks"
      role="group"
      aria-label={t('map:marks', { count })}
      onKeyDown={moveAmong}
    >
      {clusters.map((one, at) => {
        const [x, y] = pixelOf(view, [one.x, one.y])
        const row = rows[one.first]
        const level = hasAlarms ? one.level : 0
        const tabIndex = at === 0 ? 0 : -1
        if (!row) return null
        return (
          <div
            key={row[0]}
            className={hasAlarms && one.isFresh ? 'farm-map-mark farm-map-fresh' : 'farm-map-mark'}
            style={placeIn(view, x, y)}
          >
            {one.count === 1 ? (
              <Single
                row={row}
                types={types}
                level={level}
                isPicked={row[0] === picked}
                tabIndex={tabIndex}
                onPick={onPick}
              />
            ) : (
              <Several
                first={one.first}
                count={one.count}
                level={level}
                tabIndex={tabIndex}
                onOpen={open}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Tab stops at one of them; arrows go to the nearest that way. */
function moveAmong(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    event.key
  ]
  const from = document.activeElement
  if (!way || !from || !event.currentTarget.contains(from)) return
  event.preventDefault()
  event.stopPropagation()
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left + width / 2, top + height / 2] as const
  }
  const [x, y] = middle(from)
  let best: { button: HTMLElement; far: number } | null = null
  for (const button of event.currentTarget.querySelectorAll<HTMLElement>('button')) {
    const [bx, by] = middle(button)
    const along = (bx - x) * way[0]! + (by - y) * way[1]!
    const aside = Math.abs((bx - x) * way[1]!) + Math.abs((by - y) * way[0]!)
    const far = along + aside * 2
    if (along > 1 && (!best || far < best.far)) best = { button, far }
  }
  best?.button.focus()
}

interface SingleProps {
  row: MappedDevice
  types: DigitalMap['types']
  level: number
  isPicked: boolean
  tabIndex: number
  onPick: (id: number) => void
}
const Single = memo(function Single({
  row,
  types,
  level,
  isPicked,
  tabIndex,
  onPick,
}: SingleProps) {
  const marker = useMemo(() => markerOf(stoodOf(types, row), level), [types, row, level])
  return (
    <MapMark
      marker={marker}
      isOpened={isPicked}
      tabIndex={tabIndex}
      onClick={() => onPick(row[0])}
    />
  )
})

interface SeveralProps {
  first: number
  count: number
  level: number
  tabIndex: number
  onOpen: (first: number) => void
}
/** Kept while the map is moved: what it says has not changed. */
const Several = memo(function Several({ first, count, level, tabIndex, onOpen }: SeveralProps) {
  return (
    <MapMarks
      count={count}
      alarm={level > 0 ? (level as 1 | 2 | 3) : null}
      tabIndex={tabIndex}
      onClick={() => onOpen(first)}
    />
  )
})
