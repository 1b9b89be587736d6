import { sql } from 'kysely'
import { mostChannels, type DeviceHistory } from '#contract/equipment/device-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { countRolled, countValues, type Measured } from './counted.ts'
import { joined, pointsOf, readingAt, summaryOf, type Counted } from './figures.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const rawSpanMs = 6 * hourMs
const minutesSpanMs = 7 * dayMs
const hoursSpanMs = 92 * dayMs
/** Buckets of a channel that a chart has room for. */
const mostBuckets = 500
/** Raw values of a channel in one answer; a device that reports more often gets buckets. */
const mostRaw = 2000
/**
 * Values that hours and days are worked out from; of more the counts of ingest are taken, each
 * hour's mean over its reports.
 */
const mostWeighed = 200_000
const steps = [1, 5, 10, 15, 30].map((minutes) => minutes * 60_000)

const mayBeGoneMs = 89 * dayMs

/** `atLeast`: no finer, so that what several devices measured lies in the same buckets. */
interface Asked {
  from: string
  to: string
  channels?: string
  mostPoints?: number
  atLeast?: Exclude<DeviceHistory['step'], 'raw'>
}
interface About {
  deviceType: string
  reportMinutes: number
  timeZone: string
  isKept: boolean
  firstDay: string
  lastDay: string
}
type Steps = Pick<DeviceHistory, 'step' | 'stepMs'>

/**
 * Values of a device from `from` to `to` (ISO 8601). The longer the span the longer the buckets:
 * values as they came up to
 * six hours (up to `mostPoints` of a channel where that is said), minutes up to a week, hours up to
 * a quarter, days beyond.
 * Each bucket keeps its extremes; empty ones are left out. What means and sums are:
 * contract/equipment/device-calls.ts.
 */
export async function historyOf(
  tx: Tx,
  device: number,
  { from, to, channels, mostPoints, atLeast }: Asked,
): Promise<DeviceHistory> {
  const spanMs = Date.parse(to) - Date.parse(from)
  const asked = channels
    ? channels.split(',').filter(Boolean)
    : (
        await rows<{ metric: string }>(
          tx,
          sql`select metric from device_latest where device_id = ${device} order by metric limit ${mostChannels}`,
        )
      ).map(({ metric }) => metric)
  const names = [...new Set(asked)].slice(0, mostChannels)
  const about = await row<About>(
    tx,
    sql`select d.device_type, d.report_minutes, n.time_zone,
      ${from}::timestamptz >= now() - make_interval(months => n.telemetry_months) as is_kept,
    date_trunc('day', ${from}::timestamptz, n.time_zone) as first_day, (date_trunc('day',
    ${to}::timestamptz - interval '1 microsecond',
    n.time_zone) at time zone n.time_zone + interval '1 day') at time zone n.time_zone as last_day
    from device d join tenant n on n.id = d.tenant_id where d.id = ${device}`,
  )
  if (spanMs <= 0 || names.length === 0 || !about)
    return {
      step: 'raw',
      stepMs: 0,
      series: names.map((metric) => ({ metric, points: [], summary: null })),
    }
  // Older than the shortest retention: values as they came may be gone, what was counted from them
  // is not.
  const isOld = Date.parse(from) < Date.now() - mayBeGoneMs && !about.isKept
  const span: Measured = {
    device,
    metrics: names,
    from,
    to,
    holdSeconds: about.reportMinutes * 120,
    timeZone: about.timeZone,
  }
  const of = (steps: Steps, counted: readonly Counted[], raw?: readonly Raw[]): DeviceHistory => ({
    ...steps,
    series: names.map((metric) => {
      const own = counted.filter((one) => one.metric === metric)
      const reading = readingAt(about.deviceType, metric)
      const points = raw
        ? rawPoints(raw, metric, reading?.isBearing ?? false)
        : pointsOf(reading, own)
      return {
        metric,
        points,
        summary: own.some(({ count }) => count > 0) ? summaryOf(reading, joined(own)) : null,
      }
    }),
  })
  const where = sql`device_id = ${device} and metric = any(${names}::text[]) and at < ${to}::timestamptz`
  const within = sql`${where} and at >= ${from}::timestamptz`
  // Values may be there as what is counted from them alone: days that have no hours, hours before
  // the first value.
  const isKeptByDay = async () =>
    (await row(
      tx,
      sql`select 1 from telemetry_day d where ${where} and at > ${from}::timestamptz - interval '1 day'
    and not exists (select 1 from telemetry_hour h where h.device_id = d.device_id
    and h.metric = d.metric and h.at > d.at - interval '1 hour' and h.at < d.at + interval '1 day') limit 1`,
    )) !== null
  const isCounted = async (first: { at: string } | undefined) => {
    const until = first ? Date.parse(first.at) - hourMs : Date.parse(to)
    return (
      (await row(
        tx,
        sql`select 1 from telemetry_hour where ${within} and at < to_timestamp(${until / 1000}) limit 1`,
      )) !== null ||
      (!first && (await isKeptByDay()))
    )
  }
  if (!isOld && !atLeast && (mostPoints || spanMs <= rawSpanMs)) {
    const most = (mostPoints ?? mostRaw) * names.length
    const raw = await rows<Raw>(
      tx,
      sql`select metric, at, value from telemetry where ${within} order by at limit ${most + 1}`,
    )
    if (raw.length <= most && !(await isCounted(raw[0])))
      return of({ step: 'raw', stepMs: 0 }, await countValues(tx, span, dayMs), raw)
  }
  if (!isOld && (!atLeast || atLeast === 'minutes') && spanMs <= minutesSpanMs) {
    const stepMs = steps.find((ms) => spanMs / ms <= mostBuckets) ?? steps.at(-1)!
    const minutes = await countValues(tx, span, stepMs)
    if (!(await isCounted(minutes[0]))) return of({ step: 'minutes', stepMs }, minutes)
  }
  const hours = await countRolled(tx, span, 'telemetry_hour')
  if (spanMs <= hoursSpanMs && atLeast !== 'day') {
    const isWhole = hours[0] !== undefined && Date.parse(hours[0].at) < Date.parse(from) + dayMs
    const edges = {
      from: new Date(Math.floor(Date.parse(from) / hourMs) * hourMs).toISOString(),
      to: new Date(Math.ceil(Date.parse(to) / hourMs) * hourMs).toISOString(),
    }
    if (isWhole || !(await isKeptByDay()))
      return of(
        { step: 'hour', stepMs: hourMs },
        better(hours, await weighed(tx, { ...span, ...edges }, hourMs, hours)),
      )
  }
  const whole = { ...span, from: about.firstDay, to: about.lastDay }
  const days = await countRolled(tx, span, 'telemetry_day')
  return of(
    { step: 'day', stepMs: dayMs },
    better(
      better(days, inDays(await countRolled(tx, whole, 'telemetry_hour'), days)),
      await weighed(tx, whole, 'day', days),
    ),
  )
}

