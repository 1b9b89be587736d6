import { sql } from 'kysely'
import type { Seen } from '#contract/automation/control-run.ts'
import type { RuleTrigger } from '#contract/automation/control-rule.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { whole, type Parts } from '#server/db/parts.ts'
import { announce } from '#server/live/events.ts'
import { startRun, recordMissedRun } from './start-run.ts'
import { dueOf, nextOf } from './clock.ts'
import { next, passes, type EdgeTrigger } from './edge-trigger.ts'
import { askedOf, freshOf, gapOf, currentValuesOf } from './current-values.ts'
import { cronsOf, comparisonOf, lockRules, markOf, ruleById, zoneOf, type Rule } from './rules.ts'

/** A message as it was stored; times in ms. */
export interface Message {
  device: number
  receivedAt: number
  points: readonly { metric: string; at: number; value: number }[]
}
/** A rule that was set off, and by what. */
interface Fired {
  rule: Rule
  trigger: RuleTrigger
  dueAt: number
  value: number
}
/** The time of the newest value that each trigger has seen: what comes late says nothing of now. */
export type Newest = Map<string, number>
type ReadonlyNewest = ReadonlyMap<string, number>
interface ClockRow {
  ruleId: number
  nextAt: string | null
  isCurrent: boolean
}
interface EdgeRow {
  ruleId: number
  mark: string
  hasFired: boolean
  since: string
  lastAt: string
  value: number
  gapMs: number
}

const edgeOf = ({ hasFired, since, lastAt, value }: EdgeRow): EdgeTrigger => ({
  hasFired,
  since: Date.parse(since),
  lastAt: Date.parse(lastAt),
  value,
})
const ruleKey = (rule: number, mark: string) => `${rule}/${mark}`

/**
 * Timers of a tenant: works out the next moment where it is not known, runs what is due, once, and
 * notes what was missed.
 */
export async function evaluateTimers(
  tx: Tx,
  tenant: number,
  now: number,
  parts: Parts = whole,
): Promise<void> {
  await lockRules(tx, tenant)
  const zone = await zoneOf(tx, tenant)
  const clocks = await rows<ClockRow>(
    tx,
    sql`select r.id as rule_id, c.next_at, (c.rule_id is not null
      and c.version = r.object_version_number and c.zone = ${zone}) as is_current
    from control_rule r left join control_rule_clock c on c.tenant_id = r.tenant_id and c.rule_id = r.id
    where c.next_at <= to_timestamp(${now / 1000}) or r.enabled_flag = 1
    and r.triggers @> '[{"kind": "timer"}]' and (c.rule_id is null
    or c.version <> r.object_version_number or c.zone <> ${zone}) order by r.id`,
  )
  for (const clock of clocks)
    await parts.run(
      `clock of rule ${clock.ruleId}`,
      () => lookAtClock(tx, tenant, clock, zone, now),
      () => undefined,
    )
}
async function lookAtClock(
  tx: Tx,
  tenant: number,
  { ruleId, nextAt, isCurrent }: ClockRow,
  zone: string,
  now: number,
): Promise<void> {
  const rule = (await ruleById(tx, ruleId))!
  const crons = rule.enabledFlag === 1 ? cronsOf(rule) : []
  let from = now
  if (isCurrent && nextAt !== null && crons.length > 0) {
    const { due, missed, last } = dueOf(crons, zone, Date.parse(nextAt), now)
    if (missed > 0) await recordMissedRun(tx, tenant, rule, Date.parse(nextAt), missed)
    if (due !== null) await startRun(tx, tenant, rule, { trigger: 'timer', dueAt: due }, now)
    from = Math.max(last, now)
  }
  const coming = nextOf(crons, zone, from)
  await sql`insert into control_rule_clock (rule_id, next_at, version, zone)
    values (${rule.id}, ${coming === null ? null : sql`to_timestamp(${coming / 1000})`},
    ${rule.objectVersionNumber}, ${zone})
    on conflict (tenant_id, rule_id) do update set next_at = excluded.next_at,
    version = excluded.version, zone = excluded.zone`.execute(tx)
  // Nothing will ever set it off again.
  if (coming === null && crons.length > 0 && rule.triggers.every(({ kind }) => kind === 'timer')) {
    await sql`update control_rule set state = 'done' where id = ${ruleId} and state in ('active', 'orphaned')`.execute(
      tx,
    )
    await announce(tx, { tenant, resource: 'controlRule', ids: [ruleId], kind: 'updated' })
  }
}

/**
 * Runs new values through the triggers that watch them. Answers the newest that each has seen, to
 * be remembered once it is stored.
 */
