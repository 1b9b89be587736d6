import type { FastifyInstance } from 'fastify'

/**
 * Who is given something by a route that is no call of the contract.
 * `anyone`: it tells nothing of a tenant. `machine`: whoever asks on this machine. `session`: who is
 * signed in, as calls ask (`admit`). `address`: who holds its signed and short address; `file`: that,
 * a session, or anyone if it was published. `cookie`: the browser that began.
 */
type Holder = 'anyone' | 'machine' | 'session' | 'address' | 'file' | 'cookie'

/**
 * Every route that is no call of the contract. One that does not stand here is not served: matrix
 * and fuzz walk the calls, tests/server/beside.test.ts these.
 */
export const beside: Readonly<Record<string, Holder>> = {
  'GET /': 'anyone',
  'GET /*': 'anyone',
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',
  'GET /metrics': 'machine',
  'GET /api/docs': 'anyone',
  'GET /api/docs/json': 'anyone',
  'GET /api/docs/yaml': 'anyone',
  'GET /api/docs/static/*': 'anyone',
  'GET /api/docs/static/index.html': 'anyone',
  'GET /api/docs/static/swagger-initializer.js': 'anyone',
  'GET /map-tiles/:place/:z/:x/:y': 'anyone',
  'GET /oauth/public/captcha/:key': 'anyone',
  'OPTIONS /oauth/public/screen-token': 'anyone',
  'OPTIONS /oauth/public/screen-values': 'anyone',
  'GET /oauth/oidc/start': 'cookie',
  'GET /oauth/oidc/callback': 'cookie',
  'GET /hfle/v1/:tenant/files/content/:key': 'file',
  'POST /hfle/v1/:tenant/files/multipart': 'session',
  'PUT /hfle/v1/:tenant/files/uploads/:id': 'session',
  'GET /iam/v1/:tenant/imports/:entity/template': 'session',
  'POST /iam/v1/:tenant/imports': 'session',
  'GET /iam/v1/:tenant/live': 'session',
  'GET /media/live/:ticket/live.flv': 'address',
  'GET /media/live/:ticket/still.jpg': 'address',
  'GET /media/live/:ticket/hls/:name': 'address',
  'POST /media/live/:ticket/whep': 'address',
  'GET /media/live/:ticket/whep/:session': 'address',
  'DELETE /media/live/:ticket/whep/:session': 'address',
  'GET /media/rec/:ticket/list/:span': 'address',
  'GET /media/rec/:ticket/:run/:file': 'address',
  // What the port is asked to speak besides HTTP: devices of the broker, by key and secret.
  'UPGRADE /mqtt': 'session',
  'UPGRADE /media/live/([^/]+)/socket': 'address',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Made by `route`: who, which tenant, may they, is it well formed. */
    isCall?: true
  }
}
/** Errors: what is about to be served stands nowhere. */
export function requireDeclared(way: string): void {
  if (!Object.hasOwn(beside, way))
    throw new Error(`${way} is neither a call of the contract nor in server/http/beside.ts`)
}
/** Errors, while routes are made: one that is neither a call nor among those beside. */
export function refuseUndeclared(http: FastifyInstance): void {
  http.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isCall) return
    // HEAD is answered by whoever answers GET.
    for (const one of [method].flat()) requireDeclared(`${one === 'HEAD' ? 'GET' : one} ${url}`)
  })
}
