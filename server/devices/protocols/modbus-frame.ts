/** CRC-16 of Modbus RTU (polynomial 0xA001, begun with 0xFFFF); sent low byte first. */
function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

const slave = 1
const hexOf = (bytes: readonly number[]) => {
  const crc = crc16(Uint8Array.from(bytes))
  return Buffer.from([...bytes, crc & 255, crc >> 8]).toString('hex')
}
const word = (value: number) => [(value >> 8) & 255, value & 255]
/**
 * Function 03, which asks for registers, and 06, which writes one, to address 1; as hexadecimal
 * text.
 */
export const readFrame = (from: number, count: number) =>
  hexOf([slave, 3, ...word(from), ...word(count)])
export const writeFrame = (register: number, value: number) =>
  hexOf([slave, 6, ...word(register), ...word(value)])

/** What a device answers to function 03 with these words. */
export const answerFrame = (words: readonly number[]) =>
  hexOf([slave, 3, words.length * 2, ...words.flatMap(word)])

/**
 * What an answer says: words of registers, nothing new (the echo of a write), or why it cannot be
 * read.
 */
export type Answer =
  | { words: number[] }
  | { isEcho: true }
  | { problem: 'frame' | 'crc' }
  | { exception: number }
const mostBytes = 256
const writes = [5, 6, 15, 16]

/** Reads one answer of Modbus RTU. Errors: none; whatever is wrong with it is answered. */
export function readAnswer(hex: unknown): Answer {
  const text = typeof hex === 'string' && hex.length <= mostBytes * 3 ? hex.replaceAll(' ', '') : ''
  if (text.length < 10 || text.length > mostBytes * 2 || !/^([\da-f]{2})+$/i.test(text))
    return { problem: 'frame' }
  const bytes = Buffer.from(text, 'hex')
  const code = bytes[1]! & 0x7f
  const isException = bytes[1]! > 0x7f
  const isRead = code === 3 || code === 4
  const length = isException ? 5 : isRead ? bytes[2]! + 5 : 8
  if (
    bytes.length !== length ||
    (!isRead && !writes.includes(code)) ||
    (isRead && !isException && bytes[2]! % 2 === 1)
  )
    return { problem: 'frame' }
  if (crc16(bytes.subarray(0, -2)) !== bytes.readUInt16LE(bytes.length - 2))
    return { problem: 'crc' }
  if (isException) return { exception: bytes[2]! }
  return isRead
    ? { words: Array.from({ length: bytes[2]! / 2 }, (_, i) => bytes.readUInt16BE(3 + 2 * i)) }
    : { isEcho: true }
}
