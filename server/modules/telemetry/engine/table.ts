import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { channelOf, type DeviceType, type Reading } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { mostSheetRows } from '#contract/platform/platform-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { channelTitle, rowKind, rowKindTitle, timeTitle } from '#server/i18n/labels.ts'
import { calculatedWords } from './calculated-words.ts'
import { grownWithin, overHours } from './counted.ts'
import { bearingOf, grownBy } from './figures.ts'

interface TableAsked {
  id: number
  deviceType: string
  from: string
  to: string
  channels?: string | null | undefined
  language: Language
}
export type Line = (string | number | null)[]
/** Values as they came, or what is counted of an hour or a day where those are kept no longer. */
type Step = 'raw' | 'hour' | 'day'
/** A part of a span that is told in one way; ms. */
interface Stretch {
  step: Step
  from: number
  to: number
}
interface Rolled {
  count: number
  min: number
  max: number
  sum: number
  east: number | null
  north: number | null
  /** What was counted on within it, and its ends, so that nothing between two of them is lost. */
  grown: number
  first: number
  last: number
  /** Over time, of a day whose hours are there. */
  mean: number | null
}

const fetchRows = 5000
const hourMs = 3_600_000
/** What a row of an hour or a day says, in this order; each reading stands in those that it has. */
const kinds = ['mean', 'min', 'max', 'sum'] as const
type RowKind = (typeof kinds)[number]
const figure: Readonly<Record<RowKind, (reading: Reading, of: Rolled) => number | null>> = {
  mean: (
    { isAmount, isCounter, isBearing, isDirection, states },
    { sum, count, east, north, mean },
  ) =>
    isAmount || isCounter || isDirection || states
      ? null
      : isBearing
        ? bearingOf(east, north, count)
        : (mean ?? sum / count),
  min: ({ isAmount, isBearing }, { min }) => (isAmount || isBearing ? null : min),
  max: ({ isAmount, isBearing }, { max }) => (isAmount || isBearing ? null : max),
  sum: ({ isAmount, isCounter }, { sum, grown }) => (isAmount ? sum : isCounter ? grown : null),
}

/**
 * The channels that are asked for, or all that the device ever spoke of, in the order in which
 * screens show them. Errors: 422 for channels that its type has not.
 */
async function metricsOf(
  tx: Tx,
  type: DeviceType,
  { id, channels }: TableAsked,
): Promise<string[]> {
  const asked = channels?.split(',').filter(Boolean)
  if (asked?.some((metric) => !channelOf(type, metric)))
    throw invalidFields({ channels: { code: 'field.invalid' } })
  const known =
    asked ??
    (
      await rows<{ metric: string }>(
        tx,
        sql`select metric from device_latest where device_id = ${id}`,
      )
    ).map(({ metric }) => metric)
  const order = Object.keys(type.readings)
  const found = known.flatMap((metric) => {
    const channel = channelOf(type, metric)
    return channel && !channel.reading.isInternal
      ? [
          {
            metric,
            place: order.indexOf(channel.name),
            number: channel.layer ?? channel.circuit ?? 0,
          },
        ]
      : []
  })
  return found.sort((a, b) => a.place - b.place || a.number - b.number).map(({ metric }) => metric)
}

/**
 * The whole of a span, each moment told once: by the values where all that were counted are still
 * there, else by hours,
 * else by days. `coarsest`: hours are left out too, for what has to be short.
 */
