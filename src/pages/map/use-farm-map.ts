import { useCallback, useMemo } from 'react'
import { deviceTypeNames } from '#contract/devices/index.ts'
import type { Position } from '#contract/ground.ts'
import type { PlotDay } from '#contract/map/day.ts'
import type { AlarmedDevice, DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { project } from '#contract/map/projection.ts'
import { coloursOf } from './colours.ts'
import type { MapPlace } from './map-place.ts'
import { levelsOf, pointsOf, stoodOf } from './stood.ts'

interface Given {
  data: DigitalMap
  rows: readonly MappedDevice[]
  alarms: readonly AlarmedDevice[] | null
  place: MapPlace
  /** What plots are by their day, where that was asked for. */
  days?: ReadonlyMap<number, PlotDay>
  /** Devices that go about. */
  moving?: ReadonlySet<number>
}
const noAlarms: readonly AlarmedDevice[] = []
const nobody: ReadonlySet<number> = new Set()
const noDays: ReadonlyMap<number, PlotDay> = new Map()

/** What is drawn of a map's data, as its place says. */
export function useFarmMap({ data, rows, alarms, days = noDays, moving = nobody, place }: Given) {
  const { by, on, off, ground } = place
  const { bases, plots, crops, types, sources } = data
  const source = ground > 0 ? sources[ground - 1] : undefined
  const projection = source?.projection ?? 'wgs84'
  const shownAt = useCallback((at: Position) => project(projection, at), [projection])
  const levels = useMemo(() => levelsOf(alarms ?? noAlarms, rows), [alarms, rows])
  const hidden = useMemo(() => new Set(off), [off])
  const points = useMemo(
    () =>
      pointsOf({
        types,
        rows,
        levels: levels.byDevice,
        fresh: levels.fresh,
        hidden,
        moving,
        project: shownAt,
      }),
    [types, rows, levels, hidden, moving, shownAt],
  )
  const isHidden = useCallback((type: number) => hidden.has(types[type] ?? ''), [hidden, types])
  const basesById = useMemo(() => new Map(bases.map((one) => [one.id, one])), [bases])
  const { colours, legend } = useMemo(
    () =>
      coloursOf(by, plots, {
        bases: basesById,
        levels:
          on === null ? levels.byPlot : new Map([...days].map(([id, day]) => [id, day.level])),
        days,
        crops,
      }),
    [by, on, plots, basesById, levels, days, crops],
  )
  const counts = useMemo(() => {
    const all = new Map<number, number>()
    for (const row of rows) all.set(row[1], (all.get(row[1]) ?? 0) + 1)
    return new Map(
      deviceTypeNames.flatMap((name) => {
        const count = all.get(types.indexOf(name))
        return count ? [[name, count] as const] : []
      }),
    )
  }, [rows, types])
  const devicesOn = useCallback(
    (of: 'areaId' | 'landId', id: number) =>
      rows.filter((row) => row[of === 'areaId' ? 2 : 3] === id).map((row) => stoodOf(types, row)),
    [rows, types],
  )
  return {
    source,
    projection,
    shownAt,
    levels,
    hidden,
    isHidden,
    points,
    basesById,
    colours,
    legend,
    counts,
    devicesOn,
  }
}
export type FarmMap = ReturnType<typeof useFarmMap>
