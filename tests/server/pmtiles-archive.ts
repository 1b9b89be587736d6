import { zxyToTileId } from 'pmtiles'

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
/** An archive of these tiles as its format says, written by hand. */
export function pmtiles(
  tiles: readonly { at: readonly [number, number, number]; bytes: string }[],
  kind = 2,
): Buffer {
  const found = tiles
    .map(({ at, bytes }) => ({ id: zxyToTileId(...at), bytes }))
    .toSorted((a, b) => a.id - b.id)
  let [last, offset] = [0, 0]
  const [ids, runs, lengths, offsets] = [[], [], [], []] as number[][]
  for (const { id, bytes } of found) {
    ids!.push(...varint(id - last))
    runs!.push(...varint(1))
    lengths!.push(...varint(bytes.length))
    offsets!.push(...varint(offset + 1))
    last = id
    offset += bytes.length
  }
  const root = Buffer.from([...varint(found.length), ...ids!, ...runs!, ...lengths!, ...offsets!])
  const data = Buffer.from(found.map(({ bytes }) => bytes).join(''), 'latin1')
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const place = (where: number, value: number) => header.writeBigUInt64LE(BigInt(value), where)
  place(8, 127)
  place(16, root.length)
  place(24, 127 + root.length)
  place(56, 127 + root.length)
  place(64, data.length)
  // Nothing is packed.
  header[97] = 1
  header[98] = 1
  header[99] = kind
  header[101] = Math.max(...tiles.map(({ at: [z] }) => z))
  return Buffer.concat([header, root, data])
}
