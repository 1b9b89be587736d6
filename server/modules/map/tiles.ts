import { open, type FileHandle } from 'node:fs/promises'
import { PMTiles, TileType, type RangeResponse, type Source } from 'pmtiles'
import { notFound } from '#server/db/http-error.ts'
import { mostZoom, tilePath } from '#server/services/map-tiles.ts'
import type { Services } from '#server/services/services.ts'

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
interface Opened {
  tiles: PMTiles
  source: Archive
}
function openedAt(file: string): Opened {
  const source = new Archive(file)
  return { tiles: new PMTiles(source), source }
}
const tileOf = async (tiles: PMTiles, [z, x, y]: readonly number[]) => ({
  tileType: (await tiles.getHeader()).tileType,
  found: await tiles.getZxy(z!, x!, y!),
})
const isGone = (error: unknown) => (error as { code?: unknown } | null)?.code === 'ENOENT'
const whole = /^\d{1,7}$/

/**
 * Answers with tiles of the operator's archives, to anybody who can reach the server, as any host of
 * tiles does: they show the ground, and nothing of a tenant. What an archive does not have is 404,
 * and drawn enlarged from the level above.
 */
export function serveTiles({ http, options }: Pick<Services, 'http' | 'options'>): void {
  const archives = new Map<string, Opened>()
  for (const [place, { file }] of (options.mapTiles ?? []).entries())
    if (file) archives.set(String(place), openedAt(file))
  http.get<{ Params: Record<'place' | 'z' | 'x' | 'y', string> }>(
    `${tilePath(':place')}/:z/:x/:y`,
    async ({ params: { place, z, x, y } }, reply) => {
      const archive = archives.get(place)
      if (!archive || ![z, x, y].every((one) => whole.test(one))) throw notFound()
      const side = 2 ** Number(z)
      if (Number(z) > mostZoom || Number(x) >= side || Number(y) >= side) throw notFound()
      const { tileType, found } = await tileOf(archive.tiles, [z, x, y].map(Number)).catch(
        async (error: unknown) => {
          // What could not be read is kept as that: it may be there again the next time.
          archives.set(place, openedAt(archive.source.getKey()))
          await archive.source.close()
          throw isGone(error) ? notFound() : error
        },
      )
      const kind = kinds[tileType]
      if (!found || !kind) throw notFound()
      return reply
        .header('content-type', kind)
        .header('cache-control', 'public, max-age=86400')
        .send(Buffer.from(found.data))
    },
  )
  http.addHook('onClose', async () => {
    for (const { source } of archives.values()) await source.close()
  })
}
