import { open, type FileHandle } from 'node:fs/promises'

/** Facts of a film, as its own boxes tell them. */
export interface Film {
  width?: number
  height?: number
  seconds?: number
}
interface Box {
  type: string
  from: number
  to: number
}

/** A header of a few frames; a `moov` larger than this is no film of a product. */
const mostHeader = 16 * 1024 * 1024
const mostBoxes = 1000

function* boxes(data: Buffer, from = 0, to = data.length): Generator<Box> {
  for (let at = from, count = 0; at + 8 <= to && count < mostBoxes; count++) {
    const short = data.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    if (at + head > to) return
    const size = short === 1 ? Number(data.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (size < head || at + size > to) return
    yield { type: data.toString('latin1', at + 4, at + 8), from: at + head, to: at + size }
    at += size
  }
}
const within = (data: Buffer, box: Box, type: string) =>
  [...boxes(data, box.from, box.to)].filter((one) => one.type === type)

/** Seconds by the clock of a `mvhd`, whose numbers are wider in version 1. */
function secondsOf(data: Buffer, { from, to }: Box): number | undefined {
  const isWide = data[from] === 1
  if (to - from < (isWide ? 32 : 20)) return undefined
  const scale = data.readUInt32BE(from + (isWide ? 20 : 12))
  const length = isWide ? Number(data.readBigUInt64BE(from + 24)) : data.readUInt32BE(from + 16)
  // A film that is sent in pieces says 0 here.
  return scale > 0 && length > 0 ? length / scale : undefined
}
/**
 * Width and height of a `tkhd` as they are shown: a phone held upright films lying down and says to
 * turn it.
 */
function shownSize(data: Buffer, { from, to }: Box): { width: number; height: number } | undefined {
  const matrix = from + (data[from] === 1 ? 52 : 40)
  if (matrix + 44 > to) return undefined
  const [width, height] = [
    data.readUInt32BE(matrix + 36) / 65_536,
    data.readUInt32BE(matrix + 40) / 65_536,
  ]
  if (width === 0 || height === 0) return undefined
  const isTurned = data.readInt32BE(matrix) === 0 && data.readInt32BE(matrix + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

/** The box that tells of all others, wherever in the file it lies. */
async function headerOf(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat()
  const head = Buffer.alloc(16)
  for (let at = 0, count = 0; at + 8 <= size && count < mostBoxes; count++) {
    await file.read(head, 0, 16, at)
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8 || at + length > size) return null
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (length > mostHeader) return null
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer
    }
    at += length
  }
  return null
}

/** How large and how long an MP4 is; what cannot be read is left out. */
export async function readMp4(path: string): Promise<Film> {
  const file = await open(path)
  try {
    const data = await headerOf(file)
    const moov = data && [...boxes(data)][0]
    if (!moov) return {}
    const [mvhd] = within(data, moov, 'mvhd')
    const seconds = mvhd && secondsOf(data, mvhd)
    const tracks = within(data, moov, 'trak').flatMap((track) => within(data, track, 'tkhd'))
    const size = tracks.map((track) => shownSize(data, track)).find((one) => one !== undefined)
    return {
      ...(size && { width: Math.round(size.width), height: Math.round(size.height) }),
      ...(seconds !== undefined && { seconds }),
    }
  } finally {
    await file.close()
  }
}
