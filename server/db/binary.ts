/**
 * Lists as PostgreSQL's own binary arrays: what a Buffer carries is neither written out nor read
 * back as text, which for
 * thousands of values costs more than storing them. Each is for a parameter with its type said:
 * `${bigints(ids)}::bigint[]`.
 */
const oids = {
  smallint: 21,
  integer: 23,
  bigint: 20,
  double: 701,
  text: 25,
  timestamptz: 1184,
} as const
const headBytes = 20
const wordRange = 2 ** 32
const epoch2000 = Date.UTC(2000, 0, 1)

/** One dimension, counted from 1, without nulls. */
function arrayOf(count: number, bodyBytes: number, type: keyof typeof oids): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + bodyBytes)
  for (const [i, word] of [1, 0, oids[type], count, 1].entries()) bytes.writeInt32BE(word, 4 * i)
  return bytes
}
type Write = (bytes: Buffer, value: number, at: number) => unknown
function fixed(
  values: readonly number[],
  width: number,
  type: keyof typeof oids,
  write: Write,
): Buffer {
  const bytes = arrayOf(values.length, values.length * (4 + width), type)
  let at = headBytes
  for (const value of values) {
    bytes.writeInt32BE(width, at)
    write(bytes, value, at + 4)
    at += 4 + width
  }
  return bytes
}
const writeLong: Write = (bytes, value, at) => {
  bytes.writeInt32BE(Math.floor(value / wordRange), at)
  bytes.writeUInt32BE(value >>> 0, at + 4)
}

export const smallints = (values: readonly number[]): Buffer =>
  fixed(values, 2, 'smallint', (bytes, value, at) => bytes.writeInt16BE(value, at))
export const integers = (values: readonly number[]): Buffer =>
  fixed(values, 4, 'integer', (bytes, value, at) => bytes.writeInt32BE(value, at))
/** Whole numbers that JavaScript has exactly. */
export const bigints = (values: readonly number[]): Buffer => fixed(values, 8, 'bigint', writeLong)
export const doubles = (values: readonly number[]): Buffer =>
  fixed(values, 8, 'double', (bytes, value, at) => bytes.writeDoubleBE(value, at))
/** A time in ms since 1970 as PostgreSQL keeps it: microseconds since 2000. */
export const microseconds = (ms: number): number => Math.round((ms - epoch2000) * 1000)
/** Times in ms since 1970, as `timestamptz`. */
export const times = (values: readonly number[]): Buffer =>
  fixed(values, 8, 'timestamptz', (bytes, ms, at) => writeLong(bytes, microseconds(ms), at))
export function texts(values: readonly string[]): Buffer {
  const bytes = arrayOf(
    values.length,
    values.reduce((sum, value) => sum + 4 + Buffer.byteLength(value), 0),
    'text',
  )
  let at = headBytes
  for (const value of values) {
    const length = bytes.write(value, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + length
  }
  return bytes
}
