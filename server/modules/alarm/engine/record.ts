import { sql } from 'kysely'
import type { AlarmOrder } from '#contract/alarm/alarm-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { announce } from '#server/live/events.ts'
import type { Happening } from './machine.ts'
import { farther } from './replay.ts'
import { conditionOf, limitsOf, type Rule, type Watched } from './rules.ts'

/** Something that happened to a rule's channel of a device. */
export interface Occurrence extends Omit<Happening, 'value'> {
  rule: Rule
  device: Watched
  metric: string
  value: number | null
  order?: AlarmOrder
}
/** An alarm that came, rose or went: what people may have to be told of. */
export interface News {
  alarmId: number
  kind: 'raised' | 'risen' | 'cleared'
}

const keyOf = ({ rule, device, metric }: Pick<Occurrence, 'rule' | 'device' | 'metric'>) =>
  `${rule.id}/${device.id}/${metric}`
const mostIdsPerEvent = 500

/**
 * Writes what happened into alarms and their journals; of several processes that saw the same, one
 * writes it. Answers what is news.
 */
export async function record(
  tx: Tx,
  tenant: number,
  occurrences: readonly Occurrence[],
): Promise<News[]> {
  const all: Changed[] = []
  // A batch may hold a whole alarm: what happened first to each channel, then what came second, and
  // so on.
  let rest = [...occurrences]
  while (rest.length > 0) {
    const round = new Map<string, Occurrence>()
    for (const one of rest) if (!round.has(keyOf(one))) round.set(keyOf(one), one)
    const now = [...round.values()]
    rest = rest.filter((one) => !now.includes(one))
    all.push(
      ...(await raise(
        tx,
        now.filter(({ kind }) => kind === 'raised'),
      )),
    )
    all.push(
      ...(await change(
        tx,
        now.filter(({ kind }) => kind !== 'raised'),
      )),
    )
  }
  const ids = [...new Set(all.map(({ alarmId }) => alarmId))]
  for (let i = 0; i < ids.length; i += mostIdsPerEvent)
    await announce(tx, {
      tenant,
      resource: 'alarm',
      ids: ids.slice(i, i + mostIdsPerEvent),
      kind: 'updated',
    })
  return all.flatMap(({ alarmId, kind }) =>
    kind === 'recovering' || kind === 'resumed' || kind === 'eased' ? [] : [{ alarmId, kind }],
  )
}

interface Changed {
  alarmId: number
  kind: Happening['kind']
}
async function raise(tx: Tx, list: readonly Occurrence[]): Promise<Changed[]> {
  if (list.length === 0) return []
  const made = await rows<{ id: number }>(
    tx,
    sql`with made as (
      insert into alarm as a (rule_id, rule_name, device_id, device_name, device_type, area_id,
      land_id, metric, trigger, limits, action, level, value, peak, began_at, last_at, muted_until, mute_reason)
      select g.rule_id, g.rule_name, g.device_id, g.device_name, g.device_type, g.area_id,
      g.land_id, g.metric, g.trigger, g.limits::jsonb, g.action, g.level, g.value, g.value,
      to_timestamp(g.at), to_timestamp(g.at), m.muted_until, m.mute_reason
      from unnest(
        ${list.map(({ rule }) => rule.id)}::bigint[], ${list.map(({ rule }) => rule.name)}::text[],
          ${list.map(({ device }) => device.id)}::bigint[], ${list.map(({ device }) => device.name)}::text[],
        ${list.map(({ device }) => device.deviceType)}::text[],
          ${list.map(({ device }) => device.areaId)}::bigint[],
          ${list.map(({ device }) => device.landId)}::bigint[], ${list.map(({ metric }) => metric)}::text[],
        ${list.map(({ rule }) => rule.trigger)}::text[],
          ${list.map(({ rule, order }) => JSON.stringify({ ...limitsOf(rule), ...(order && { order }) }))}::text[], ${list.map(({ rule }) => rule.action)}::text[],
        ${list.map(({ level }) => level)}::smallint[], ${list.map(({ value }) => value)}::float8[],
          ${list.map(({ at }) => at / 1000)}::float8[]
      ) as g (rule_id, rule_name, device_id, device_name, device_type, area_id, land_id, metric,
        trigger, limits, action, level, value, at)
      left join lateral (select p.muted_until, p.mute_reason from alarm p
      where p.rule_id = g.rule_id and p.device_id = g.device_id and p.muted_until > now()
      order by p.muted_until desc limit 1) m on true
      order by g.rule_id, g.device_id, g.metric
      on conflict (tenant_id, rule_id, device_id, metric) where state <> 'cleared' do nothing
      returning a.id, a.value, a.level, a.began_at
    ), lines as (insert into alarm_journal (alarm_id, at, kind, detail)
      select id, began_at, 'raised', jsonb_build_object('value', value, 'level', level) from made)
    select id from made order by id`,
  )
  return made.map(({ id }) => ({ alarmId: id, kind: 'raised' }))
}

