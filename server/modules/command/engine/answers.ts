import { sql } from 'kysely'

/** So many reports of a device, the newest of some hours, tell how far its clock is off. */
const mostCompared = 20
const fewestCompared = 3
/** Of fewer it is told no further than this. */
const mostAssumed = '2 seconds'
/** So many that were never ahead of us, and its clock alone is believed. */
const fewestTrusted = 10
/** A device may report before it acknowledges what it does, from within one turn of its program. */
const sameTurn = '250 milliseconds'

/**
 * How far a device's clock is behind ours, as `k`: the least that its reports of this channel were
 * late by. A clock that is
 * ahead makes it negative; what all of them were under way for makes it too large, so it is not all
 * that is asked of an answer.
 */
const clockOf = (
  c: ReturnType<typeof sql.ref>,
) => sql`cross join lateral (select count(*) as reports, min(n.received_at - n.at) as behind from (
  select at, received_at from telemetry where tenant_id = ${c}.tenant_id
  and device_id = ${c}.device_id and metric = ${c}.channel and clock = 0
  and at > ${c}.left_at - interval '6 hours' order by at desc limit ${mostCompared}) n) k`
/** When it spoke last before the order left, as `b`. */
const beforeOf = (
  c: ReturnType<typeof sql.ref>,
) => sql`left join lateral (select received_at from telemetry where tenant_id = ${c}.tenant_id
  and device_id = ${c}.device_id and metric = ${c}.channel
  and received_at < ${c}.left_at order by at desc limit 1) b on true`
/**
 * Whether it was told otherwise since: what it says together with its acknowledgement may then be
 * from before that, if it has no clock.
 */
const isContradicted = (
  c: ReturnType<typeof sql.ref>,
) => sql`exists (select 1 from device_command x where x.tenant_id = ${c}.tenant_id
  and x.device_id = ${c}.device_id and x.channel = ${c}.channel and x.id < ${c}.id
  and x.wanted <> ${c}.wanted and x.left_at > coalesce(b.received_at, '-infinity'))`
const behind = sql`case when k.reports >= ${fewestCompared} then k.behind else least(k.behind,
  ${mostAssumed}::interval) end`
/** Those who give whole seconds may have measured until the next. */
const withinSecond = sql`case when t.at = date_trunc('second',
  t.at) then interval '999 milliseconds' else interval '0' end`
/**
 * The first report, as `t`, of what a command wanted that was measured after it had left: by the
 * device's own clock where that
 * has never been ahead; or said with the order in its hands, and not measured before as far as its
 * clock can be put right. One
 * that was under way when the order left says nothing of it. `from`: since when what comes may be
 * an answer.
 */
export const answerOf = (
  c: ReturnType<typeof sql.ref>,
  from: ReturnType<typeof sql>,
) => sql`${clockOf(c)} ${beforeOf(c)} left join lateral (
  select t.at, t.value from telemetry t where t.tenant_id = ${c}.tenant_id
  and t.device_id = ${c}.device_id and t.metric = ${c}.channel
  and t.at >= ${c}.left_at - greatest(k.behind, interval '0') - interval '1 second'
    and t.received_at >= ${c}.left_at and abs(t.value - ${c}.wanted) <= ${c}.tolerance
    and ((t.clock = 0 and k.reports >= ${fewestTrusted} and k.behind >= interval '0' and t.at >= ${c}.left_at)
      or (t.clock = 0 and k.reports >= ${fewestCompared} and t.at + k.behind >= ${c}.left_at
      and t.received_at >= ${from} - ${sameTurn}::interval)
      or (t.clock <> 0 and t.received_at >= ${from} - ${sameTurn}::interval and not ${isContradicted(c)})
      or (t.received_at >= ${from} and (t.clock <> 0 or t.at + ${behind} + ${withinSecond} >= ${c}.left_at)))
  order by t.at limit 1) t on true`
