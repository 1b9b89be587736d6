import { open, type FileHandle } from 'node:fs/promises'
import { PMTiles, TileType, type RangeResponse, type Source } from 'pmtiles'
import type { MapTiles, TileArchive } from '#server/services/map-tiles.ts'
import { Mbtiles } from './engine/mbtiles.ts'

export type TileAt = readonly [z: number, x: number, y: number]
/** Tiles in one file. Errors: what is asked of it rejects where it cannot be read. */
interface Archive {
  /** The media type of its tiles; undefined: no pictures. */
  type(): Promise<string | undefined>
  tile(at: TileAt): Promise<Buffer | null>
  close(): Promise<void>
}

/** The bytes of a PMTiles file, read piece by piece. */
class Pieces implements Source {
  readonly #file: string
  #opened: Promise<FileHandle> | null = null
  constructor(file: string) {
    this.#file = file
  }
  getKey(): string {
    return this.#file
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const handle = await (this.#opened ??= open(this.#file, 'r'))
    const bytes = new Uint8Array(length)
    const { bytesRead } = await handle.read(bytes, 0, length, offset)
    return { data: bytes.buffer.slice(0, bytesRead) }
  }
  async close(): Promise<void> {
    await (await this.#opened?.catch(() => null))?.close()
  }
}
const kinds: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}
function pmtilesAt(file: string): Archive {
  const pieces = new Pieces(file)
  const tiles = new PMTiles(pieces)
  return {
    type: async () => kinds[(await tiles.getHeader()).tileType],
    tile: async (at) => {
      const found = await tiles.getZxy(...at)
      return found ? Buffer.from(found.data) : null
    },
    close: () => pieces.close(),
  }
}
function mbtilesAt(file: string): Archive {
  let opened: Mbtiles | undefined
  const now = () => (opened ??= new Mbtiles(file))
  return {
    type: async () => now().type,
    tile: async (at) => now().tile(...at),
    close: async () => opened?.close(),
  }
}
const openedAt = ({ path, format }: TileArchive) =>
  format === 'mbtiles' ? mbtilesAt(path) : pmtilesAt(path)

/** The operator's archives of tiles, by the place of their source. */
export class Archives {
  readonly #opened = new Map<number, { file: TileArchive; archive: Archive }>()
  constructor(sources: readonly MapTiles[]) {
    for (const [place, { file }] of sources.entries())
      if (file) this.#opened.set(place, { file, archive: openedAt(file) })
  }
  has(place: number): boolean {
    return this.#opened.has(place)
  }
  /** The media type of its tiles; undefined: no pictures. Errors: rejects for what cannot be read. */
  async typeOf(place: number): Promise<string | undefined> {
    return this.#opened.get(place)!.archive.type()
  }
  /** A tile and its media type; null: the archive has none there. Errors: rejects for what cannot be read. */
  async tile(place: number, at: TileAt): Promise<{ bytes: Buffer; type: string } | null> {
    const { file, archive } = this.#opened.get(place)!
    try {
      const type = await archive.type()
      const bytes = await archive.tile(at)
      return bytes && type ? { bytes, type } : null
    } catch (error) {
      // What could not be read is kept as that: it may be there again the next time. Who asked at the
      // same time may have seen to it already.
      if (this.#opened.get(place)?.archive === archive) {
        this.#opened.set(place, { file, archive: openedAt(file) })
        await archive.close()
      }
      throw error
    }
  }
  async close(): Promise<void> {
    for (const { archive } of this.#opened.values()) await archive.close()
  }
}
