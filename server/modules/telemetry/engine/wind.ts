import { sql } from 'kysely'
import { compass, eighthOf, windClasses } from '#contract/devices/wind.ts'
import type { WindRose } from '#contract/telemetry/history-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'

const mostDays = 92

/**
 * For how long the wind of a station blew from where, and how hard, as each report holds until the
 * next (two periods at most), from `from` to `to` (ISO 8601).
 */
export async function windOf(tx: Tx, device: number, from: string, to: string): Promise<WindRose> {
  const classes = sql`width_bucket(speed, ${[...windClasses]}::float8[])`
  const found = await rows<{ degrees: number; class: number; held: number }>(
    tx,
    sql`
    with winds as (
      select d.at, d.value as degrees, s.value as speed from telemetry d
      join telemetry s on s.tenant_id = d.tenant_id and s.device_id = d.device_id
      and s.metric = 'windSpeed' and s.at = d.at
      where d.device_id = ${device} and d.metric = 'windDirection' and d.at < ${to}::timestamptz
      and d.at >= greatest(${from}::timestamptz, ${to}::timestamptz - make_interval(days => ${mostDays}))
    ), given as (
      select degrees, speed, extract(epoch from least(lead(at) over (order by at),
      at + (select report_minutes from device where id = ${device}) * interval '2 minutes',
      ${to}::timestamptz, greatest(now(), at + interval '1 second')) - at)::float8 as held from winds
    ) select round(degrees)::int as degrees, ${classes} as class, sum(held) as held from given group by 1, 2`,
  )
  const eighths = compass.map(() => windClasses.map(() => 0))
  let total = 0
  let calm = 0
  for (const { degrees, class: strength, held } of found) {
    const eighth = eighthOf(degrees)
    if (eighth === null) continue
    total += held
    // Class 0 is below the first bound.
    if (strength === 0) calm += held
    else eighths[eighth]![strength - 1]! += held
  }
  return { total, calm, eighths }
}
