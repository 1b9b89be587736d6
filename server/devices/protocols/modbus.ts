import { msOf } from '#contract/devices/report-time.ts'
import type { Complain, Protocol, Order, Report, Totals } from '../driver.ts'
import { answerFrame, readAnswer, readFrame, writeFrame } from './modbus-frame.ts'
import { isRecord, scaled } from './shape.ts'

/** A holding register, and the channel that it is to us. */
export interface Register {
  at: number
  channel: string
  /** By which its word is multiplied to be in the reading's unit. */
  scale?: number
  isSigned?: true
  /** Two words, the high one first. */
  isLong?: true
  /** What its word stands for where that is no number; null where it stands for nothing. */
  meaning?: (word: number) => number | null
  /** Rises for as long as the device runs, while the reading is what came since the last report. */
  isTotal?: true
  /** A word that it could hold, where a hundred means nothing. */
  example?: number
}
/**
 * `polls`: what is asked for a report, first registers and counts. `write`: the register and the
 * word that an order is.
 */
interface Words {
  registers: readonly Register[]
  polls: readonly (readonly [from: number, count: number])[]
  write?: (order: Order) => readonly [register: number, word: number] | null
}

const mostFrames = 64
/** The Modbus specification's names of exceptions (MODBUS Application Protocol V1.1b3, §7). */
const exceptions: Readonly<Record<number, string>> = {
  1: 'illegal function',
  2: 'illegal address',
  3: 'illegal value',
  4: 'device failure',
  5: 'acknowledge',
  6: 'device busy',
  8: 'memory parity',
  10: 'gateway path',
  11: 'gateway target',
}
const exceptionText = (code: number) =>
  `0x${code.toString(16).padStart(2, '0')} ${exceptions[code] ?? ''}`.trim()
const registerText = (at: unknown) =>
  Number.isSafeInteger(at) && (at as number) >= 0
    ? `0x${(at as number).toString(16).padStart(4, '0')}`
    : undefined

function valueOf(
  { at, scale = 1, isSigned, isLong, meaning }: Register,
  from: number,
  words: readonly number[],
): number | null {
  const word = words[at - from]
  const low = words[at - from + 1]
  if (word === undefined || (isLong && low === undefined)) return null
  if (meaning) return meaning(word)
  const whole = isLong ? word * 0x1_0000 + low! : isSigned && word > 0x7fff ? word - 0x1_0000 : word
  return scaled(whole, scale)
}
/**
 * What a total has risen by since the device's last report; null while that is unknown, and for
 * what comes late. A lower one has begun anew.
 */
function risen(totals: Totals, channel: string, total: number, at: number): number | null {
  const last = totals.get(channel)
  if (last && at <= last.at) return null
  totals.set(channel, { at, total })
  return last ? scaled(total >= last.total ? total - last.total : total, 1) : null
}

/**
 * Registers as a DTU or a gateway passes them on: `{ ts, modbus: [{ from: 500, frame: "0103…" }]
 * }`, frames of Modbus RTU as
 * hexadecimal text with their CRC, `from` the first register that was asked for. Orders go out as
 * `{ modbus: "0106…" }`, a
 * call for a report as the frames that ask for the registers. Modbus RTU, functions 03, 04 and 06.
 */
export function modbus({ registers, polls, write }: Words): Protocol {
  const decode = (message: unknown, complain: Complain, totals: Totals): Report[] => {
    if (!isRecord(message) || !Array.isArray(message.modbus)) return (complain('dialect'), [])
    if (message.modbus.length > mostFrames) return (complain('tooMany'), [])
    const values: Record<string, unknown> = {}
    // A clock that runs ahead must not make all that follows late.
    const at = Math.min(msOf(message.ts) || Infinity, Date.now())
    for (const one of message.modbus as unknown[]) {
      const { from, frame } = isRecord(one) ? one : {}
      const answer = readAnswer(frame)
      if ('problem' in answer) complain(answer.problem, registerText(from))
      else if ('exception' in answer) complain('exception', exceptionText(answer.exception))
      else if ('words' in answer) {
        const start = Number.isSafeInteger(from) ? (from as number) : -1
        const own = registers.filter(
          ({ at }) => start >= 0 && at >= start && at < start + answer.words.length,
        )
        if (own.length === 0) complain('register', registerText(from))
        for (const register of own) {
          const value = valueOf(register, start, answer.words)
          const told =
            value === null || !register.isTotal ? value : risen(totals, register.channel, value, at)
          if (told !== null) values[register.channel] = told
        }
      }
    }
    return Object.keys(values).length > 0 ? [{ ts: message.ts, values }] : []
  }
  const encode = (order: Order) => {
    if (order.actuator === 'report')
      return { modbus: polls.map(([from, count]) => readFrame(from, count)) }
    const written = write?.(order)
    return written ? { modbus: writeFrame(...written) } : null
  }
  const [from, count] = polls[0]!
  const words = Array.from({ length: count }, (_, i) => {
    const register = registers.find(({ at, isLong }) => at === from + i - (isLong ? 1 : 0))
    return register && !(register.isLong && register.at === from + i)
      ? (register.example ?? 100)
      : 0
  })
  const channels = [...new Set(registers.map(({ channel }) => channel))]
  return { decode, encode, channels, example: { modbus: [{ from, frame: answerFrame(words) }] } }
}
