import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'
import { step, type Sample, type State } from './machine.ts'
import { record, touch, type News, type Occurrence, type Touch } from './record.ts'
import { farther, seriesOf } from './replay.ts'
import {
  conditionOf,
  freshMs,
  gapOf,
  inScope,
  isMeasured,
  watchedFields,
  watches,
  windowOf,
  type Rule,
  type Watched,
} from './rules.ts'

/** A message as it was stored; times in ms. */
export interface Message {
  device: number
  receivedAt: number
  points: readonly { metric: string; at: number; value: number }[]
}
interface Stored extends Omit<State, 'since' | 'lastAt'> {
  ruleId: number
  deviceId: number
  metric: string
  since: string
  lastAt: string
}
export interface Place {
  rule: Rule
  device: Watched
  metric: string
}
/**
 * When a channel was last looked at while it was normal, by tenant, device and channel: only its
 * order matters.
 */
export type Seen = Map<string, number>
type ReadonlySeen = ReadonlyMap<string, number>
export const mostSeen = 200_000

/**
 * Runs new values through the rules of their devices. Answers what people may have to be told of;
 * `met` is what is to be remembered as seen once it is stored.
 */
export async function evaluate(
  tx: Tx,
  tenant: number,
  rules: readonly Rule[],
  messages: readonly Message[],
  seen: ReadonlySeen,
  met: Seen,
): Promise<News[]> {
  const measured = rules.filter(isMeasured)
  const devices = await rows<Watched>(
    tx,
    sql`select ${watchedFields} from device d
      where d.id = any(${[...new Set(messages.map(({ device }) => device))]}::bigint[])
    and d.device_type = any(${measured.map(({ deviceType }) => deviceType)}::text[]) and d.enabled_flag = 1`,
  )
  const known = new Map(devices.map((device) => [device.id, device]))
  const channels = channelsOf(messages, known, tenant, seen, met)
  const places: (Place & { samples: readonly Sample[] })[] = []
  for (const { device, metric, samples } of channels)
    for (const rule of measured)
      if (inScope(rule, device) && watches(rule, metric))
        places.push({ rule, device, metric, samples })
  if (places.length === 0) return []
  const states = await lockedStates(tx, places)
  const occurrences: Occurrence[] = []
  const touches: Touch[] = []
  const next = new Map<string, Place & { state: State | null; was: State | null }>()
  for (const { samples, ...place } of places) {
    const condition = conditionOf(place.rule)
    const was = states.get(keyOf(place)) ?? null
    let state = was
    let peak: number | null = null
    const values = await lookedAt(tx, place, samples)
    for (const sample of values) {
      const { state: after, happened } = step(condition, state, sample, gapOf(place.device))
      if (after && after !== state && after.phase === 'active')
        peak = farther(condition, peak, sample.value)
      state = after
      for (const one of happened) occurrences.push({ ...place, ...one })
    }
    if (state && state !== was && state.phase !== 'pending')
      touches.push({ ...place, at: state.lastAt, value: state.value, peak })
    if (state !== was) next.set(keyOf(place), { ...place, state, was })
  }
  await keepStates(tx, [...next.values()])
  const news = occurrences.length > 0 ? await record(tx, tenant, occurrences) : []
  await touch(tx, touches)
  return news
}

/**
 * Values by channel in the order of their times, without those that are history or were overtaken.
 */
function channelsOf(
  messages: readonly Message[],
  known: ReadonlyMap<number, Watched>,
  tenant: number,
  seen: ReadonlySeen,
  met: Seen,
) {
  const found = new Map<string, { device: Watched; metric: string; samples: Sample[] }>()
  for (const { device: id, receivedAt, points } of messages) {
    const device = known.get(id)
    if (!device) continue
    for (const { metric, at, value } of points) {
      if (at < receivedAt - freshMs(device) || at <= (seen.get(`${tenant}/${id}/${metric}`) ?? 0))
        continue
      const key = `${id}/${metric}`
      const channel = found.get(key) ?? { device, metric, samples: [] }
      channel.samples.push({ at, value })
      found.set(key, channel)
    }
  }
  for (const { device, metric, samples } of found.values()) {
    samples.sort((a, b) => a.at - b.at)
    met.set(`${tenant}/${device.id}/${metric}`, samples.at(-1)!.at)
  }
  return found.values()
}

