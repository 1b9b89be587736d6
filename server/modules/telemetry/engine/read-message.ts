import { isUtf8 } from 'node:buffer'
import { channelOf, type Reading, type Reporting } from '#contract/devices/device-type.ts'
import type { MessageProblem } from '#contract/equipment/device-calls.ts'
import { timeOf, type Clock } from './device-time.ts'
import { keptText } from '#server/db/kept-text.ts'

export const mostBytes = 64 * 1024
const mostValues = 200
const mostReports = 500
const mostProblems = 20
const loggedLetters = 2000

export interface Point {
  metric: string
  at: number
  value: number
  clock: Clock
}
/** What a message says of one moment: each channel's value, in the order of the channels. */
export interface Moment {
  at: number
  clock: Clock
  /** Of each channel one; one list for all moments that have the same. */
  metrics: readonly string[]
  values: readonly number[]
}
/** A message as it was understood: what is stored of it, and what is wrong with the rest. */
export interface ReadMessage {
  points: Point[]
  problems: MessageProblem[]
}
/** The same moment by moment, which is a tenth of the objects. */
export interface ReadMoments {
  moments: Moment[]
  problems: MessageProblem[]
}
export const pointsOf = (moments: readonly Moment[]): Point[] =>
  moments.flatMap(({ at, clock, metrics, values }) =>
    metrics.map((metric, i) => ({ metric, at, value: values[i]!, clock })),
  )
/** Reports in our words of one message in another's. */
export type Translate = (
  message: unknown,
  complain: (code: MessageProblem['code'], about?: string) => void,
) => readonly unknown[]
type Report = { at: number; clock: Clock; values: Record<string, unknown> }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const byteOrderMark = '\uFEFF'
/**
 * What is wrong with a message so far; a class, because a closure for each message costs more than
 * reading it.
 */
class Problems {
  readonly list: MessageProblem[] = []
  add(code: MessageProblem['code'], channel?: string): void {
    if (this.list.length < mostProblems)
      this.list.push(channel === undefined ? { code } : { code, channel: keptText(channel, 60) })
  }
}

/**
 * Reads `{ ts, values }`, a list of such, or plain `{ channel: value }` (docs/devices.md). Never
 * throws: whatever is wrong
 * becomes a problem, and what is right beside it is kept. `now` in ms; `translate`: for a device
 * that speaks its maker's words.
 */
export function readMessage(
  type: Reporting,
  payload: Uint8Array,
  now: number,
  translate?: Translate,
): ReadMessage {
  const { moments, problems } = readMoments(type, payload, now, translate)
  return { points: pointsOf(moments), problems }
}
/** The same, moment by moment. */
export function readMoments(
  type: Reporting,
  payload: Uint8Array,
  now: number,
  translate?: Translate,
): ReadMoments {
  const problems = new Problems()
  const read: ReadMoments = { moments: [], problems: problems.list }
  const content = contentOf(payload, problems)
  if (content === undefined) return read
  const said: unknown[] = Array.isArray(content) ? content : [content]
  if (said.length > mostReports) return (problems.add('tooMany'), read)
  const list = translate
    ? said.flatMap((one) => translate(one, (code, about) => problems.add(code, about)))
    : said
  for (const one of list) {
    const report = reportOf(one, now, problems)
    if (!report) continue
    const channels = Object.keys(report.values)
    if (channels.length > mostValues) {
      problems.add('tooMany')
      continue
    }
    const metrics: string[] = []
    const values: number[] = []
    for (const channel of channels) {
      const number = valueOf(type, channel, report.values[channel], problems)
      if (number === null) continue
      metrics.push(channel)
      values.push(number)
    }
    if (metrics.length > 0)
      read.moments.push({ at: report.at, clock: report.clock, metrics: shared(metrics), values })
  }
  if (read.moments.length === 0 && read.problems.length === 0) problems.add('empty')
  return read
}

const mostLists = 2000
const lists = new Map<string, readonly string[]>()
let latest: readonly string[] = []
function isLatest(metrics: readonly string[]): boolean {
  if (metrics.length !== latest.length) return false
  for (let i = 0; i < metrics.length; i++) if (metrics[i] !== latest[i]) return false
  return true
}
/**
 * A device says the same channels each time: their list is kept once while thousands wait. That of
 * the message before is looked at first, as its name is longer to make than the rest of this.
 */
function shared(metrics: readonly string[]): readonly string[] {
  if (isLatest(metrics)) return latest
  const key = metrics.join(' ')
  latest = lists.get(key) ?? metrics
  if (lists.size >= mostLists) lists.clear()
  lists.set(key, latest)
  return latest
}
const channels = new WeakMap<Reporting, Map<string, Reading>>()
/** The reading of a channel; what a type has not is looked for each time, as that has no bound. */
function readingOf(type: Reporting, channel: string): Reading | null {
  let known = channels.get(type)
  if (!known) channels.set(type, (known = new Map()))
  const found = known.get(channel)
  if (found) return found
  const { reading } = channelOf(type, channel) ?? {}
  if (!reading) return null
  known.set(channel, reading)
  return reading
}

const bufferOf = (payload: Uint8Array) =>
  Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(payload.buffer, payload.byteOffset, payload.length)
function contentOf(payload: Uint8Array, problems: Problems): unknown {
  if (payload.length > mostBytes) return problems.add('tooLarge')
  if (!isUtf8(payload)) return problems.add('json')
  try {
    const text = bufferOf(payload).toString('utf8')
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text) as unknown
  } catch {
    // NaN and nesting deeper than the parser's stack end here too.
    return problems.add('json')
  }
}

function reportOf(one: unknown, now: number, problems: Problems): Report | null {
  if (!isRecord(one)) return (problems.add('shape'), null)
  if (!('values' in one)) return { at: now, clock: 1, values: one }
  if (!isRecord(one.values)) return (problems.add('shape'), null)
  const time = timeOf(one.ts, now)
  if ('refused' in time) return (problems.add(time.refused), null)
  if (time.clock === 2) problems.add('clockAhead')
  return { ...time, values: one.values }
}

function valueOf(
  type: Reporting,
  channel: string,
  value: unknown,
  problems: Problems,
): number | null {
  const reading = readingOf(type, channel)
  if (!reading || reading.isCalculated) return (problems.add('unknown', channel), null)
  const { min, max, isSwitch, states } = reading
  const number = isSwitch && typeof value === 'boolean' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    return (problems.add('type', channel), null)
  if (number < min || number > max) return (problems.add('range', channel), null)
  if ((isSwitch || states) && !Number.isInteger(number))
    return (problems.add('type', channel), null)
  // -0 and 0 are one value to people and two to a comparison.
  return number + 0
}

/**
 * The beginning of a payload as the raw log keeps it: text that PostgreSQL takes, whatever came.
 */
export const loggedText = (payload: Uint8Array) =>
  bufferOf(payload).toString('utf8', 0, loggedLetters).replaceAll('\u0000', '\u2400')