async function stretchesOf(
  tx: Tx,
  metrics: readonly string[],
  { id, from, to }: TableAsked,
  timeZone: string,
  coarsest: boolean,
): Promise<Stretch[]> {
  const of = sql`device_id = ${id} and metric = any(${metrics}::text[])`
  interface Part {
    at: string
    ends: string
    count: number
    raw: number
    hours: number
  }
  const days = await rows<Part>(
    tx,
    sql`with d as (
      select at, ((at at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone} as ends, sum(count) as count from telemetry_day
      where ${of} and at < ${to}::timestamptz and at > ${from}::timestamptz - interval '25 hours' group by 1
    ) select at, ends, count::float8, (select count(*) from telemetry where ${of} and at >= d.at
      and at < d.ends)::float8 as raw,
      (select coalesce(sum(h.count), 0) from telemetry_hour h where ${of}
      and at > d.at - interval '1 hour' and at < d.ends)::float8 as hours
    from d where ends > ${from}::timestamptz order by at`,
  )
  const parts: Stretch[] = []
  let reached = Date.parse(from)
  const add = (step: Step, start: number, end: number) => {
    const last = parts.at(-1)
    if (last?.step === step && last.to === start) last.to = end
    else if (end > start) parts.push({ step, from: start, to: end })
    reached = end
  }
  for (const { at, ends, count, raw, hours } of days) {
    const [start, end] = [Date.parse(at), Date.parse(ends)]
    if (raw >= count) continue
    if (start > reached) add('raw', reached, start)
    if (hours < count || coarsest) {
      add('day', start, end)
      continue
    }
    const found =
      raw === 0
        ? []
        : await rows<Part>(
            tx,
            sql`select h.at, sum(h.count)::float8 as count, (select count(*) from telemetry t
              where ${of} and t.at >= h.at and t.at < h.at + interval '1 hour')::float8 as raw
      from telemetry_hour h where ${of} and h.at >= ${at}::timestamptz
      and h.at < ${ends}::timestamptz group by 1 order by 1`,
          )
    const begins = Math.max(start, Math.floor(Date.parse(from) / hourMs) * hourMs)
    // What is trimmed goes from the oldest on: hours up to the first whole one, values from there
    // on.
    const whole = found.find((one) => one.raw >= one.count)
    add('hour', begins, whole ? Math.max(begins, Date.parse(whole.at)) : end)
  }
  if (Date.parse(to) > reached) add('raw', reached, Date.parse(to))
  return parts
}

const between = ({ id }: TableAsked, metrics: readonly string[], { from, to }: Stretch) =>
  sql`device_id = ${id} and metric = any(${metrics}::text[]) and at >= to_timestamp(${from / 1000})
    and at < to_timestamp(${to / 1000})`

interface MeasuredTable {
  titles: string[]
  /** How many lines a file would have; counts to the most that a workbook holds, and one more. */
  lines: number
  /** Hands the lines out in parts, with the time (ms) up to which they are told. */
  each(take: (lines: Line[], upTo: number) => Promise<void> | void): Promise<void>
}

/**
 * What a device measured over a span, a line per time and a column per channel, and what each line
 * is. `isShort`: where
 * hours would be too many lines for a workbook, days stand for them. Errors: 422 for channels that
 * its type has not.
 */
