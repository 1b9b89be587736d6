import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'
import { refuseUnread } from './errors.ts'
import type { Front } from './front.ts'

interface HttpOptions {
  trustProxy?: false | number | string[]
  log?: boolean | { level: string }
  publicUrl: string
  mapTiles?: readonly { url: string }[]
}

/** Where tiles come from, for the browser to be allowed there; those of our own need no leave. */
const originsOf = (tiles: readonly { url: string }[]): string[] => [
  ...new Set(tiles.flatMap(({ url }) => (url.startsWith('/') ? [] : new URL(url).origin))),
]

/**
 * What every answer of the server has, before anything is served: its number, its headers, whom it
 * believes about addresses.
 */
export async function httpServer(options: HttpOptions, front: Front): Promise<FastifyInstance> {
  const tiles = originsOf(options.mapTiles ?? [])
  const hops = options.trustProxy ?? false
  const http = fastify({
    serverFactory: (handler) => front.serve(handler),
    logger: options.log ?? false,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    },
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    // An address that cannot be read is refused in the same words as everything else.
    frameworkErrors: refuseUnread,
  })
  http.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  http.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // WebAssembly alone, never text as code: the reader of codes where the browser has none.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        fontSrc: ["'self'", 'data:'],
        // L7 asks for tiles as it asks for data.
        connectSrc: ["'self'", ...tiles],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
    // A farm's console often runs on plain http in its own network.
    strictTransportSecurity: options.publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000 }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: options.publicUrl.startsWith('https:')
      ? { policy: 'same-origin' }
      : false,
    originAgentCluster: false,
  })
  await http.register(formbody)
  return http
}
