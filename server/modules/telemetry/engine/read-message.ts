import { isUtf8 } from 'node:buffer'
import { channelOf, type Reporting } from '#contract/devices/device-type.ts'
import type { MessageProblem } from '#contract/equipment/device-calls.ts'
import { timeOf, type Clock } from './device-time.ts'

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
/** A message as it was understood: what is stored of it, and what is wrong with the rest. */
export interface ReadMessage {
  points: Point[]
  problems: MessageProblem[]
}
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
      this.list.push(
        channel === undefined
          ? { code }
          : { code, channel: channel.slice(0, 60).replaceAll('\u0000', '\u2400').toWellFormed() },
      )
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
  const problems = new Problems()
  const read: ReadMessage = { points: [], problems: problems.list }
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
    const entries = Object.entries(report.values)
    if (entries.length > mostValues) {
      problems.add('tooMany')
      continue
    }
    for (const [channel, value] of entries) {
      const number = valueOf(type, channel, value, problems)
      if (number !== null)
        read.points.push({ metric: channel, at: report.at, value: number, clock: report.clock })
    }
  }
  if (read.points.length === 0 && read.problems.length === 0) problems.add('empty')
  return read
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
  const found = channelOf(type, channel)
  if (!found || found.reading.isCalculated) return (problems.add('unknown', channel), null)
  const { min, max, isSwitch, states } = found.reading
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
