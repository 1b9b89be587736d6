/**
 * FLV as it flows (Adobe Flash Video File Format Specification 10.1, annex E): a header, then tags,
 * each followed by its length.
 */
export interface Tag {
  kind: 'audio' | 'video' | 'script'
  /** Ms. */
  at: number
  /** The whole tag with the length after it. */
  bytes: Buffer
  /** Begins a group of pictures that can be read without what came before. */
  isKey: boolean
  /** What a decoder is set up with. */
  isSetup: boolean
}
export type Codec = 'h264' | 'hevc' | 'other'

const headBytes = 11
const lengthBytes = 4
const kinds: Readonly<Record<number, Tag['kind']>> = { 8: 'audio', 9: 'video', 18: 'script' }
/** No tag of a sane camera is larger. */
const mostTagBytes = 8 * 1024 * 1024

/**
 * Version 1 and no tag before the first. Whether there is sound has to be true: players wait for what
 * is announced.
 */
export const flvHeader = (hasAudio: boolean) =>
  Buffer.from([0x46, 0x4c, 0x56, 1, hasAudio ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0])

/** The video codec that a video tag speaks of; null for another tag. */
export function codecOf({ kind, bytes }: Tag): Codec | null {
  if (kind !== 'video') return null
  const first = bytes[headBytes]!
  // Enhanced RTMP: the codec is four letters.
  if (first & 0x80) {
    const letters = bytes.toString('latin1', headBytes + 1, headBytes + 5)
    return letters === 'hvc1' ? 'hevc' : letters === 'avc1' ? 'h264' : 'other'
  }
  const number = first & 0x0f
  return number === 7 ? 'h264' : number === 12 ? 'hevc' : 'other'
}

function tagOf(bytes: Buffer): Tag | null {
  const kind = kinds[bytes[0]! & 0x1f]
  if (!kind) return null
  const first = bytes[headBytes] ?? 0
  const isEnhanced = kind === 'video' && (first & 0x80) !== 0
  const isSetup =
    kind === 'video'
      ? isEnhanced
        ? (first & 0x0f) === 0
        : bytes[headBytes + 1] === 0
      : kind === 'audio' && first >> 4 === 10 && bytes[headBytes + 1] === 0
  return {
    kind,
    at: (bytes.readUIntBE(4, 3) | (bytes[7]! << 24)) >>> 0,
    bytes,
    isKey: kind === 'video' && !isSetup && ((first >> 4) & 7) === 1,
    isSetup,
  }
}

/**
 * Cuts a stream into tags. Errors: throws on what is no FLV, and on a tag that claims to be larger
 * than any camera's.
 */
export class FlvReader {
  #rest: Buffer = Buffer.alloc(0)
  #hasHeader = false
  readonly #onTag: (tag: Tag) => void
  constructor(onTag: (tag: Tag) => void) {
    this.#onTag = onTag
  }
  push(piece: Buffer): void {
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    if (!this.#hasHeader) {
      if (this.#rest.length < 9) return
      if (this.#rest.toString('latin1', 0, 3) !== 'FLV') throw new Error('not an FLV stream')
      const from = this.#rest.readUInt32BE(5) + lengthBytes
      if (this.#rest.length < from) return
      this.#rest = this.#rest.subarray(from)
      this.#hasHeader = true
    }
    while (this.#rest.length >= headBytes) {
      const whole = headBytes + this.#rest.readUIntBE(1, 3) + lengthBytes
      if (whole > mostTagBytes) throw new Error('an FLV tag is too large')
      if (this.#rest.length < whole) return
      const tag = tagOf(Buffer.from(this.#rest.subarray(0, whole)))
      this.#rest = this.#rest.subarray(whole)
      if (tag) this.#onTag(tag)
    }
  }
}
