import { sql } from 'kysely'
import { counterNames } from '#contract/devices/index.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { bigints, texts, times } from '#server/db/binary.ts'
import type { Incoming } from './store.ts'

const hourMs = 3_600_000
const counters: ReadonlySet<string> = new Set(counterNames)

const knownMeters = new WeakMap<readonly string[], readonly string[]>()
/** Which of some channels are meters; looked for once in a list that thousands of messages have. */
function metersAmong(metrics: readonly string[]): readonly string[] {
  let meters = knownMeters.get(metrics)
  if (!meters) {
    meters = metrics.filter((metric) => counters.has(metric))
    knownMeters.set(metrics, meters)
  }
  return meters
}
/** The meters that messages speak of, and from when to when. */
function metersOf(messages: Iterable<Incoming>) {
  const spans = new Map<string, { device: number; metric: string; from: number; to: number }>()
  const note = (device: number, metric: string, at: number) => {
    const hour = Math.floor(at / hourMs) * hourMs
    const known = spans.get(`${device} ${metric}`)
    if (!known) spans.set(`${device} ${metric}`, { device, metric, from: hour, to: hour })
    else if (hour < known.from) known.from = hour
    else if (hour > known.to) known.to = hour
  }
  for (const message of messages) {
    const { device, moments } = message
    if (moments)
      for (const { at, metrics } of moments)
        for (const metric of metersAmong(metrics)) note(device, metric, at)
    else
      for (const { at, metric } of message.points)
        if (counters.has(metric)) note(device, metric, at)
  }
  return [...spans.values()]
}

const counted = sql`select count(*) as count,
  sum(case when before is null then 0 when value < before then value else value - before end) as grown`
/**
 * Works out anew what meters counted within hours and days into whose midst a value came late, as
 * far as all their values are still there.
 */
export async function recountMeters(
  tx: Tx,
  tenant: number,
  messages: Iterable<Incoming>,
): Promise<void> {
  const meters = metersOf(messages)
  if (meters.length === 0) return
  const touched = sql`unnest(${bigints(meters.map(({ device }) => device))}::bigint[],
    ${texts(meters.map(({ metric }) => metric))}::text[], ${times(meters.map(({ from }) => from))}::timestamptz[],
    ${times(meters.map(({ to }) => to))}::timestamptz[]) as g (device_id, metric, from_at, to_at)`
  await sql`${prepared}with hours as (
      update telemetry_hour h set grown = v.grown from ${touched} cross join lateral (
        select o.at, c.* from telemetry_hour o cross join lateral (${counted}
          from (select t.value, lag(t.value) over (order by t.at) as before from telemetry t
            where t.tenant_id = o.tenant_id and t.device_id = o.device_id and t.metric = o.metric
              and t.at >= o.at and t.at < o.at + interval '1 hour') t) c
        where o.tenant_id = ${tenant}::bigint and o.device_id = g.device_id and o.metric = g.metric
          and o.at >= g.from_at and o.at <= g.to_at and o.grown is null and c.count >= o.count) v
      where h.tenant_id = ${tenant}::bigint and h.device_id = g.device_id and h.metric = g.metric and h.at = v.at)
    update telemetry_day d set grown = v.grown from ${touched} cross join lateral (
      select o.at, c.* from telemetry_day o join tenant n on n.id = o.tenant_id cross join lateral (${counted}
        from (select t.value, lag(t.value) over (order by t.at) as before from telemetry t
          where t.tenant_id = o.tenant_id and t.device_id = o.device_id and t.metric = o.metric
            and t.at >= o.at and t.at < ((o.at at time zone n.time_zone) + interval '1 day') at time zone n.time_zone) t) c
      where o.tenant_id = ${tenant}::bigint and o.device_id = g.device_id and o.metric = g.metric
        and o.at > g.from_at - interval '25 hours' and o.at <= g.to_at + interval '1 hour'
        and o.grown is null and c.count >= o.count) v
    where d.tenant_id = ${tenant}::bigint and d.device_id = g.device_id and d.metric = g.metric and d.at = v.at`.execute(
    tx,
  )
}
