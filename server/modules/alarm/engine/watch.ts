import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { whole, type Parts } from '#server/db/parts.ts'
import { announce } from '#server/live/events.ts'
import { act, type StopIrrigation } from './act.ts'
import { keepStates, type Place } from './evaluate.ts'
import { pass, type State } from './machine.ts'
import { disobeyed } from './orders.ts'
import { record, type News, type Occurrence } from './record.ts'
import {
  activeOf,
  conditionOf,
  gapOf,
  inScope,
  isMeasured,
  scopeSql,
  watchedFields,
  type Rule,
  type Watched,
} from './rules.ts'
import { notify, type Item } from './notify.ts'
import type { Say } from './words.ts'

/** `now` in ms; without `stop` nothing is switched. */
interface Watching {
  now?: number
  isThorough?: boolean
  stop?: StopIrrigation
  parts?: Parts
}

/**
 * What time alone brings about in a tenant: silence, durations that are over, repeats and
 * escalations, and, when it is
 * thorough, the end of alarms without a rule. One process at a time; answers false when another is
 * at it.
 */
export async function watch(
  tx: Tx,
  tenant: number,
  rules: readonly Rule[],
  say: Say,
  { now = Date.now(), isThorough = true, stop, parts = whole }: Watching = {},
): Promise<boolean> {
  const free = await row<{ free: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtext('furrow alarm watch'), ${tenant}::int) as free`,
  )
  if (!free!.free) return false
  const occurrences: Occurrence[] = []
  const measured = rules.filter(isMeasured)
  for (const some of parts.of(measured))
    occurrences.push(
      ...(await parts.run(
        `alarm rule ${some[0]!.id}`,
        () => passed(tx, some, now),
        () => [],
      )),
    )
  for (const rule of rules)
    if (!isMeasured(rule))
      occurrences.push(
        ...(await parts.run(
          `alarm rule ${rule.id}`,
          () => (rule.trigger === 'command' ? disobeyed(tx, rule) : silent(tx, rule, now)),
          () => [],
        )),
      )
  const news: News[] = []
  for (const some of parts.of(occurrences))
    news.push(
      ...(await parts.run(
        `alarm of rule ${some[0]!.rule.id}`,
        () => record(tx, tenant, some),
        () => [],
      )),
    )
  if (isThorough)
    news.push(
      ...(await parts.run(
        `alarms without a rule of tenant ${tenant}`,
        () => orphaned(tx, tenant, rules),
        () => [],
      )),
    )
  if (stop)
    for (const some of parts.of(news))
      await parts.run(
        `action of alarm ${some[0]!.alarmId}`,
        () => act(tx, tenant, stop, some),
        () => undefined,
      )
  // An alarm that has just come waits as well: it is told of once.
  const isNews = new Set(news.map(({ alarmId }) => alarmId))
  const all = [...news, ...(await waiting(tx, now)).filter(({ alarmId }) => !isNews.has(alarmId))]
  for (const some of parts.of(all))
    await parts.run(
      `notices of alarm ${some[0]!.alarmId}`,
      () => notify(tx, tenant, say, some, now),
      () => undefined,
    )
  return true
}

/** Values that hold: durations and recoveries that end without a new one. */
async function passed(tx: Tx, rules: readonly Rule[], now: number): Promise<Occurrence[]> {
  const stored = await rows<
    {
      ruleId: number
      deviceId: number
      metric: string
      phase: State['phase']
      since: string
      lastAt: string
      value: number
      level: State['level']
    } & Omit<Watched, 'id'>
  >(
    tx,
    sql`
    select s.rule_id, s.device_id, s.metric, s.phase, s.since, s.last_at, s.value, s.level, d.name,
    d.device_type, d.area_id, d.land_id, d.report_minutes
    from alarm_state s join device d on d.id = s.device_id where s.phase <> 'active'
    order by s.device_id, s.rule_id, s.metric for update of s skip locked`,
  )
  const occurrences: Occurrence[] = []
  const changed: (Place & { state: State | null })[] = []
  for (const { ruleId, deviceId, metric, phase, since, lastAt, value, level, ...about } of stored) {
    const rule = rules.find(({ id }) => id === ruleId)
    if (!rule) continue
    const place = { rule, device: { id: deviceId, ...about }, metric }
    const before: State = {
      phase,
      since: Date.parse(since),
      lastAt: Date.parse(lastAt),
      value,
      level,
    }
    const { state, happened } = pass(conditionOf(rule), before, now, gapOf(place.device))
    if (state !== before) changed.push({ ...place, state })
    for (const one of happened) occurrences.push({ ...place, ...one })
  }
  await keepStates(tx, changed)
  return occurrences
}

/** Devices that have said nothing for as long as the rule allows, and those that speak again. */
async function silent(tx: Tx, rule: Rule, now: number): Promise<Occurrence[]> {
  const limit = sql`to_timestamp(${now / 1000}) - ${`${rule.silentMinutes} minutes`}::interval`
  const open = sql`exists (select 1 from alarm a where a.rule_id = ${rule.id} and a.device_id = d.id
    and a.metric = ${rule.metric ?? ''} and a.state <> 'cleared')`
  const heard =
    rule.trigger === 'offline'
      ? sql`d.last_seen_at`
      : sql`(select max(l.at) from device_latest l where l.device_id = d.id
    ${rule.metric ? sql`and (l.metric = ${rule.metric} or split_part(l.metric, '.', 1) = ${rule.metric})` : sql``})`
  const isGone =
    rule.trigger === 'offline'
      ? sql`d.online = 0 and h.heard <= ${limit}`
      : sql`h.heard <= ${limit}`
  const isBack = rule.trigger === 'offline' ? sql`d.online = 1` : sql`h.heard > ${limit}`
  const found = await rows<Watched & { heard: string; isGone: boolean }>(
    tx,
    sql`select ${watchedFields}, h.heard, (${isGone}) as is_gone from device d, lateral (select ${heard} as heard) h
    where ${scopeSql(rule)} and h.heard is not null and ((${isGone}) and not ${open} or (${isBack})
    and ${open}) order by d.id`,
  )
  const isActive = activeOf(rule)
  return found
    .filter(({ isGone: isNow }) => !isNow || isActive(now))
    .map(({ heard: last, isGone: isNow, ...device }) => ({
      rule,
      device,
      metric: rule.metric ?? '',
      level: rule.level,
      value: null,
      ...(isNow
        ? { kind: 'raised' as const, at: Date.parse(last) + rule.silentMinutes * 60_000 }
        : { kind: 'cleared' as const, at: now }),
    }))
}

/**
 * Ends alarms that no rule speaks of any more: it was changed, switched off or deleted, or the
 * device was.
 */
async function orphaned(tx: Tx, tenant: number, rules: readonly Rule[]): Promise<News[]> {
  const open = await rows<
    { id: number; ruleId: number | null; trigger: string; metric: string } & {
      [K in keyof Watched as `device${Capitalize<K>}`]: Watched[K] | null
    }
  >(
    tx,
    sql`
    select a.id, a.rule_id, a.trigger, a.metric, d.id as device_id, d.name as device_name,
    d.device_type as device_device_type, d.area_id as device_area_id, d.land_id as device_land_id,
    d.report_minutes as device_report_minutes
    from alarm a left join device d on d.id = a.device_id and d.enabled_flag = 1 where a.state <> 'cleared'`,
  )
  const over = open.filter((one) => {
    const rule = rules.find(({ id }) => id === one.ruleId)
    if (!rule || rule.trigger !== one.trigger || one.deviceId === null) return true
    if (
      one.metric !== '' &&
      rule.metric !== null &&
      rule.metric !== one.metric &&
      rule.metric !== one.metric.split('.')[0]
    )
      return true
    return !inScope(rule, {
      id: one.deviceId,
      name: '',
      deviceType: one.deviceDeviceType!,
      areaId: one.deviceAreaId,
      landId: one.deviceLandId,
      reportMinutes: 1,
    })
  })
  return endNow(
    tx,
    tenant,
    over.map(({ id }) => id),
    { reason: 'rule' },
    null,
  )
}

/** Ends alarms by decision rather than by a value. Answers the news. */
export async function endNow(
  tx: Tx,
  tenant: number,
  ids: readonly number[],
  detail: Record<string, unknown>,
  by: { accountId: number; realName: string } | null,
): Promise<News[]> {
  if (ids.length === 0) return []
  const ended = await rows<{ id: number }>(
    tx,
    sql`with ended as (
      update alarm set state = 'cleared', cleared_at = now() where id = any(${ids}::bigint[])
      and state <> 'cleared' returning id, rule_id, device_id, metric
    ), states as (delete from alarm_state s using ended e where s.rule_id = e.rule_id
      and s.device_id = e.device_id and s.metric = e.metric),
    lines as (insert into alarm_journal (alarm_id, kind, detail, account_id, by_name)
    select id, 'cleared', ${JSON.stringify(detail)}::jsonb, ${by?.accountId ?? null}::bigint,
    ${by?.realName ?? null}::text from ended)
    select id from ended order by id`,
  )
  if (ended.length > 0)
    await announce(tx, {
      tenant,
      resource: 'alarm',
      ids: ended.map(({ id }) => id).slice(0, 500),
      kind: 'updated',
    })
  return ended.map(({ id }) => ({ alarmId: id, kind: 'cleared' }))
}

/** Alarms nobody was told of yet, that repeat, or that nobody acknowledged in time. */
async function waiting(tx: Tx, now: number): Promise<Item[]> {
  const open = await rows<{ id: number; isLate: boolean; noticeCount: number }>(
    tx,
    sql`select a.id, a.notice_count, coalesce(a.stage_at + e.minutes * interval '1 minute' <= to_timestamp(${now / 1000}), false) as is_late
    from alarm a left join lateral (select min(c.escalate_minutes) as minutes from alarm_contact c
    where c.enabled_flag = 1 and c.stage = a.stage
      and exists (select 1 from alarm_contact n where n.enabled_flag = 1 and n.stage > a.stage)) e on true
    where a.state <> 'cleared' and a.action <> 'record' and a.acknowledged_at is null
    and (a.muted_until is null or a.muted_until <= to_timestamp(${now / 1000}))
      and (a.stage_at + e.minutes * interval '1 minute' <= to_timestamp(${now / 1000})
        or not exists (select 1 from alarm o where o.rule_id = a.rule_id
        and o.device_id = a.device_id and o.noticed_at > to_timestamp(${now / 1000}) - (a.limits ->> 'silenceSeconds')::int * interval '1 second')
          and (a.notice_count = 0 or (a.limits ->> 'repeatFlag')::int = 1 and (a.limits ->> 'silenceSeconds')::int > 0))
    order by a.stage nulls last, a.id limit 1000`,
  )
  return open.map(({ id, isLate, noticeCount }) => ({
    alarmId: id,
    kind: isLate ? 'escalated' : noticeCount === 0 ? 'raised' : 'repeat',
  }))
}
