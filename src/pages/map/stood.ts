import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { Position } from '#contract/field.ts'
import type { AlarmedDevice, DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { worldOf } from '#src/lib/mercator.ts'
import type { Points } from './clusters.ts'

/** A device as the map knows it. */
export interface Stood {
  id: number
  name: string
  deviceType: DeviceTypeName
  areaId: number
  /** 0: none. */
  landId: number
  at: Position
  by: MappedDevice[6]
  online: 0 | 1
  value: number | null
}
export const stoodOf = (types: DigitalMap['types'], row: MappedDevice): Stood => {
  const [id, type, areaId, landId, lng, lat, by, online, value, name] = row
  return { id, name, deviceType: types[type]!, areaId, landId, at: [lng, lat], by, online, value }
}

/** Rows with those that have changed in their place; what is new comes last. */
export function patched(
  rows: readonly MappedDevice[],
  changes: ReadonlyMap<number, MappedDevice>,
): readonly MappedDevice[] {
  if (changes.size === 0) return rows
  const left = new Map(changes)
  const next = rows.map((row) => {
    const change = left.get(row[0])
    if (change) left.delete(row[0])
    return change ?? row
  })
  return [...next, ...left.values()]
}

interface PointsOf {
  types: DigitalMap['types']
  rows: readonly MappedDevice[]
  levels: ReadonlyMap<number, number>
  /** Devices with alarms that nobody has acknowledged. */
  fresh: ReadonlySet<number>
  hidden: ReadonlySet<string>
  /** Drawn by a layer of their own. */
  moving: ReadonlySet<number>
  project: (at: Position) => Position
}
/** Rows as points that are counted with: where they are drawn, whether they are, how bad it is. */
export function pointsOf({
  types,
  rows,
  levels,
  fresh,
  hidden,
  moving,
  project,
}: PointsOf): Points {
  const { length } = rows
  const points: Points = {
    x: new Float64Array(length),
    y: new Float64Array(length),
    level: new Uint8Array(length),
    fresh: new Uint8Array(length),
    shown: new Uint8Array(length),
    length,
  }
  const isHidden = types.map((type) => hidden.has(type))
  rows.forEach((row, i) => {
    const [x, y] = worldOf(project([row[4], row[5]]))
    points.x[i] = x
    points.y[i] = y
    points.level[i] = levels.get(row[0]) ?? 0
    points.fresh[i] = fresh.has(row[0]) ? 1 : 0
    points.shown[i] = isHidden[row[1]] || moving.has(row[0]) ? 0 : 1
  })
  return points
}

/** Worst open alarm by device and by the plot that it stands on, and whose nobody has acknowledged. */
export function levelsOf(alarms: readonly AlarmedDevice[], rows: readonly MappedDevice[]) {
  const byDevice = new Map(alarms.map(([id, level]) => [id, level as number]))
  const byPlot = new Map<number, number>()
  if (byDevice.size > 0)
    for (const row of rows) {
      const level = byDevice.get(row[0])
      if (level && row[3]) byPlot.set(row[3], Math.max(byPlot.get(row[3]) ?? 0, level))
    }
  const fresh = new Set(alarms.flatMap(([id, , , unseen]) => (unseen > 0 ? [id] : [])))
  return { byDevice, byPlot, fresh }
}
