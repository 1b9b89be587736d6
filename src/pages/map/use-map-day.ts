import { useMemo } from 'react'
import { mapDay, type PlotDay } from '#contract/map/day.ts'
import type { DigitalMap } from '#contract/map/map.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { needsDay, type MapPlace } from './map-place.ts'

const stillMs = 300_000
const noDays: ReadonlyMap<number, PlotDay> = new Map()

/** What plots are by their day, where the map is looked at on one or coloured by what days tell. */
export function useMapDay(base: number | null, { on, by }: MapPlace, data: DigitalMap) {
  const asked =
    on !== null || needsDay.has(by)
      ? { ...(base !== null && { base }), ...(on !== null && { on }) }
      : null
  const { data: told } = useCall(mapDay, asked, {
    staleTime: stillMs,
    placeholderData: (before) => before,
  })
  const found = asked === null ? undefined : told
  return useMemo(() => {
    if (!found) return { data, days: noDays }
    const days = new Map(found.plots.map((one) => [one.id, one]))
    return { data: on === null ? data : asOn(data, days), days }
  }, [data, found, on])
}
/** Plots as they were on a day, or are to be. */
const asOn = (data: DigitalMap, days: ReadonlyMap<number, PlotDay>): DigitalMap => ({
  ...data,
  plots: data.plots.map((plot) => {
    const day = days.get(plot.id)
    return day
      ? {
          ...plot,
          batch: day.batch,
          lock: day.lock,
          moisture: day.moisture,
          moistureAt: null,
        }
      : plot
  }),
})
