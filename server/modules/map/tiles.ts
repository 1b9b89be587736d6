import { notFound } from '#server/db/http-error.ts'
import { mostZoom, tilePath } from '#server/services/map-tiles.ts'
import type { Services } from '#server/services/services.ts'
import type { Archives } from './archives.ts'

const isGone = (error: unknown) => (error as { code?: unknown } | null)?.code === 'ENOENT'
const whole = /^\d{1,7}$/

/**
 * Answers with tiles of the operator's archives, to anybody who can reach the server, as any host of
 * tiles does: they show the ground, and nothing of a tenant. What an archive does not have is 404,
 * and drawn enlarged from the level above.
 */
export function serveTiles({ http }: Pick<Services, 'http'>, archives: Archives): void {
  http.get<{ Params: Record<'place' | 'z' | 'x' | 'y', string> }>(
    `${tilePath(':place')}/:z/:x/:y`,
    async ({ params: { place, z, x, y } }, reply) => {
      if (![place, z, x, y].every((one) => whole.test(one)) || !archives.has(Number(place)))
        throw notFound()
      const side = 2 ** Number(z)
      if (Number(z) > mostZoom || Number(x) >= side || Number(y) >= side) throw notFound()
      const found = await archives
        .tile(Number(place), [Number(z), Number(x), Number(y)])
        .catch((error: unknown) => {
          throw isGone(error) ? notFound() : error
        })
      if (!found) throw notFound()
      return reply
        .header('content-type', found.type)
        .header('cache-control', 'public, max-age=86400')
        .send(found.bytes)
    },
  )
  http.addHook('onClose', () => archives.close())
}
