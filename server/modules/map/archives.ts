import { open, type FileHandle } from 'node:fs/promises'
import { PMTiles, TileType, type RangeResponse, type Source } from 'pmtiles'
import type { MapTiles } from '#server/services/map-tiles.ts'

/** An archive on this machine, read piece by piece. */
class Archive implements Source {
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
export type TileAt = readonly [z: number, x: number, y: number]
interface Opened {
  tiles: PMTiles
  source: Archive
}
function openedAt(file: string): Opened {
  const source = new Archive(file)
  return { tiles: new PMTiles(source), source }
}

/** The operator's archives of tiles, by the place of their source. */
export class Archives {
  readonly #opened = new Map<number, Opened>()
  constructor(sources: readonly MapTiles[]) {
    for (const [place, { file }] of sources.entries())
      if (file) this.#opened.set(place, openedAt(file))
  }
  has(place: number): boolean {
    return this.#opened.has(place)
  }
  /** The media type of its tiles; undefined: no pictures. Errors: rejects for what cannot be read. */
  async typeOf(place: number): Promise<string | undefined> {
    return kinds[(await this.#opened.get(place)!.tiles.getHeader()).tileType]
  }
  /** A tile and its media type; null: the archive has none there. Errors: rejects for what cannot be read. */
  async tile(place: number, [z, x, y]: TileAt): Promise<{ bytes: Buffer; type: string } | null> {
    const { tiles, source } = this.#opened.get(place)!
    try {
      const type = kinds[(await tiles.getHeader()).tileType]
      const found = await tiles.getZxy(z, x, y)
      return found && type ? { bytes: Buffer.from(found.data), type } : null
    } catch (error) {
      // What could not be read is kept as that: it may be there again the next time.
      this.#opened.set(place, openedAt(source.getKey()))
      await source.close()
      throw error
    }
  }
  async close(): Promise<void> {
    for (const { source } of this.#opened.values()) await source.close()
  }
}
