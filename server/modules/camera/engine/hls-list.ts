import { CameraFault } from './source.ts'

/** What a list names: a file, or a range of one. */
export interface Part {
  url: string
  range: { from: number; length: number } | null
  /** What it was encrypted with (AES-128, CBC). */
  key: { url: string; iv: Buffer } | null
}
/** One piece of a stream, by its place in the whole of it. */
export interface Piece extends Part {
  number: number
  /** What its decoder is set up with, for pieces of MP4. */
  setup: Part | null
}
/** What a list of pieces says (RFC 8216). */
export interface PieceList {
  pieces: readonly Piece[]
  /** Of the longest piece; a new one is there about as often. */
  seconds: number
  /** No more pieces come. */
  isWhole: boolean
}
const mostPieces = 500
const mostLines = 20_000

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/, mostLines).map((line) => line.trim())
  if (lines[0]?.replace(/^\uFEFF/, '') !== '#EXTM3U') throw new CameraFault('no_stream', 'no list')
  return lines
}
/** The value of a tag's attribute, quoted or not. */
const attribute = (line: string, name: string): string | null => {
  const [, quoted, plain] = new RegExp(`[:,]${name}=(?:"([^"]*)"|([^,]*))`).exec(line) ?? []
  return quoted ?? plain ?? null
}
const absolute = (address: string, base: string): string => {
  if (!URL.canParse(address, base)) throw new CameraFault('no_stream', 'a list without addresses')
  return new URL(address, base).href
}

/** The fullest of a list of lists; null where it is a list of pieces. */
export function fullestOf(text: string, base: string): string | null {
  const lines = linesOf(text)
  const lists = lines.flatMap((line, i) => {
    const address = lines.slice(i + 1).find((one) => one !== '' && !one.startsWith('#'))
    return line.startsWith('#EXT-X-STREAM-INF:') && address
      ? [{ address, rate: Number(attribute(line, 'BANDWIDTH')) || 0 }]
      : []
  })
  const [first] = lists.toSorted((a, b) => b.rate - a.rate)
  return first ? absolute(first.address, base) : null
}

/** `length@from`; without a beginning it goes on at `next`. */
function rangeOf(text: string, next: number | null): NonNullable<Part['range']> {
  const [, length = '', from] = /^(\d{1,12})(?:@(\d{1,15}))?$/.exec(text) ?? []
  const begins = from === undefined ? next : Number(from)
  if (Number(length) < 1 || begins === null)
    throw new CameraFault('no_stream', 'a list of no ranges')
  return { from: begins, length: Number(length) }
}
/** Without one of its own, a piece is begun with its number. */
const usualIv = (number: number) => {
  const iv = Buffer.alloc(16)
  iv.writeBigUInt64BE(BigInt(number), 8)
  return iv
}
/** null: not encrypted from here on. Errors: `hls_encrypted` for ways that are not read. */
function keyOf(line: string, base: string): { url: string; iv: Buffer | null } | null {
  const method = attribute(line, 'METHOD')
  if (method === 'NONE') return null
  const format = attribute(line, 'KEYFORMAT') ?? 'identity'
  const uri = attribute(line, 'URI')
  if (method !== 'AES-128' || format !== 'identity' || !uri) throw new CameraFault('hls_encrypted')
  const [, iv] = /^0x([0-9a-f]{1,32})$/i.exec(attribute(line, 'IV') ?? '') ?? []
  return { url: absolute(uri, base), iv: iv ? Buffer.from(iv.padStart(32, '0'), 'hex') : null }
}

/** Errors: `no_stream` for what is no list; `hls_encrypted` for encryption that is not read. */
export function readList(text: string, base: string): PieceList {
  const pieces: Piece[] = []
  let [number, seconds, isWhole] = [0, 6, false]
  let setup: Part | null = null
  let key: ReturnType<typeof keyOf> = null
  let range: string | null = null
  /** Where the last range of a file ended. */
  let last = { url: '', end: 0 }
  for (const line of linesOf(text)) {
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line) ?? []
    if (tag === 'EXT-X-MEDIA-SEQUENCE') number = Number(value) || 0
    else if (tag === 'EXT-X-TARGETDURATION') seconds = Math.min(Math.max(Number(value) || 6, 1), 60)
    else if (tag === 'EXT-X-ENDLIST') isWhole = true
    else if (tag === 'EXT-X-KEY') key = keyOf(line, base)
    else if (tag === 'EXT-X-BYTERANGE') range = value
    else if (tag === 'EXT-X-MAP') {
      const part = attribute(line, 'BYTERANGE')
      // It has no number to begin with.
      if (key && !key.iv) throw new CameraFault('hls_encrypted')
      setup = {
        url: absolute(attribute(line, 'URI') ?? '', base),
        range: part === null ? null : rangeOf(part, 0),
        key: key && { url: key.url, iv: key.iv! },
      }
    } else if (line !== '' && !line.startsWith('#')) {
      const url = absolute(line, base)
      const part = range === null ? null : rangeOf(range, last.url === url ? last.end : null)
      if (part) last = { url, end: part.from + part.length }
      range = null
      pieces.push({
        url,
        range: part,
        key: key && { url: key.url, iv: key.iv ?? usualIv(number) },
        number: number++,
        setup,
      })
    }
  }
  return { pieces: pieces.slice(-mostPieces), seconds, isWhole }
}