interface Raw {
  metric: string
  at: string
  value: number
}
const rawPoints = (raw: readonly Raw[], metric: string, isBearing: boolean) =>
  raw
    .filter((one) => one.metric === metric)
    .map(({ at, value }) => ({
      at,
      mean: value,
      min: isBearing ? null : value,
      max: isBearing ? null : value,
      sum: isBearing ? null : value,
      count: 1,
    }))

/** Buckets from the values themselves, unless there are too many. */
async function weighed(
  tx: Tx,
  span: Measured,
  step: typeof hourMs | 'day',
  rolled: readonly Counted[],
): Promise<Counted[]> {
  return rolled.reduce((all, { count }) => all + count, 0) > mostWeighed
    ? []
    : countValues(tx, span, step)
}
const keyOf = ({ metric, at }: Counted) => `${metric} ${Date.parse(at)}`
/**
 * The finer of two accounts of each bucket, where it lacks no value. What only the finer knows of
 * are times that a value held for.
 */
function better(coarse: readonly Counted[], finer: readonly Counted[]): Counted[] {
  const known = new Map(finer.map((one) => [keyOf(one), one]))
  const all = coarse.map((one) => {
    const found = known.get(keyOf(one))
    return found && found.count >= one.count ? found : one
  })
  return [...all, ...finer.filter(({ count }) => count === 0)].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
}
/** Hours joined to the days that they lie in. */
function inDays(hours: readonly Counted[], days: readonly Counted[]): Counted[] {
  const parts = new Map<string, Counted[]>()
  for (const day of days) parts.set(keyOf(day), [])
  const starts = new Map<string, number[]>()
  for (const { metric, at } of days)
    starts.set(metric, [...(starts.get(metric) ?? []), Date.parse(at)])
  for (const hour of hours) {
    const start = (starts.get(hour.metric) ?? []).findLast((at) => at <= Date.parse(hour.at))
    if (start !== undefined) parts.get(`${hour.metric} ${start}`)?.push(hour)
  }
  return days.flatMap((day) => {
    const own = parts.get(keyOf(day))!
    return own.length === 0 ? [] : [{ ...joined(own), at: day.at }]
  })
}
