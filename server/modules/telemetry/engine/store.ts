import { sql } from 'kysely'
import { bearingNames, counterNames } from '#contract/devices/index.ts'
import type { MessageProblem } from '#contract/equipment/device-calls.ts'
import { bigints, doubles, integers, smallints, texts, times } from '#server/db/binary.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Moment, Point } from './read-message.ts'
import { recountMeters } from './meters.ts'
import { byMoment, countOf, inOrder, reportsOf, Report } from './reports.ts'
import { Tally } from './tally.ts'

/** One message on its way into the database. */
export interface Incoming {
  device: number
  points: readonly Point[]
  /** The same as it was read, where it was read moment by moment. */
  moments?: readonly Moment[]
  problems: MessageProblem[]
  bytes: number
  /** Its beginning, for the raw log. */
  text: string
  /** When it came, in ms. */
  receivedAt: number
  /**
   * The same to the microsecond (`arrival`), of what came over a connection that orders leave by.
   */
  arrivedAt?: number
}

/**
 * Of directions the mean is that of their vectors, as sums of sines and cosines (docs/devices.md).
 */
const bearings = sql.join(bearingNames.map((name) => sql.lit(name)))
/** Of meters it is what they counted on within the bucket, value by value. */
const counters = sql.join(counterNames.map((name) => sql.lit(name)))
/**
 * A new bucket, or what it adds to the one that is there. Late values count as if they had come in
 * time.
 */
const rollUp = (table: 'telemetry_hour' | 'telemetry_day', tenant: number, bucket: Sql) => sql`
  insert into ${sql.table(table)} as t (tenant_id, device_id, metric, at, count, min, max, sum,
  first_at, first, last_at, last, east, north, grown)
  select ${tenant}::bigint, device_id, metric, ${bucket}, sum(count), min(min), max(max), sum(sum),
    min(first_at), (array_agg(first order by first_at))[1], max(last_at), (array_agg(last order by last_at desc))[1],
    sum(east) filter (where metric in (${bearings})), sum(north) filter (where metric in (${bearings})),
    max(counted_to) filter (where metric in (${counters})) - min(counted_from) filter (where metric in (${counters}))
  from tally group by 2, 3, 4 order by 2, 3, 4
  on conflict (tenant_id, device_id, metric, at) do update set
    count = t.count + excluded.count, min = least(t.min, excluded.min), max = greatest(t.max,
    excluded.max), sum = t.sum + excluded.sum,
    east = t.east + excluded.east, north = t.north + excluded.north,
    -- What lies among those that were there is worked out from the values (meters.ts).
    grown = case when excluded.first_at > t.last_at
        then t.grown + excluded.grown + case when excluded.first < t.last then excluded.first else excluded.first - t.last end
      when excluded.last_at < t.first_at
        then t.grown + excluded.grown + case when t.first < excluded.last then t.first else t.first - excluded.last end end,
    first_at = least(t.first_at, excluded.first_at),
    first = case when excluded.first_at < t.first_at then excluded.first else t.first end,
    last_at = greatest(t.last_at, excluded.last_at),
    last = case when excluded.last_at > t.last_at then excluded.last else t.last end`

/** What is counted of reports that are all new, as statements before the last of a `with`. */
function counted(tenant: number, reports: readonly Report[], condition: Sql): Sql {
  const tally = new Tally()
  for (const report of reports) tally.add(report)
  return sql`tally as (
      select * from unnest(${bigints(tally.devices)}::bigint[], ${texts(tally.metrics)}::text[],
        ${integers(tally.counts)}::int[], ${doubles(tally.lows)}::float8[], ${doubles(tally.highs)}::float8[],
        ${doubles(tally.sums)}::float8[], ${times(tally.firstAts)}::timestamptz[], ${doubles(tally.firsts)}::float8[],
        ${times(tally.lastAts)}::timestamptz[], ${doubles(tally.lasts)}::float8[], ${smallints(tally.clocks)}::smallint[],
        ${doubles(tally.easts)}::float8[], ${doubles(tally.norths)}::float8[],
        ${doubles(tally.froms)}::float8[], ${doubles(tally.tos)}::float8[])
        as given (device_id, metric, count, min, max, sum, first_at, first, last_at, last, clock, east, north,
          counted_from, counted_to)
      where ${condition}
    ), hours as (${rollUp('telemetry_hour', tenant, sql`date_trunc('hour', first_at)`)}),
    days as (${rollUp(
      'telemetry_day',
      tenant,
      sql`date_trunc('day', first_at, (select time_zone from tenant where id = ${tenant}::bigint))`,
    )}),
    latest as (
      insert into device_latest as l (tenant_id, device_id, metric, at, value, clock)
      select distinct on (device_id, metric) ${tenant}::bigint, device_id, metric, last_at, last, clock
      from tally order by device_id, metric, last_at desc
      on conflict (tenant_id, device_id, metric) do update
      set at = excluded.at, value = excluded.value, clock = excluded.clock where l.at < excluded.at
    )`
}

/** A device and a moment, as `Report.key` has them. */
const key = sql`device_id || ' ' || ((extract(epoch from at) - 946684800) * 1000000)::bigint`