export async function measuredOf(
  tx: Tx,
  asked: TableAsked,
  isShort: boolean,
): Promise<MeasuredTable> {
  const { deviceType, language } = asked
  const type: DeviceType = deviceTypeNamed(deviceType)
  const metrics = await metricsOf(tx, type, asked)
  const { timeZone, holdSeconds } = (await row<{ timeZone: string; holdSeconds: number }>(
    tx,
    sql`select n.time_zone, d.report_minutes * 120 as hold_seconds from tenant n
      join device d on d.id = ${asked.id} where n.id = furrow_tenant()`,
  ))!
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const readings = metrics.map((metric) => channelOf(type, metric)!.reading)
  const none: Rolled = {
    count: 1,
    min: 0,
    max: 0,
    sum: 0,
    east: 0,
    north: 1,
    grown: 0,
    first: 0,
    last: 0,
    mean: null,
  }
  const asksFor = kinds.filter((kind) =>
    readings.some((reading) => figure[kind](reading, none) !== null),
  )
  const end = Date.parse(asked.to)
  const countOf = async (parts: readonly Stretch[]) => {
    let all = 0
    for (const part of parts) {
      const times = await row<{ count: number }>(
        tx,
        sql`select count(*) as count from (select distinct at
          from ${sql.table(part.step === 'raw' ? 'telemetry' : `telemetry_${part.step}`)}
          where ${between(asked, metrics, part)} limit ${mostSheetRows + 1}) t`,
      )
      all += times!.count * (part.step === 'raw' ? 1 : asksFor.length)
    }
    return all
  }
  let parts = await stretchesOf(tx, metrics, asked, timeZone, false)
  let lines = await countOf(parts)
  if (isShort && lines > mostSheetRows && parts.some(({ step }) => step === 'hour')) {
    parts = await stretchesOf(tx, metrics, asked, timeZone, true)
    lines = await countOf(parts)
  }
  const rolledLines = (
    step: Exclude<Step, 'raw'>,
    at: string,
    counted: Record<string, Rolled>,
    stood: Map<string, number>,
  ): Line[] => {
    const values: Record<string, Rolled> = {}
    for (const [metric, one] of Object.entries(counted)) {
      const before = stood.get(metric)
      const between = before === undefined ? 0 : grownBy(before, one.first)
      values[metric] = { ...one, grown: one.grown + between }
      stood.set(metric, one.last)
    }
    return asksFor.map((kind) => [
      clock.format(new Date(at)),
      rowKind(step, kind, language),
      ...metrics.map((metric, i) =>
        values[metric] ? figure[kind](readings[i]!, values[metric]) : null,
      ),
    ])
  }
  // A circuit is called in a file as it is everywhere else.
  const circuits = new Map(
    (
      await rows<{ channel: string; name: string }>(
        tx,
        sql`select channel, name from device_switch where device_id = ${asked.id} and coalesce(name, '') <> ''`,
      )
    ).map(({ channel, name }) => [channel, name]),
  )
  const words = new Map((await calculatedWords(tx, [asked.id])).map((one) => [one.metric, one]))
  return {
    titles: [
      timeTitle(language),
      rowKindTitle(language),
      ...metrics.map(
        (metric) =>
          circuits.get(metric) ??
          channelTitle(deviceType, type, metric, language, words.get(metric)),
      ),
    ],
    lines,
    each: async (take) => {
      // Where each stood last, whatever told it: what a meter counted since belongs to the next row.
      const stood = new Map<string, number>()
      for (const part of parts) {
        const values =
          part.step === 'raw'
            ? sql`jsonb_object_agg(metric, value)`
            : sql`jsonb_object_agg(metric, jsonb_build_object('count', count, 'min', min, 'max',
              max, 'sum', sum, 'east', east, 'north', north, 'first', first, 'last', last,
          'mean', ${part.step === 'day' ? overHours(timeZone, holdSeconds) : sql`null`},
          'grown', ${grownWithin(sql`d`)}))`
        await sql`declare measured no scroll cursor for select at, ${values} as values
          from ${sql.table(part.step === 'raw' ? 'telemetry' : `telemetry_${part.step}`)} d
          where ${between(asked, metrics, { ...part, to: Math.min(part.to, end) })} group by at order by at`.execute(
          tx,
        )
        for (;;) {
          const found = await rows<{ at: string; values: Record<string, number | Rolled> }>(
            tx,
            sql`fetch ${sql.raw(String(fetchRows))} from measured`,
          )
          if (found.length === 0) break
          const told = found.flatMap(({ at, values: of }): Line[] => {
            if (part.step !== 'raw')
              return rolledLines(part.step, at, of as Record<string, Rolled>, stood)
            for (const metric in of) stood.set(metric, of[metric] as number)
            return [
              [
                clock.format(new Date(at)),
                rowKind('raw', null, language),
                ...metrics.map((metric) => (of[metric] as number | undefined) ?? null),
              ],
            ]
          })
          await take(told, Date.parse(found.at(-1)!.at))
        }
        await sql`close measured`.execute(tx)
      }
    },
  }
}

/**
 * The same as one list, under its titles. Errors: 422 above 20,000 lines and for channels that its
 * type has not.
 */
export async function measuredTable(tx: Tx, asked: TableAsked): Promise<Line[]> {
  const { titles, lines, each } = await measuredOf(tx, asked, true)
  if (lines > mostSheetRows) throw unprocessable('export.too_long', { most: mostSheetRows })
  const all: Line[] = [titles]
  await each((some) => {
    all.push(...some)
  })
  return all
}
