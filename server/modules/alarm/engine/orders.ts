import { sql } from 'kysely'
import type { AlarmOrder } from '#contract/alarm/alarm-calls.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import type { Occurrence } from './record.ts'
import type { Episode } from './replay.ts'
import { activeOf, scopeSql, watchedFields, type Rule, type Watched } from './rules.ts'

/**
 * An order that ended and says something of its actuator; what was superseded or taken back does
 * not.
 */
const isTelling = (c: Sql) =>
  sql`${c}.switch_id is not null and ${c}.state in ('confirmed', 'rejected', 'timedOut', 'expired')`
const isFailed = (c: Sql) => sql`${c}.state <> 'confirmed' and ${c}.late_at is null`
const ofMetric = (rule: Rule, c: Sql) =>
  rule.metric === null
    ? sql``
    : sql`and (${c}.channel = ${rule.metric} or split_part(${c}.channel, '.', 1) = ${rule.metric})`
const c = sql`c`

type Told = Watched & {
  channel: string
  at: string
  state: AlarmOrder['state']
  effect: AlarmOrder['effect']
  wanted: number
  switchName: string | null
}
/**
 * Orders that nobody confirmed, and actuators that do again what they are told. What failed before
 * the rule was saved is history.
 */
export async function disobeyed(tx: Tx, rule: Rule): Promise<Occurrence[]> {
  const isActive = activeOf(rule)
  const alarmOf = sql`from alarm a where a.rule_id = ${rule.id} and a.device_id = c.device_id and a.metric = c.channel`
  const failed = await rows<Told>(
    tx,
    sql`select ${watchedFields}, c.channel, c.ended_at as at, c.state, c.effect, c.wanted,
      c.switch_name from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
    where ${scopeSql(rule)} ${ofMetric(rule, c)} and ${isTelling(c)} and ${isFailed(c)}
    and c.ended_at > (select r.last_update_date from alarm_rule r where r.id = ${rule.id})
      and not exists (select 1 from device_command n where n.device_id = c.device_id
      and n.channel = c.channel and n.id > c.id and ${isTelling(sql`n`)})
      and not exists (select 1 ${alarmOf} and (a.state <> 'cleared'
      or a.began_at >= date_trunc('milliseconds', c.ended_at))) order by c.id limit 1000`,
  )
  const obeyed = await rows<Watched & { channel: string; at: string }>(
    tx,
    sql`select ${watchedFields}, a.metric as channel, coalesce(c.late_at, c.ended_at) as at
      from alarm a join device d on d.tenant_id = a.tenant_id and d.id = a.device_id
    join lateral (select * from device_command n where n.device_id = a.device_id
    and n.channel = a.metric and ${isTelling(sql`n`)} order by n.id desc limit 1) c on true
    where a.rule_id = ${rule.id} and a.state <> 'cleared' and not (${isFailed(c)})`,
  )
  return [
    ...failed
      .filter(({ at }) => isActive(Date.parse(at)))
      .map(({ channel, at, state, effect, wanted, switchName, ...device }): Occurrence => ({
        rule,
        device,
        metric: channel,
        kind: 'raised',
        at: Date.parse(at),
        value: null,
        level: rule.level,
        order: { state, effect, wanted, name: switchName },
      })),
    ...obeyed.map(({ channel, at, ...device }): Occurrence => ({
      rule,
      device,
      metric: channel,
      kind: 'cleared',
      at: Date.parse(at),
      value: null,
      level: rule.level,
    })),
  ]
}

/** The same over what was ordered in a time that is past, by channel. */
export async function disobedience(
  tx: Tx,
  rule: Rule,
  device: Watched,
  from: number,
): Promise<{ count: number; byChannel: Map<string, Episode[]> }> {
  const orders = await rows<{ channel: string; failedAt: string | null; goodAt: string | null }>(
    tx,
    sql`select c.channel, case when c.state <> 'confirmed' then c.ended_at end as failed_at,
      case when c.state = 'confirmed' then c.ended_at else c.late_at end as good_at
    from device_command c where c.device_id = ${device.id} ${ofMetric(rule, c)} and ${isTelling(c)}
    and c.ended_at >= to_timestamp(${from / 1000}) order by c.id`,
  )
  const byChannel = new Map<string, Episode[]>()
  for (const { channel, failedAt, goodAt } of orders) {
    const episodes = byChannel.get(channel) ?? []
    byChannel.set(channel, episodes)
    const open = episodes.at(-1)?.clearedAt === null ? episodes.at(-1)! : null
    if (failedAt !== null && !open)
      episodes.push({
        beganAt: Date.parse(failedAt),
        clearedAt: goodAt === null ? null : Date.parse(goodAt),
        peak: null,
        level: rule.level,
        risenAt: null,
      })
    else if (open && goodAt !== null) open.clearedAt = Date.parse(goodAt)
  }
  return { count: orders.length, byChannel }
}