/**
 * Writes reports down, and what is counted of them if all of them were new. Answers the keys of
 * those that were; null: all.
 */
async function insert(
  tx: Tx,
  tenant: number,
  reports: readonly Report[],
): Promise<ReadonlySet<string> | null> {
  // The same channels come again and again: each list of them goes once, and is cut out of all.
  const places = new Map<readonly string[], { begins: number; ends: number }>()
  const names: string[] = []
  const all: number[] = []
  const cuts = { from: [] as number[], to: [] as number[], begins: [] as number[] }
  for (const { metrics, values } of reports) {
    let place = places.get(metrics)
    if (!place) {
      place = { begins: names.length + 1, ends: names.push(...metrics) }
      places.set(metrics, place)
    }
    cuts.from.push(place.begins)
    cuts.to.push(place.ends)
    cuts.begins.push(all.length + 1)
    for (const value of values) all.push(value)
  }
  const count = sql`(select count(*) from fresh)`
  const found = (await row<{ count: number; keys: string[] | null }>(
    tx,
    sql`${prepared}with fresh as (
      insert into telemetry_report (tenant_id, device_id, at, received_at, part, clock, metrics, measured)
      select ${tenant}::bigint, device_id, at, received_at, part, clock,
        (${texts(names)}::text[])[names_from:names_to], (${doubles(all)}::float8[])[begins:begins + names_to - names_from]
      from unnest(${bigints(reports.map(({ device }) => device))}::bigint[],
        ${times(reports.map(({ at }) => at))}::timestamptz[], ${times(reports.map(({ arrivedAt }) => arrivedAt))}::timestamptz[],
        ${smallints(reports.map(({ part }) => part))}::smallint[], ${smallints(reports.map(({ clock }) => clock))}::smallint[],
        ${integers(cuts.from)}::int[], ${integers(cuts.to)}::int[], ${integers(cuts.begins)}::int[])
        as given (device_id, at, received_at, part, clock, names_from, names_to, begins)
      on conflict do nothing returning device_id, at
    ), ${counted(tenant, reports, sql`${count} = ${reports.length}::int`)}
    select ${count} as count, (select array_agg(${key}) from fresh where ${count} < ${reports.length}::int) as keys`,
  ))!
  return found.count === reports.length ? null : new Set(found.keys)
}

interface Held {
  key: string
  part: number
  metrics: string[]
}
/** What is known already of the moments of reports, by their key. */
async function heldOf(
  tx: Tx,
  tenant: number,
  reports: readonly Report[],
): Promise<Map<string, Held>> {
  const found = await rows<Held>(
    tx,
    sql`select ${key} as key, max(part) as part, array_agg(metric) as metrics
      from (select distinct * from unnest(${bigints(reports.map(({ device }) => device))}::bigint[],
        ${times(reports.map(({ at }) => at))}::timestamptz[]) as given (device_id, at)) g
      join telemetry_report r using (device_id, at) cross join unnest(r.metrics) as metric
      where r.tenant_id = ${tenant}::bigint group by device_id, at`,
  )
  return new Map(found.map((held) => [held.key, held]))
}
/** What reports say beyond what is known, each of them as a further part of its moment. */
async function beyond(tx: Tx, tenant: number, reports: readonly Report[]): Promise<Report[]> {
  const held = await heldOf(tx, tenant, reports)
  return reports.flatMap((report) => {
    const known = held.get(report.key)
    if (!known) return report
    const { message, at, clock, metrics, values } = report
    const isNew = (_: unknown, i: number) => !known.metrics.includes(metrics[i]!)
    const more = { at, clock, metrics: metrics.filter(isNew), values: values.filter(isNew) }
    return more.metrics.length > 0 ? new Report(message, more, known.part + 1) : []
  })
}

/**
 * Stores points with everything that is counted from them, in the caller's transaction: a point
 * that was there already adds to nothing. Answers the messages that brought nothing new. Errors:
 * PostgreSQL's own.
 */
export async function storePoints(
  tx: Tx,
  tenant: number,
  messages: readonly Incoming[],
): Promise<ReadonlySet<Incoming>> {
  const given = reportsOf(messages)
  const stored = new Set<Incoming>()
  const uncounted: Report[] = []
  for (let open = given; open.length > 0;) {
    // Of several about one moment the next looks first at what those before it said.
    const { first, later } = byMoment(open)
    const keys = await insert(tx, tenant, first)
    if (keys === null && later.length === 0 && first === given) {
      await recountMeters(tx, tenant, messages)
      return new Set()
    }
    const fresh = keys === null ? first : first.filter((report) => keys.has(report.key))
    for (const { message } of fresh) stored.add(message)
    if (keys !== null) uncounted.push(...fresh)
    const rest = keys === null ? later : [...first.filter((one) => !keys.has(one.key)), ...later]
    open = rest.length > 0 ? await beyond(tx, tenant, rest.toSorted(inOrder)) : []
  }
  if (uncounted.length > 0)
    await sql`with ${counted(tenant, uncounted.toSorted(inOrder), sql`true`)} select 1`.execute(tx)
  await recountMeters(tx, tenant, stored)
  return new Set(messages.filter((one) => countOf(one) > 0 && !stored.has(one)))
}
