import { CameraFault } from './source.ts'

/** One piece of a stream, by its place in the whole of it. */
export interface Piece {
  number: number
  url: string
  /** What its decoder is set up with, for pieces of MP4. */
  setup: string | null
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

/** Errors: `no_stream` for what is no list; `hls_encrypted`, `hls_ranges` for kinds that are not read. */
export function readList(text: string, base: string): PieceList {
  const pieces: Piece[] = []
  let [number, seconds, isWhole] = [0, 6, false]
  let setup: string | null = null
  for (const line of linesOf(text)) {
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line) ?? []
    if (tag === 'EXT-X-MEDIA-SEQUENCE') number = Number(value) || 0
    else if (tag === 'EXT-X-TARGETDURATION') seconds = Math.min(Math.max(Number(value) || 6, 1), 60)
    else if (tag === 'EXT-X-ENDLIST') isWhole = true
    else if (tag === 'EXT-X-KEY' && attribute(line, 'METHOD') !== 'NONE')
      throw new CameraFault('hls_encrypted')
    else if (tag === 'EXT-X-BYTERANGE' || (tag === 'EXT-X-MAP' && attribute(line, 'BYTERANGE')))
      throw new CameraFault('hls_ranges')
    else if (tag === 'EXT-X-MAP') setup = absolute(attribute(line, 'URI') ?? '', base)
    else if (line !== '' && !line.startsWith('#'))
      pieces.push({ number: number++, url: absolute(line, base), setup })
  }
  return { pieces: pieces.slice(-mostPieces), seconds, isWhole }
}
