import { sql } from 'kysely'
import { dayAfter } from '#contract/planting/stages.ts'
import { rows, type Tx } from '#server/db/database.ts'

/** Days of warmth by which those that have not come are reckoned. */
const lastDays = 10
const longest = 730

/** The day on which so much warmth has come together since planting; null: nobody can say. */
export type HeatDay = (units: number) => string | null

interface HeatAsked {
  areaId: number
  plantedOn: string
  /** Degrees at which a crop begins to grow, and above which it grows no faster. */
  base: number | null
  upper: number | null
}

/**
 * Warmth as the base's own devices measured it in the air, day by day; days to come are as the last
 * ones were. A base that measures none, or a crop without a base temperature, says nothing.
 */
export async function heatDays(
  tx: Tx,
  { areaId, plantedOn, base, upper }: HeatAsked,
): Promise<HeatDay> {
  if (base === null) return () => null
  const measured = await rows<{ day: string; warmth: number }>(
    tx,
    sql`select (m.at at time zone n.time_zone)::date as day,
        avg(greatest(0, (least(m.min, ${upper ?? 99}::float8) + least(m.max, ${upper ?? 99}::float8)) / 2 - ${base}::float8))::float8 as warmth
      from telemetry_day m join tenant n on n.id = m.tenant_id
      join device d on d.tenant_id = m.tenant_id and d.id = m.device_id
      where d.area_id = ${areaId} and d.enabled_flag = 1
        and m.metric = 'airTemperature' and m.at + interval '24 hours' <= now()
        and m.at >= least(${plantedOn}::date, current_date - ${lastDays}::int) - interval '1 day'
      group by 1 order by 1`,
  )
  return reachedOn(measured, plantedOn)
}

/** As `heatDays`, from what was measured in the order of days. */
export function reachedOn(
  measured: readonly { day: string; warmth: number }[],
  plantedOn: string,
): HeatDay {
  const last = measured.slice(-lastDays)
  const usual = last.reduce((sum, { warmth }) => sum + warmth, 0) / (last.length || 1)
  if (usual <= 0) return () => null
  const known = new Map(measured.map(({ day, warmth }) => [day, warmth]))
  return (units) => {
    let sum = 0
    for (let ahead = 0; ahead < longest; ahead++) {
      const day = dayAfter(plantedOn, ahead)
      sum += known.get(day) ?? usual
      if (sum >= units) return day
    }
    return null
  }
}
