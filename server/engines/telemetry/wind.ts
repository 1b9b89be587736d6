import { sql } from 'kysely'
import { compass, eighthOf, windClasses } from '#contract/devices/wind.ts'
import type { WindRose } from '#contract/equipment/history-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'

const mostDays = 92

/** How often the wind of a station blew from where, and how hard, from `from` to `to` (ISO 8601). */
export async function windOf(tx: Tx, device: number, from: string, to: string): Promise<WindRose> {
  const classes = sql`width_bucket(s.value, ${[...windClasses]}::float8[])`
  const found = await rows<{ degrees: number; class: number; count: number }>(tx, sql`
    select round(d.value)::int as degrees, ${classes} as class, count(*)::int as count
    from telemetry d join telemetry s on s.tenant_id = d.tenant_id and s.device_id = d.device_id and s.metric = 'windSpeed' and s.at = d.at
    where d.device_id = ${device} and d.metric = 'windDirection' and d.at < ${to}::timestamptz and d.at >= greatest(${from}::timestamptz, ${to}::timestamptz - make_interval(days => ${mostDays}))
    group by 1, 2`)
  const eighths = compass.map(() => windClasses.map(() => 0))
  let total = 0
  let calm = 0
  for (const { degrees, class: strength, count } of found) {
    const eighth = eighthOf(degrees)
    if (eighth === null) continue
    total += count
    // Class 0 is below the first bound.
    if (strength === 0) calm += count
    else eighths[eighth]![strength - 1]! += count
  }
  return { total, calm, eighths }
}
