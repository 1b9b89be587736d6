import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30
const digits = 6
/** Clocks of phones differ: one step before and one after count. */
const drift = 1

/** RFC 4648, without padding, as authenticators take it. */
export function base32(data: Buffer): string {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
export const newKey = () => randomBytes(20)

/** RFC 4226: the code of one counter. */
export function codeAt(key: Buffer, counter: number, length = digits): string {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', key).update(moving).digest()
  const at = mac.at(-1)! & 0xf
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** length).padStart(length, '0')
}

/** RFC 6238: the step whose code this is, later than `after`; null when it is none. */
export function stepOf(key: Buffer, given: string, after: number, now = Date.now()): number | null {
  const present = Math.floor(now / 1000 / stepSeconds)
  let found: number | null = null
  for (let step = present - drift; step <= present + drift; step++) {
    const right = Buffer.from(codeAt(key, step))
    const isRight = given.length === right.length && timingSafeEqual(Buffer.from(given), right)
    if (isRight && step > after) found = step
  }
  return found
}
