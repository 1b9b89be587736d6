import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { refuseUndeclared } from './beside.ts'
import { refuseUnread } from './errors.ts'
import type { Front } from './front.ts'

/** What is noted, and where: this process's own output unless said. */
export type Log = boolean | { level: string; stream?: { write(line: string): void } }
interface HttpOptions {
  trustProxy?: false | number | string[]
  log?: Log
  publicUrl: string
  mapTiles?: readonly { url: string }[]
}

/** Where tiles come from, for the browser to be allowed there; those of our own need no leave. */
const originsOf = (tiles: readonly { url: string }[]): string[] => [
  ...new Set(tiles.flatMap(({ url }) => (url.startsWith('/') ? [] : new URL(url).origin))),
]

/** What vouches for a ticket that stands in a path. */
const signature = /\.[\w-]{20,}(?=\/|$)/g
/**
 * A log without what opens something: of an address the path, unsigned, and the names of what it
 * asks by; of headers neither session nor cookie.
 */
const discreet = (log: Log): FastifyServerOptions['logger'] =>
  log && {
    ...(log === true ? {} : log),
    redact: ['busboyOptions.headers.authorization', 'busboyOptions.headers.cookie'],
    serializers: {
      req: ({ method, url, ip, socket }: FastifyRequest) => {
        const [path = '', query] = url.split('?', 2)
        const shown = path.replaceAll(signature, '.…')
        return {
          method,
          url: query ? `${shown}?${[...new URLSearchParams(query).keys()].join('&')}` : shown,
          remoteAddress: ip,
          remotePort: socket?.remotePort,
        }
      },
    },
  }

/**
 * What every answer of the server has, before anything is served: its number, its headers, whom it
 * believes about addresses.
 */
export async function httpServer(options: HttpOptions, front: Front): Promise<FastifyInstance> {
  const tiles = originsOf(options.mapTiles ?? [])
  const hops = options.trustProxy ?? false
  const http = fastify({
    serverFactory: (handler) => front.serve(handler),
    logger: discreet(options.log ?? false),
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
  refuseUndeclared(http)
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