const keyOf = ({ rule, device, metric }: Place) => `${device.id}/${rule.id}/${metric}`

async function lockedStates(tx: Tx, places: readonly Place[]): Promise<Map<string, State>> {
  const stored = await rows<Stored>(
    tx,
    sql`select rule_id, device_id, metric, phase, since, last_at, value, level from alarm_state
    where device_id = any(${[...new Set(places.map(({ device }) => device.id))]}::bigint[])
    and rule_id = any(${[...new Set(places.map(({ rule }) => rule.id))]}::bigint[])
    order by device_id, rule_id, metric for update`,
  )
  return new Map(
    stored.map(({ ruleId, deviceId, metric, since, lastAt, ...rest }) => [
      `${deviceId}/${ruleId}/${metric}`,
      { ...rest, since: Date.parse(since), lastAt: Date.parse(lastAt) },
    ]),
  )
}

/** Writes where rules stand now; who is normal again has no row. */
export async function keepStates(
  tx: Tx,
  list: readonly (Place & { state: State | null })[],
): Promise<void> {
  const over = list.filter(({ state }) => state === null)
  if (over.length > 0) {
    await sql`delete from alarm_state s using unnest(${over.map(({ device }) => device.id)}::bigint[], ${over.map(({ rule }) => rule.id)}::bigint[], ${over.map(({ metric }) => metric)}::text[]) as g (device_id, rule_id, metric)
      where s.device_id = g.device_id and s.rule_id = g.rule_id and s.metric = g.metric`.execute(tx)
  }
  const kept = list.flatMap(({ state, ...place }) => (state ? [{ ...place, state }] : []))
  if (kept.length === 0) return
  // A rule or a device that was deleted meanwhile takes its states with it.
  await sql`insert into alarm_state as s (device_id, rule_id, metric, phase, since, last_at, value, level)
    select g.device_id, g.rule_id, g.metric, g.phase, to_timestamp(g.since),
    to_timestamp(g.last_at), g.value, g.level from unnest(
      ${kept.map(({ device }) => device.id)}::bigint[],
        ${kept.map(({ rule }) => rule.id)}::bigint[], ${kept.map(({ metric }) => metric)}::text[],
        ${kept.map(({ state }) => state.phase)}::text[],
      ${kept.map(({ state }) => state.since / 1000)}::float8[],
        ${kept.map(({ state }) => state.lastAt / 1000)}::float8[],
        ${kept.map(({ state }) => state.value)}::float8[], ${kept.map(({ state }) => state.level)}::smallint[]
    ) as g (device_id, rule_id, metric, phase, since, last_at, value, level)
    where exists (select 1 from alarm_rule r where r.id = g.rule_id) and exists (select 1
    from device d where d.id = g.device_id)
    order by g.device_id, g.rule_id, g.metric
    on conflict (tenant_id, device_id, rule_id, metric) do update
    set phase = excluded.phase, since = excluded.since, last_at = excluded.last_at,
    value = excluded.value, level = excluded.level
    where s.last_at <= excluded.last_at`.execute(tx)
}

/**
 * What a rule looks at of new samples: where it has a window, what came before them is in the
 * database.
 */
async function lookedAt(
  tx: Tx,
  { rule, device, metric }: Place,
  samples: readonly Sample[],
): Promise<Sample[]> {
  if (rule.trigger !== 'rate' && rule.trigger !== 'count') return [...samples]
  const first = samples[0]!.at
  // Twice the window: whether a value at its beginning had just come to be beyond the limit, the
  // one before it says.
  const before = await rows<{ at: string; value: number }>(
    tx,
    sql`select at, value from telemetry where device_id = ${device.id} and metric = ${metric}
    and at >= to_timestamp(${(first - 2 * windowOf(rule)) / 1000}) and at < to_timestamp(${first / 1000}) order by at`,
  )
  const all = [...before.map(({ at, value }) => ({ at: Date.parse(at), value })), ...samples]
  return seriesOf(rule, all).slice(before.length)
}
