import { sql } from 'kysely'
import { mostChannels, type DeviceHistory } from '#contract/equipment/device-calls.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const rawSpanMs = 6 * hourMs
const minutesSpanMs = 7 * dayMs
const hoursSpanMs = 92 * dayMs
/** Buckets of a channel that a chart has room for. */
const mostBuckets = 500
/** Raw values of a channel in one answer; a device that reports more often gets buckets. */
const mostRaw = 2000
const steps = [1, 5, 10, 15, 30].map((minutes) => minutes * 60_000)

const mayBeGoneMs = 89 * dayMs
const areKept = async (tx: Tx, from: string) =>
  (await row<{ kept: boolean }>(tx, sql`select ${from}::timestamptz >= now() - make_interval(months => telemetry_months) as kept from tenant where id = furrow_tenant()`))?.kept ?? false

interface Asked { from: string; to: string; channels?: string }
interface Found { metric: string; at: string; mean: number; min: number; max: number; sum: number; count: number }

/**
 * Values of a device from `from` to `to` (ISO 8601). The longer the span the longer the buckets: values as they came up to
 * six hours, minutes up to a week, hours up to a quarter, days beyond. Each bucket keeps its extremes; empty ones are left out.
 */
export async function historyOf(tx: Tx, device: number, { from, to, channels }: Asked): Promise<DeviceHistory> {
  const spanMs = Date.parse(to) - Date.parse(from)
  const asked = channels ? channels.split(',').filter(Boolean) : (await rows<{ metric: string }>(tx, sql`select metric from device_latest where device_id = ${device} order by metric limit ${mostChannels}`)).map(({ metric }) => metric)
  const names = [...new Set(asked)].slice(0, mostChannels)
  if (spanMs <= 0 || names.length === 0) return { step: 'raw', stepMs: 0, series: names.map((metric) => ({ metric, points: [] })) }
  // Older than the shortest retention: values as they came may be gone, what was counted from them is not.
  const isOld = Date.parse(from) < Date.now() - mayBeGoneMs && !(await areKept(tx, from))
  const of = (step: DeviceHistory['step'], stepMs: number, found: readonly Found[]): DeviceHistory => ({
    step, stepMs, series: names.map((metric) => ({ metric, points: found.filter((one) => one.metric === metric).map(({ metric: _metric, ...point }) => point) })),
  })
  const where = sql`device_id = ${device} and metric = any(${names}::text[]) and at < ${to}::timestamptz`
  const within = sql`${where} and at >= ${from}::timestamptz`
  // Values may be there as what is counted from them alone: days that have no hours, hours before the first value.
  const isKeptByDay = async () => (await row(tx, sql`select 1 from telemetry_day d where ${where} and at > ${from}::timestamptz - interval '1 day'
    and not exists (select 1 from telemetry_hour h where h.device_id = d.device_id and h.metric = d.metric and h.at > d.at - interval '1 hour' and h.at < d.at + interval '1 day') limit 1`)) !== null
  const isCounted = async (first: Found | undefined) => {
    const until = first ? Date.parse(first.at) - hourMs : Date.parse(to)
    return (await row(tx, sql`select 1 from telemetry_hour where ${within} and at < to_timestamp(${until / 1000}) limit 1`)) !== null || (!first && (await isKeptByDay()))
  }
  if (!isOld && spanMs <= rawSpanMs) {
    const raw = await rows<Found>(tx, sql`select metric, at, value as mean, value as min, value as max, value as sum, 1 as count from telemetry where ${within} order by at limit ${mostRaw * names.length + 1}`)
    if (raw.length <= mostRaw * names.length && !(await isCounted(raw[0]))) return of('raw', 0, raw)
  }
  const bucketed = (bucket: Sql) => rows<Found>(tx, sql`select metric, ${bucket} as at, avg(value) as mean, min(value) as min, max(value) as max, sum(value) as sum, count(*)::int as count
    from telemetry where ${within} group by 1, 2 order by 2`)
  if (!isOld && spanMs <= minutesSpanMs) {
    const stepMs = steps.find((ms) => spanMs / ms <= mostBuckets) ?? steps.at(-1)!
    const minutes = await bucketed(sql`date_bin(${`${stepMs} milliseconds`}::interval, at, 'epoch'::timestamptz)`)
    if (!(await isCounted(minutes[0]))) return of('minutes', stepMs, minutes)
  }
  // A bucket counts when any of it lies within.
  const rolled = (table: 'telemetry_hour' | 'telemetry_day', stepMs: number) => rows<Found>(tx, sql`select metric, at, sum / count as mean, min, max, sum, count from ${sql.table(table)}
    where ${where} and at > ${from}::timestamptz - ${`${stepMs} milliseconds`}::interval order by at`)
  if (spanMs <= hoursSpanMs) {
    const hours = await rolled('telemetry_hour', hourMs)
    const isWhole = hours[0] !== undefined && Date.parse(hours[0].at) < Date.parse(from) + dayMs
    if (isWhole || !(await isKeptByDay())) return of('hour', hourMs, hours)
  }
  return of('day', dayMs, await rolled('telemetry_day', dayMs))
}
