import { sql } from 'kysely'
import { bearingNames } from '#contract/devices/index.ts'
import type { MessageProblem } from '#contract/equipment/device-calls.ts'
import { bigints, doubles, smallints, texts, times } from '#server/db/binary.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Point } from './read-message.ts'

/** One message on its way into the database. */
export interface Incoming {
  device: number
  points: Point[]
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
/**
 * A new bucket, or what it adds to the one that is there. Late values count as if they had come in
 * time.
 */
const rollUp = (
  table: 'telemetry_hour' | 'telemetry_day',
  tenant: number,
  bucket: ReturnType<typeof sql>,
) => sql`
  insert into ${sql.table(table)} as t (tenant_id, device_id, metric, at, count, min, max, sum,
  first_at, first, last_at, last, east, north)
  select ${tenant}::bigint, device_id, metric, ${bucket}, count(*), min(value), max(value), sum(value),
    min(at), (array_agg(value order by at))[1], max(at), (array_agg(value order by at))[count(*)],
    sum(sind(value)) filter (where metric in (${bearings})), sum(cosd(value)) filter (where metric in (${bearings}))
  from fresh group by 2, 3, 4 order by 2, 3, 4
  on conflict (tenant_id, device_id, metric, at) do update set
    count = t.count + excluded.count, min = least(t.min, excluded.min), max = greatest(t.max,
    excluded.max), sum = t.sum + excluded.sum,
    east = t.east + excluded.east, north = t.north + excluded.north,
    first_at = least(t.first_at, excluded.first_at),
    first = case when excluded.first_at < t.first_at then excluded.first else t.first end,
    last_at = greatest(t.last_at, excluded.last_at),
    last = case when excluded.last_at > t.last_at then excluded.last else t.last end`

/**
 * Stores points with everything that is counted from them, in one statement of the caller's
 * transaction: a point that
 * was there already adds to nothing. Answers the messages that brought nothing new. Errors:
 * PostgreSQL's own.
 */
export async function storePoints(
  tx: Tx,
  tenant: number,
  messages: readonly Incoming[],
): Promise<ReadonlySet<Incoming>> {
  const devices: number[] = []
  const arrivals: number[] = []
  const points: Point[] = []
  for (const message of messages) {
    for (const point of message.points) {
      devices.push(message.device)
      arrivals.push(message.arrivedAt ?? message.receivedAt)
      points.push(point)
    }
  }
  if (devices.length === 0) return new Set()
  // Rows in one order everywhere, so that two processes with the same devices never wait for each
  // other in a circle.
  const stored = await row<{ count: number }>(
    tx,
    sql`${prepared}with fresh as (
      insert into telemetry (tenant_id, device_id, metric, at, value, clock, received_at)
      select ${tenant}::bigint, device_id, metric, at, value, clock, received_at
      from unnest(${bigints(devices)}::bigint[],
      ${texts(points.map(({ metric }) => metric))}::text[], ${times(points.map(({ at }) => at))}::timestamptz[],
        ${doubles(points.map(({ value }) => value))}::float8[],
          ${smallints(points.map(({ clock }) => clock))}::smallint[],
          ${times(arrivals)}::timestamptz[]) as given (device_id, metric, at, value, clock, received_at)
      order by 2, 3, 4
      on conflict do nothing returning device_id, metric, at, value, clock
    ), hours as (${rollUp('telemetry_hour', tenant, sql`date_trunc('hour', at)`)}),
    days as (${rollUp(
      'telemetry_day',
      tenant,
      sql`date_trunc('day', at, (select time_zone
    from tenant where id = ${tenant}::bigint))`,
    )}),
    latest as (
      insert into device_latest as l (tenant_id, device_id, metric, at, value, clock)
      select distinct on (device_id, metric) ${tenant}::bigint, device_id, metric, at, value, clock
      from fresh order by device_id, metric, at desc
      on conflict (tenant_id, device_id, metric) do update
      set at = excluded.at, value = excluded.value, clock = excluded.clock where l.at < excluded.at
    ) select count(*) from fresh`,
  )
  return stored!.count === points.length ? new Set() : repeatedOf(tx, tenant, messages)
}

const pointKey = (device: number, { metric, at }: Point) => `${device} ${metric} ${at}`
/** Messages all of whose points came in an earlier transaction, or earlier in this one. */
async function repeatedOf(
  tx: Tx,
  tenant: number,
  messages: readonly Incoming[],
): Promise<Set<Incoming>> {
  const all = messages.flatMap(({ device, points }) => points.map((point) => ({ device, point })))
  const found = await rows<{ n: number }>(
    tx,
    sql`select given.n from unnest(${bigints(all.map(({ device }) => device))}::bigint[],
      ${texts(all.map(({ point }) => point.metric))}::text[],
      ${times(all.map(({ point }) => point.at))}::timestamptz[]) with ordinality as given (device_id, metric, at, n)
    join telemetry t on t.tenant_id = ${tenant}::bigint and t.device_id = given.device_id
    and t.metric = given.metric and t.at = given.at where t.xmin <> pg_current_xact_id()::xid`,
  )
  const seen = new Set(found.map(({ n }) => pointKey(all[n - 1]!.device, all[n - 1]!.point)))
  const repeated = new Set<Incoming>()
  for (const message of messages) {
    const keys = message.points.map((point) => pointKey(message.device, point))
    if (keys.length > 0 && keys.every((key) => seen.has(key))) repeated.add(message)
    for (const key of keys) seen.add(key)
  }
  return repeated
}
