import { sql } from 'kysely'
import { backTestDays, mostBackTested, type BackTest } from '#contract/alarm/alarm-rule.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { channelNameSql } from './channel-name.ts'
import { disobedience } from './orders.ts'
import { noticesOf, replay, seriesOf, silences, withinHours, type Episode } from './replay.ts'
import {
  activeOf,
  conditionOf,
  gapOf,
  isMeasured,
  scopeSql,
  silenceOf,
  watchedFields,
  watches,
  type Rule,
  type Watched,
} from './rules.ts'

const dayMs = 86_400_000
const mostDevices = 200
const mostSamples = 400_000

/** What a rule's channel of a device went through; times in ms. */
export interface Found {
  device: Watched
  metric: string
  episodes: Episode[]
}
interface Past {
  found: Found[]
  devices: number
  samples: number
  isCut: boolean
}

/**
 * Runs a rule over the stored values of the last days, with the code that runs it over new ones.
 */
export async function pastOf(tx: Tx, rule: Rule, now = Date.now()): Promise<Past> {
  const from = now - backTestDays * dayMs
  const devices = await rows<Watched>(
    tx,
    sql`select ${watchedFields} from device d where ${scopeSql(rule)} order by d.id limit ${mostDevices + 1}`,
  )
  const past: Past = { found: [], devices: 0, samples: 0, isCut: devices.length > mostDevices }
  const look = isMeasured(rule)
    ? valuesOf
    : rule.trigger === 'offline'
      ? outagesOf
      : rule.trigger === 'command'
        ? ordersOf
        : gapsOf
  for (const device of devices.slice(0, mostDevices)) {
    if (past.samples >= mostSamples) return { ...past, isCut: true }
    const { count, results } = await look(tx, rule, device, from, now, mostSamples - past.samples)
    past.devices++
    past.samples += count
    past.found.push(
      ...(isMeasured(rule)
        ? results
        : results.map((one) => ({
            ...one,
            episodes: withinHours(one.episodes, activeOf(rule), now),
          }))),
    )
  }
  return past
}

/** The same as an answer to whoever is writing the rule. */
export async function backTest(tx: Tx, rule: Rule, now = Date.now()): Promise<BackTest> {
  const { found, ...looked } = await pastOf(tx, rule, now)
  const names = await namesOf(tx, found)
  const alarms = found
    .flatMap(({ device, metric, episodes }) =>
      episodes.map((one) => ({
        deviceId: device.id,
        deviceName: device.name,
        metric,
        channelName: names.get(`${device.id}/${metric}`) ?? null,
        peak: one.peak,
        level: one.level,
        beganAt: new Date(one.beganAt).toISOString(),
        clearedAt: one.clearedAt === null ? null : new Date(one.clearedAt).toISOString(),
      })),
    )
    .sort((a, b) => b.beganAt.localeCompare(a.beganAt))
  const silence = silenceOf(rule)
  const notices =
    rule.action === 'record'
      ? 0
      : [...grouped(found, ({ device }) => device.id).values()].reduce(
          (sum, of) =>
            sum +
            noticesOf(
              of.flatMap(({ episodes }) => episodes).sort((a, b) => a.beganAt - b.beganAt),
              silence,
              now,
            ),
          0,
        )
  return {
    from: new Date(now - backTestDays * dayMs).toISOString(),
    to: new Date(now).toISOString(),
    ...looked,
    total: alarms.length,
    notices,
    alarms: alarms.slice(0, mostBackTested),
  }
}

/** What channels are called, as `device/channel`. */
async function namesOf(tx: Tx, found: readonly Found[]): Promise<Map<string, string>> {
  const named = await rows<{ device: number; metric: string; name: string | null }>(
    tx,
    sql`select f.device, f.metric, ${channelNameSql(sql`f.device`, sql`f.metric`)} as name
    from unnest(${found.map(({ device }) => device.id)}::bigint[],
    ${found.map(({ metric }) => metric)}::text[]) as f (device, metric)`,
  )
  return new Map(
    named.flatMap(({ device, metric, name }) => (name ? [[`${device}/${metric}`, name]] : [])),
  )
}

function grouped<K, V>(list: readonly V[], keyOf: (one: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

interface Looked {
  count: number
  results: Found[]
}
const span = (from: number, now: number) =>
  sql`at >= to_timestamp(${from / 1000}) and at <= to_timestamp(${now / 1000})`
const ofMetric = (rule: Rule) =>
  rule.metric
    ? sql`and (metric = ${rule.metric} or split_part(metric, '.', 1) = ${rule.metric})`
    : sql``

async function valuesOf(
  tx: Tx,
  rule: Rule,
  device: Watched,
  from: number,
  now: number,
  most: number,
): Promise<Looked> {
  const stored = await rows<{ metric: string; at: number; value: number }>(
    tx,
    sql`select metric, extract(epoch from at)::float8 * 1000 as at, value from telemetry
    where device_id = ${device.id} and ${span(from, now)} ${ofMetric(rule)} order by metric, at limit ${most}`,
  )
  const condition = conditionOf(rule)
  const byMetric = grouped(
    stored.filter(({ metric }) => watches(rule, metric)),
    ({ metric }) => metric,
  )
  const results = [...byMetric].map(([metric, values]): Found => ({
    device,
    metric,
    episodes: replay(condition, seriesOf(rule, values), gapOf(device), now),
  }))
  return { count: stored.length, results }
}
async function gapsOf(
  tx: Tx,
  rule: Rule,
  device: Watched,
  from: number,
  now: number,
): Promise<Looked> {
  const stored = await rows<{ at: number }>(
    tx,
    sql`select distinct extract(epoch from at)::float8 * 1000 as at from telemetry
      where device_id = ${device.id} and ${span(from, now)} ${ofMetric(rule)} order by 1 limit ${mostSamples}`,
  )
  return {
    count: stored.length,
    results: [
      {
        device,
        metric: rule.metric ?? '',
        episodes: silences(
          stored.map(({ at }) => at),
          rule.silentMinutes * 60_000,
          now,
          rule.level,
        ),
      },
    ],
  }
}
async function ordersOf(tx: Tx, rule: Rule, device: Watched, from: number): Promise<Looked> {
  const { count, byChannel } = await disobedience(tx, rule, device, from)
  return {
    count,
    results: [...byChannel].map(([metric, episodes]): Found => ({ device, metric, episodes })),
  }
}
/** Outages begin when the silence was noticed; the last word came a little before. */
async function outagesOf(
  tx: Tx,
  rule: Rule,
  device: Watched,
  from: number,
  now: number,
): Promise<Looked> {
  const outages = await rows<{ beganAt: string; endedAt: string | null }>(
    tx,
    sql`select began_at, ended_at from device_offline where device_id = ${device.id}
      and coalesce(ended_at, now()) >= to_timestamp(${from / 1000}) order by began_at`,
  )
  const least = rule.silentMinutes * 60_000
  const episodes = outages.flatMap(({ beganAt, endedAt }): Episode[] => {
    const at = Date.parse(beganAt) + least
    const end = endedAt === null ? null : Date.parse(endedAt)
    return (end ?? now) >= at && at >= from
      ? [{ beganAt: at, clearedAt: end, peak: null, level: rule.level, risenAt: null }]
      : []
  })
  return { count: outages.length, results: [{ device, metric: '', episodes }] }
}
