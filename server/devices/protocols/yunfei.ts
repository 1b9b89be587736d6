import type { Complain, Protocol, Order, Report } from '../driver.ts'
import { chinaTime, isRecord, numberOf, scaled } from './shape.ts'

/** Numbers of a message's `ext` by their names; what is none is left out. */
export type Ext = Readonly<Record<string, number | undefined>>
/**
 * `read`: what the numbers of a status or of data are to us. `ext`: the fields that carry an order,
 * under `power` or `paramconf`.
 */
interface Words {
  example: Readonly<Record<string, number>>
  read: (ext: Ext) => Record<string, number | null | undefined>
  order?: (
    order: Order,
  ) => { cmd: 'power' | 'paramconf'; ext: Readonly<Record<string, number | undefined>> } | null
}

/** `dtype` of killing lamps, which call some things otherwise than forecast lamps do. */
export const killing = 2
const said = new Set(['status', 'data'])
const mostFields = 200
/** Signal quality as modems give it: 99 says that it is not known. */
const unknownSignal = 99
/**
 * Above it a voltage can only be in millivolts: the killing lamps say 12800 where the sex lures say
 * 12.8.
 */
const mostVolts = 100
export const volts = (value: number | undefined) =>
  value === undefined || value < mostVolts ? value : scaled(value, 0.001)
export const signal = (csq: number | undefined) => (csq === unknownSignal ? undefined : csq)

/**
 * What a picture's recognition found: `10,1#12,2` is one of kind 10 and two of kind 12. Null where
 * it does not say so.
 */
export function recognised(result: unknown): number | null {
  if (typeof result !== 'string' || !/^(\d{1,6},\d{1,6}(#|$))*$/.test(result)) return null
  return result
    .split('#')
    .filter(Boolean)
    .reduce((sum, kind) => sum + Number(kind.split(',')[1]), 0)
}

/**
 * Yunfei's lamps, after its device documents cbd-sq, scd-sq and xycb: `{ cmd, ext }`, or the same
 * within `{ topic, payload }` as it is pushed over HTTP. `stamp` is
 * yyyyMMddHHmmss on China's clock; counts begin anew with each report. Orders go out as `power` and
 * `paramconf`, a call for a
 * report as `read`. A recognised picture comes apart, as `{ imei, Result }`.
 */
export function yunfei({ read, order, example }: Words): Protocol {
  const decode = (message: unknown, complain: Complain): Report[] => {
    const whole = isRecord(message) && isRecord(message.payload) ? message.payload : message
    if (!isRecord(whole)) return (complain('dialect'), [])
    if ('Result' in whole) {
      const insects = recognised(whole.Result)
      return insects === null ? (complain('dialect', 'Result'), []) : [{ values: { insects } }]
    }
    const { cmd, ext } = whole
    if (typeof cmd !== 'string' || !said.has(cmd))
      return (complain('dialect', typeof cmd === 'string' ? cmd : undefined), [])
    if (!isRecord(ext)) return (complain('dialect', cmd), [])
    if (Object.keys(ext).length > mostFields) return (complain('tooMany'), [])
    const numbers = Object.fromEntries(
      Object.entries(ext).flatMap(([name, value]) => {
        const number = numberOf(value)
        return number === null ? [] : [[name, number]]
      }),
    )
    const values = Object.fromEntries(
      Object.entries(read(numbers)).filter(([, value]) => value !== undefined && value !== null),
    )
    return [
      { ts: chinaTime(typeof ext.stamp === 'number' ? String(ext.stamp) : ext.stamp), values },
    ]
  }
  const encode = (given: Order) =>
    given.actuator === 'report' ? { cmd: 'read', ext: {} } : (order?.(given) ?? null)
  // Either kind of lamp, and the counter of pictures, which any of them may have.
  const channels = [
    ...new Set([...Object.keys(read({})), ...Object.keys(read({ dtype: killing })), 'insects']),
  ]
  return { decode, encode, channels, example: { cmd: 'data', ext: example } }
}
