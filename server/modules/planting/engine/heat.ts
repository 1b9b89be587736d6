import { sql } from 'kysely'
import { dayAfter, type Warmth } from '#contract/planting/stages.ts'
import { rows, type Tx } from '#server/db/database.ts'

/** Days of warmth by which those that nobody measured are reckoned. */
const lastDays = 10
const longest = 730

/** The day on which so much warmth has come together since planting; null: nobody can say. */
type HeatDay = (units: number) => string | null

export interface HeatAsked {
  areaId: number
  plantedOn: string
  /** Degrees at which a crop begins to grow, and above which it grows no faster. */
  base: number | null
  upper: number | null
}
interface Measured {
  day: string
  warmth: number
}

/** Warmth of each day that the base's own devices measured in the air, from shortly before planting on. */
async function measuredOn(
  tx: Tx,
  { areaId, plantedOn, base, upper }: HeatAsked,
): Promise<Measured[]> {
  if (base === null) return []
  return rows<Measured>(
    tx,
    sql`select (m.at at time zone n.time_zone)::date as day,
        avg(greatest(0, (least(m.min, ${upper ?? 99}::float8) + least(m.max, ${upper ?? 99}::float8)) / 2 - ${base}::float8))::float8 as warmth
      from telemetry_day m join tenant n on n.id = m.tenant_id
      join device d on d.tenant_id = m.tenant_id and d.id = m.device_id
      where d.area_id = ${areaId} and d.enabled_flag = 1
        and m.metric = 'airTemperature' and m.at + interval '24 hours' <= now()
        and m.at >= least(${plantedOn}::date, current_date) - ${lastDays + 1}::int
      group by 1 order by 1`,
  )
}

const mean = (some: readonly Measured[]) =>
  some.reduce((sum, { warmth }) => sum + warmth, 0) / (some.length || 1)

/**
 * What was measured, and for days on which nothing was, what the ten days brought that were
 * measured last before; at the beginning, those that were measured first. So a station that falls
 * silent moves nothing, and nothing jumps when it speaks again. null: nothing was measured at all.
 */
export function warmthOf(measured: readonly Measured[], today: string): Warmth | null {
  if (measured.length === 0) return null
  const known = new Map(measured.map(({ day, warmth }) => [day, warmth]))
  return {
    today,
    usual: mean(measured.slice(-lastDays)),
    on(day) {
      const warmth = known.get(day)
      if (warmth !== undefined) return { warmth, isMeasured: true }
      const before = measured.findLastIndex((one) => one.day < day) + 1
      const beside =
        before > 0
          ? measured.slice(Math.max(0, before - lastDays), before)
          : measured.slice(0, lastDays)
      return { warmth: mean(beside), isMeasured: false }
    },
  }
}

/**
 * Warmth as the base's own devices measured it in the air, day by day. null: it measures none, or
 * the crop has no base temperature.
 */
export const warmthSince = async (tx: Tx, asked: HeatAsked, today: string) =>
  warmthOf(await measuredOn(tx, asked), today)

/** As `warmthSince`, asked for the day on which so much has come together. */
export const heatDays = async (tx: Tx, asked: HeatAsked): Promise<HeatDay> =>
  reachedOn(await measuredOn(tx, asked), asked.plantedOn)

/** As `heatDays`, from what was measured in the order of days; days to come are as the last ones were. */
export function reachedOn(measured: readonly Measured[], plantedOn: string): HeatDay {
  const last = measured.at(-1)
  const warmth = last ? warmthOf(measured, dayAfter(last.day, 1))! : null
  if (!warmth || warmth.usual <= 0) return () => null
  return (units) => {
    let sum = 0
    for (let ahead = 0; ahead < longest; ahead++) {
      const day = dayAfter(plantedOn, ahead)
      sum += warmth.on(day).warmth
      if (sum >= units) return day
    }
    return null
  }
}
