import { sql } from 'kysely'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import type { Counted } from './figures.ts'

const hourMs = 3_600_000

/**
 * What is counted: channels of a device over a span (ISO 8601), and for how long one of its values
 * holds at most, in seconds.
 */
export interface Measured {
  device: number
  metrics: readonly string[]
  from: string
  to: string
  holdSeconds: number
  timeZone: string
}
/** A number of milliseconds, counted from 1970 on, or days of the tenant's clock. */
export type Step = number | 'day'

/**
 * Where the bucket of a time begins, those that a value lies in until `until`, and where one ends.
 */
const startOf = (step: Step, at: Sql, zone: string): Sql =>
  step === 'day'
    ? sql`date_trunc('day', ${at}, ${zone})`
    : sql`date_bin(make_interval(secs => ${step / 1000}), ${at}, 'epoch'::timestamptz)`
const endOf = (step: Step, start: Sql, zone: string): Sql =>
  step === 'day'
    ? sql`((${start} at time zone ${zone}) + interval '1 day') at time zone ${zone}`
    : sql`${start} + make_interval(secs => ${step / 1000})`
const through = (step: Step, at: Sql, until: Sql, zone: string): Sql =>
  step === 'day'
    ? sql`(select local at time zone ${zone} as bucket from generate_series(date_trunc('day',
      ${at} at time zone ${zone}), ${until} at time zone ${zone}, interval '1 day') local)`
    : sql`generate_series(${startOf(step, at, zone)}, ${until}, make_interval(secs => ${step / 1000}))`

/**
 * Buckets of the values themselves: each value holds until the next, for so long at most, across
 * the buckets that lie
 * between. A bucket without a value of its own has `count` 0 and belongs to the mean of the whole
 * alone.
 */
export const countValues = (
  tx: Tx,
  { device, metrics, from, to, holdSeconds, timeZone }: Measured,
  step: Step,
): Promise<Counted[]> =>
  rows<Counted>(
    tx,
    sql`
  with given as (
    select metric, at, value, lag(value) over w as before,
      least(lead(at) over w, at + make_interval(secs => ${holdSeconds}), ${to}::timestamptz,
      greatest(now(), at + interval '1 second')) as until
    from telemetry where device_id = ${device} and metric = any(${metrics}::text[])
    and at >= ${from}::timestamptz and at < ${to}::timestamptz
    window w as (partition by metric order by at)
  ), pieces as (
    select g.*, b.bucket, g.at >= b.bucket as own, extract(epoch
    from least(g.until, ${endOf(step, sql`b.bucket`, timeZone)}) - greatest(g.at, b.bucket))::float8 as held
    from given g cross join lateral ${through(step, sql`g.at`, sql`g.until`, timeZone)} b (bucket)
    where b.bucket < g.until
  )
  select metric, bucket as at, (count(*) filter (where own))::int as count, sum(held) as held,
  sum(value * held) as area,
    min(value) filter (where own) as min, max(value) filter (where own) as max,
    sum(value) filter (where own) as sum, sum(sind(value) * held) as east, sum(cosd(value) * held) as north,
    coalesce(sum(case when value < before then value else value - before end) filter (where own
    and before is not null), 0) as grown,
    max(value) filter (where own and before is null) as first, (array_agg(value
    order by at desc) filter (where own))[1] as last
  from pieces group by 1, 2 order by 2`,
  )

/**
 * What a meter counted on within an hour or a day. Where that was not counted, of one that it was
 * set back in: up to its highest, and from 0 on to where it stood last.
 */
export const grownWithin = (of: Sql): Sql => sql`coalesce(${of}.grown,
  case when ${of}.last >= ${of}.first and ${of}.min >= ${of}.first and ${of}.max <= ${of}.last
    then ${of}.last - ${of}.first else ${of}.max - ${of}.first + ${of}.last end)`

/**
 * Buckets that ingest counted. Every one counts of which any part lies within; one that was not
 * full counts for so much less.
 */
export const countRolled = (
  tx: Tx,
  { device, metrics, from, to, holdSeconds }: Measured,
  table: 'telemetry_hour' | 'telemetry_day',
): Promise<Counted[]> => {
  const length = table === 'telemetry_hour' ? hourMs / 1000 : (24 * hourMs) / 1000
  const held = heldIn(sql.table(table), length, holdSeconds)
  return rows<Counted>(
    tx,
    sql`select metric, at, count, ${held} as held, sum / count * ${held} as area, min, max, sum,
      east / count * ${held} as east, north / count * ${held} as north,
      ${grownWithin(sql.table(table))} as grown, first, last
    from ${sql.table(table)} where device_id = ${device} and metric = any(${metrics}::text[])
    and at < ${to}::timestamptz and at > ${from}::timestamptz - make_interval(secs => ${length}) order by at`,
  )
}

/** How long an hour or a day was heard, in seconds: each value holds for so long at most. */
export const heldIn = (of: Sql, length: number, holdSeconds: Sql | number): Sql =>
  sql`least(${length}::float8, extract(epoch from ${of}.last_at - ${of}.first_at)::float8 + ${holdSeconds}::float8)`
/**
 * What a curve knows of a row of days: `area`, its mean times `held`. Each hour weighs by the time
 * that it was heard; `count` is less than the day's own where hours are gone.
 */
export const hoursOfDay = (day: Sql, timeZone: Sql, holdSeconds: Sql | number): Sql =>
  sql`select sum(h.count) as count, sum(h.sum / h.count * h.held) as area, sum(h.held) as held
    from (select o.sum, o.count, ${heldIn(sql`o`, hourMs / 1000, holdSeconds)} as held
      from telemetry_hour o where o.device_id = ${day}.device_id and o.metric = ${day}.metric
        and o.at >= ${day}.at
        and o.at < ((${day}.at at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone}) h`
/**
 * The mean of a day `d` as its curve has it: each hour weighs by the time that it was heard. Null
 * where hours are gone.
 */
export const overHours = (timeZone: string, holdSeconds: number) =>
  sql`(select case when w.count >= d.count then w.area / w.held end
    from (${hoursOfDay(sql`d`, sql`${timeZone}`, holdSeconds)}) w)`
