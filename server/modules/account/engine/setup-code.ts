import { createHmac, timingSafeEqual } from 'node:crypto'

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * What opens the wizard of an empty installation: the same on every process that has its secret,
 * and worth nothing once somebody is there.
 */
export const setupCodeOf = (secret: string): string =>
  [...createHmac('sha256', secret).update('setup').digest().subarray(0, 12)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

const bare = (code: string) =>
  Buffer.from(
    code
      .toUpperCase()
      .replaceAll(/[^A-Z\d]/g, '')
      .padEnd(40)
      .slice(0, 40),
  )
export const isSame = (given: string, code: string): boolean =>
  timingSafeEqual(bare(given), bare(code))
