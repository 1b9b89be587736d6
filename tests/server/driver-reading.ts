import { deviceTypeNamed } from '#contract/devices/index.ts'
import { protocolOf } from '#server/devices/index.ts'
import { readMessage, type ReadMessage } from '#server/modules/telemetry/engine/read-message.ts'

/** Modbus RTU's check sum by its table-free definition in bits, apart from the product's own. */
export function crc(bytes: readonly number[]): number[] {
  let sum = 0xffff
  for (const byte of bytes) {
    sum ^= byte
    for (let i = 0; i < 8; i++) {
      const isOdd = (sum & 1) === 1
      sum >>>= 1
      if (isOdd) sum ^= 0xa001
    }
  }
  return [sum & 255, sum >>> 8]
}
export const hex = (bytes: readonly number[]) =>
  Buffer.from([...bytes, ...crc(bytes)]).toString('hex')
export const answer = (words: readonly number[]) =>
  hex([1, 3, words.length * 2, ...words.flatMap((word) => [(word >> 8) & 255, word & 255])])

export const now = Date.parse('2026-11-20T10:00:00Z')
export function read(
  type: string,
  dialect: string,
  content: unknown,
  totals = new Map(),
): ReadMessage & { values: Record<string, number> } {
  const spoken = protocolOf(type, dialect)!
  const message = readMessage(
    deviceTypeNamed(type),
    Buffer.from(JSON.stringify(content)),
    now,
    (one, complain) => spoken.decode(one, complain, totals),
  )
  return {
    ...message,
    values: Object.fromEntries(message.points.map(({ metric, value }) => [metric, value])),
  }
}
export const codes = ({ problems }: ReadMessage) => problems.map(({ code }) => code)