export async function evaluateValues(
  tx: Tx,
  tenant: number,
  rules: readonly Rule[],
  messages: readonly Message[],
  newest: ReadonlyNewest,
  now: number,
  parts: Parts = whole,
): Promise<Newest> {
  const met: Newest = new Map()
  const places = rules.flatMap((rule) =>
    rule.triggers.flatMap((trigger) => {
      const samples = trigger.kind === 'device' ? samplesOf(messages, trigger) : []
      return samples.length > 0 ? [{ rule, trigger, samples, mark: markOf(trigger) }] : []
    }),
  )
  if (places.length === 0) return met
  await lockRules(tx, tenant)
  const devices = new Map(
    (
      await rows<{ id: number; reportMinutes: number }>(
        tx,
        sql`select id, report_minutes from device
          where id = any(${places.map(({ trigger }) => trigger.deviceId!)}::bigint[]) and enabled_flag = 1`,
      )
    ).map((one) => [one.id, one.reportMinutes]),
  )
  const stored = new Map(
    (
      await rows<EdgeRow>(
        tx,
        sql`select rule_id, mark, has_fired, since, last_at, value, gap_ms from control_rule_edge
          where rule_id = any(${places.map(({ rule }) => rule.id)}::bigint[])`,
      )
    ).map((one) => [ruleKey(one.ruleId, one.mark), edgeOf(one)]),
  )
  const fired: Fired[] = []
  for (const place of places)
    fired.push(
      ...(await parts.run(
        `limits of rule ${place.rule.id}`,
        () => lookAtPlace(place),
        () => [],
      )),
    )
  await run(tx, tenant, fired, now, parts)
  return met

  async function lookAtPlace({
    rule,
    trigger,
    samples,
    mark,
  }: (typeof places)[number]): Promise<Fired[]> {
    const minutes = devices.get(trigger.deviceId!)
    if (minutes === undefined) return []
    const held = {
      comparison: comparisonOf(trigger),
      holdMs: (trigger.seconds ?? 0) * 1000,
      gapMs: gapOf(minutes),
    }
    const name = `${tenant}/${rule.id}/${mark}`
    const before = stored.get(ruleKey(rule.id, mark)) ?? null
    let edge = before
    const found: Fired[] = []
    for (const sample of samples) {
      if (
        sample.at < now - freshOf(minutes) ||
        sample.at <= (met.get(name) ?? newest.get(name) ?? 0)
      )
        continue
      met.set(name, sample.at)
      const step = next(held, edge, sample)
      edge = step.edge
      if (step.fires) found.push({ rule, trigger, dueAt: sample.at, value: sample.value })
    }
    // What has fired waits only for its limit not to be met.
    if (edge !== before && !(before?.hasFired && edge?.hasFired))
      await keep(tx, rule.id, mark, edge, held)
    return found
  }
}
function samplesOf(messages: readonly Message[], { deviceId, metric }: RuleTrigger) {
  return messages
    .flatMap(({ device, points }) =>
      device === deviceId ? points.filter((point) => point.metric === metric) : [],
    )
    .sort((a, b) => a.at - b.at)
}
async function keep(
  tx: Tx,
  rule: number,
  mark: string,
  edge: EdgeTrigger | null,
  { holdMs, gapMs }: { holdMs: number; gapMs: number },
): Promise<void> {
  if (!edge)
    return void (await sql`delete from control_rule_edge where rule_id = ${rule} and mark = ${mark}`.execute(
      tx,
    ))
  const { hasFired, since, lastAt, value } = edge
  await sql`insert into control_rule_edge as e (rule_id, mark, has_fired, since, last_at, value, due_at, gap_ms)
    select ${rule}, ${mark}, ${hasFired}, to_timestamp(${since / 1000}),
    to_timestamp(${lastAt / 1000}), ${value}, to_timestamp(${(since + holdMs) / 1000}), ${gapMs}
    where exists (select 1 from control_rule where id = ${rule})
    on conflict (tenant_id, rule_id, mark) do update set has_fired = excluded.has_fired,
    since = excluded.since, last_at = excluded.last_at, value = excluded.value,
    due_at = excluded.due_at, gap_ms = excluded.gap_ms`.execute(tx)
}

/** Triggers whose limit has been met for long enough by now without a new value. */
export async function evaluateEdges(
  tx: Tx,
  tenant: number,
  now: number,
  parts: Parts = whole,
): Promise<void> {
  await lockRules(tx, tenant)
  const due = await rows<EdgeRow>(
    tx,
    sql`select rule_id, mark, has_fired, since, last_at, value, gap_ms from control_rule_edge
      where not has_fired and due_at <= to_timestamp(${now / 1000}) order by rule_id`,
  )
  const fired: Fired[] = []
  for (const one of due) {
    const found = await parts.run(
      `limit of rule ${one.ruleId}`,
      async () => {
        const rule = await ruleById(tx, one.ruleId)
        const trigger =
          rule?.enabledFlag === 1
            ? rule.triggers.find((each) => each.kind === 'device' && markOf(each) === one.mark)
            : undefined
        const edge = edgeOf(one)
        if (
          rule &&
          trigger &&
          passes({ holdMs: (trigger.seconds ?? 0) * 1000, gapMs: one.gapMs }, edge, now)
        ) {
          await sql`update control_rule_edge set has_fired = true where rule_id = ${one.ruleId}
            and mark = ${one.mark}`.execute(tx)
          return {
            rule,
            trigger,
            dueAt: edge.since + (trigger.seconds ?? 0) * 1000,
            value: edge.value,
          }
        }
        await sql`delete from control_rule_edge where rule_id = ${one.ruleId} and mark = ${one.mark}`.execute(
          tx,
        )
        return null
      },
      () => null,
    )
    if (found) fired.push(found)
  }
  await run(tx, tenant, fired, now, parts)
}

async function run(
  tx: Tx,
  tenant: number,
  fired: readonly Fired[],
  now: number,
  parts: Parts,
): Promise<void> {
  for (const {
    rule: { id },
    trigger,
    dueAt,
    value,
  } of fired) {
    await parts.run(
      `run of rule ${id}`,
      async () => {
        // As it stands now: what was remembered of it may be older.
        const rule = await ruleById(tx, id)
        if (rule?.enabledFlag !== 1) return
        const [asked] = await currentValuesOf(tx, askedOf([trigger]), now)
        const seen: Seen[] = asked
          ? [{ ...asked, present: value, at: new Date(dueAt).toISOString(), standing: 'holds' }]
          : []
        await startRun(tx, tenant, rule, { trigger: 'device', dueAt, seen }, now)
      },
      () => undefined,
    )
  }
}
