const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const words = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const word = Buffer.alloc(4)
      word.writeInt32BE(value)
      return word
    }),
  )

interface Wanted {
  seconds: number
  width: number
  height: number
  isTurned?: boolean
  padding?: number
  isLate?: boolean
}
/** An MP4 without a picture: what its boxes say of it, and nothing to play. */
export function mp4({
  seconds,
  width,
  height,
  isTurned = false,
  padding = 0,
  isLate = false,
}: Wanted): Buffer {
  const matrix = isTurned
    ? [0, 65_536, 0, -65_536, 0, 0, 0, 0, 1 << 30]
    : [65_536, 0, 0, 0, 65_536, 0, 0, 0, 1 << 30]
  const mvhd = box(
    'mvhd',
    words(
      0,
      0,
      0,
      1000,
      Math.round(seconds * 1000),
      65_536,
      0,
      0,
      0,
      ...matrix,
      0,
      0,
      0,
      0,
      0,
      0,
      2,
    ),
  )
  // A track of sound comes first and has no size.
  const track = (w: number, h: number) =>
    box(
      'trak',
      box(
        'tkhd',
        words(
          7,
          0,
          0,
          1,
          0,
          Math.round(seconds * 1000),
          0,
          0,
          0,
          0,
          ...matrix,
          w * 65_536,
          h * 65_536,
        ),
      ),
    )
  const moov = box('moov', mvhd, track(0, 0), track(width, height))
  const mdat = box('mdat', Buffer.alloc(padding))
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\u0000\u0000\u0002\u0000isom')),
    ...(isLate ? [mdat, moov] : [moov, mdat]),
  ])
}