const states = {
  risen: 'active',
  eased: 'active',
  resumed: 'active',
  recovering: 'recovering',
  cleared: 'cleared',
} as const
async function change(tx: Tx, list: readonly Occurrence[]): Promise<Changed[]> {
  if (list.length === 0) return []
  const changed = await rows<{ id: number; kind: keyof typeof states }>(
    tx,
    sql`with changed as (
      update alarm a set state = g.state,
      level = case when g.kind = 'eased' then g.level else greatest(a.level, g.level) end,
      value = coalesce(g.value, a.value), last_at = to_timestamp(g.at),
      cleared_at = case when g.state = 'cleared' then to_timestamp(g.at) end
      from unnest(
        ${list.map(({ rule }) => rule.id)}::bigint[],
          ${list.map(({ device }) => device.id)}::bigint[],
          ${list.map(({ metric }) => metric)}::text[], ${list.map(({ kind }) => kind)}::text[],
        ${list.map(({ kind }) => states[kind as keyof typeof states])}::text[],
          ${list.map(({ level }) => level)}::smallint[],
          ${list.map(({ value }) => value)}::float8[], ${list.map(({ at }) => at / 1000)}::float8[]
      ) as g (rule_id, device_id, metric, kind, state, level, value, at)
      where a.rule_id = g.rule_id and a.device_id = g.device_id and a.metric = g.metric
      and a.state <> 'cleared' returning a.id, g.kind, g.value, g.level, g.at
    ), lines as (insert into alarm_journal (alarm_id, at, kind, detail)
      select id, to_timestamp(at), kind, jsonb_build_object('value', value, 'level', level) from changed)
    select id, kind from changed order by id`,
  )
  return changed.map(({ id, kind }) => ({ alarmId: id, kind }))
}

/** `peak`: the worst of the new values; null where none was beyond the limit. */
export interface Touch {
  rule: Rule
  device: Watched
  metric: string
  at: number
  value: number
  peak: number | null
}
/** Notes the newest and the worst value of alarms that go on. */
export async function touch(tx: Tx, list: readonly Touch[]): Promise<void> {
  if (list.length === 0) return
  const given = sql`unnest(${list.map(({ rule }) => rule.id)}::bigint[],
    ${list.map(({ device }) => device.id)}::bigint[], ${list.map(({ metric }) => metric)}::text[])`
  const held = await rows<{
    ruleId: number
    deviceId: number
    metric: string
    peak: number | null
  }>(
    tx,
    sql`select a.rule_id, a.device_id, a.metric, a.peak from alarm a
    where (a.rule_id, a.device_id, a.metric) in (select * from ${given}) and a.state <> 'cleared' for update`,
  )
  const worst = list.map((one) => {
    const before =
      held.find(
        ({ ruleId, deviceId, metric }) =>
          ruleId === one.rule.id && deviceId === one.device.id && metric === one.metric,
      )?.peak ?? null
    return one.peak === null ? before : farther(conditionOf(one.rule), before, one.peak)
  })
  await sql`update alarm a set value = g.value, last_at = to_timestamp(g.at), peak = g.peak
    from unnest(${list.map(({ rule }) => rule.id)}::bigint[],
    ${list.map(({ device }) => device.id)}::bigint[], ${list.map(({ metric }) => metric)}::text[],
      ${list.map(({ at }) => at / 1000)}::float8[], ${list.map(({ value }) => value)}::float8[],
        ${worst}::float8[]) as g (rule_id, device_id, metric, at, value, peak)
    where a.rule_id = g.rule_id and a.device_id = g.device_id and a.metric = g.metric
    and a.state <> 'cleared' and a.last_at <= to_timestamp(g.at)`.execute(tx)
}
