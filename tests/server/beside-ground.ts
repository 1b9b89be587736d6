import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { codesOf } from '#contract/call.ts'
import { liveAddress } from '#contract/camera/viewing.ts'
import { beginUpload } from '#contract/file/file-calls.ts'
import { scratchDir } from '#scripts/scratch.mjs'
import { row } from '#server/db/database.ts'
import { hashOf } from '#server/db/token.ts'
import { beside } from '#server/http/beside.ts'
import { Tickets } from '#server/modules/camera/engine/tickets.ts'
import { newCamera } from './camera-ground.ts'
import { newMember, newTenant, startApp, tokenFor, type Tenant, type TestApp } from './harness.ts'
import { hostileInAddress } from './hostile.ts'
import { pmtiles } from './pmtiles-archive.ts'

/** Stands in everything of the tenant that a route could give away. */
export const mark = 'only-ours-7c1d'
export const secretOfTests = 'test secret'

/** A server with all that is served beside the calls: the console's page and tiles of its own. */
export function startBeside(): Promise<TestApp> {
  const folder = mkdtempSync(join(scratchDir(), 'furrow-beside-'))
  writeFileSync(join(folder, 'index.html'), '<html><head></head></html>')
  const file = join(folder, 'farm.pmtiles')
  writeFileSync(file, pmtiles([{ at: [0, 0, 0], bytes: 'earth' }]))
  return startApp({
    webDir: folder,
    privateCameras: true,
    mapTiles: [
      {
        name: 'x',
        file: { path: file, format: 'pmtiles' },
        url: '/map-tiles/0/{z}/{x}/{y}',
        projection: 'wgs84',
        attribution: '',
        nativeMaxZoom: 3,
      },
    ],
    oidc: {
      issuer: 'http://127.0.0.1:9',
      clientId: 'x',
      clientSecret: 'y',
      name: 'nobody',
    },
  })
}

export interface Way {
  method: string
  /** As Fastify has it. */
  path: string
  holder: (typeof beside)[string]
}
/** All that HTTP is asked for; what takes a connection over is tried over a connection. */
export const ways: readonly Way[] = Object.entries(beside).flatMap(([way, holder]) => {
  const [method = '', path = ''] = way.split(' ')
  return method === 'UPGRADE' ? [] : [{ method, path, holder }]
})

/** What is there of a tenant, and the genuine ways to it. */
export interface Held {
  tenant: Tenant
  params: Record<string, string>
  ticket: (session?: number | null, more?: object, now?: number) => string
  session: number
  signature: string
}
export async function sessionOf(app: TestApp, token: string): Promise<number> {
  const found = await app.db.platform((tx) =>
    row<{ id: number }>(tx, sql`select id from session where access_hash = ${hashOf(token)}`),
  )
  return found!.id
}
export async function hold(app: TestApp, tenant?: Tenant): Promise<Held> {
  const own = tenant ?? (await newTenant(app, mark))
  const camera = await newCamera(own, 'http://127.0.0.1:9/none.flv', { enabledFlag: 1 })
  const who = await newMember(app, own, codesOf(liveAddress))
  const session = await sessionOf(app, who.token!)
  const image = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
    'base64',
  )
  const address = await own.admin.upload(`${mark}.png`, 'image/png', image)
  const [path = '', signature = ''] = address.split('?s=')
  const { id } = await own.admin.call(beginUpload, { fileName: 'x.png', size: 100 })
  const tickets = new Tickets(secretOfTests)
  const ticket: Held['ticket'] = (of = session, more = {}, now = Date.now()) =>
    tickets.sign(
      { tenant: own.id, camera: camera.id, clarity: 'sd', session: of, share: null, ...more },
      now,
    )
  return {
    tenant: own,
    session,
    signature,
    ticket,
    params: {
      tenant: String(own.id),
      key: path.split('/').at(-1)!,
      id,
      entity: 'unit',
      name: 'live.m3u8',
      session: '1',
      span: '0-1.m3u8',
      run: '20261101T000000000Z',
      file: '0.m4s',
      place: '0',
      z: '0',
      x: '0',
      y: '0',
      '*': 'index.html',
    },
  }
}
export const addressOf = ({ path }: Way, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)|(\*)/g, (_whole, name?: string) => params[name ?? '*'] ?? '1')
export const namesIn = ({ path }: Way): string[] =>
  [...path.matchAll(/:(\w+)|(\*)/g)].map(([, name]) => name ?? '*')

/** What stands in addresses by mistake and on purpose. */
const odd = [
  ...hostileInAddress.filter(Boolean),
  '..',
  '.',
  '%2e%2e',
  '..%2F..%2F..%2Fetc%2Fpasswd',
  '%5c..%5c',
  '%0d%0aset-cookie:%20a=b',
  '%c0%ae%c0%ae',
  '%EF%BF%BF',
  'a'.repeat(9000),
  '%25'.repeat(2000),
]
const queries = ['lang', 's', 'token', 'age', 'resize', 'width', 'height', 'since', 'link', 'state']
/** Every odd address of a way, the rest being as it should be. */
export const oddities = (way: Way, params: Record<string, string>): string[] => [
  ...namesIn(way).flatMap((name) =>
    odd.map((value) => addressOf(way, { ...params, [name]: value })),
  ),
  ...queries.flatMap((name) => [
    `${addressOf(way, params)}?${name}=a&${name}=b`,
    `${addressOf(way, params)}?${name}[a]=1&${name}[]=2`,
    ...odd.map((value) => `${addressOf(way, params)}?resize=1&${name}=${value}`),
  ]),
  `${addressOf(way, params)}/`,
  `${addressOf(way, params)}?__proto__=1&constructor=2&__proto__[a]=1`,
  `${addressOf(way, params)}%00`,
  `${addressOf(way, params)}%`,
]
export const bodies: readonly (readonly [type: string, payload: string])[] = [
  ['application/json', '{'],
  ['application/json', '[null]'],
  ['application/json', '{"__proto__":{"a":1}}'],
  ['application/json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['application/sdp', '\u0000'],
  ['application/sdp', `v=0\r\n${'a=x\r\n'.repeat(3000)}`],
  ['application/octet-stream', 'x'.repeat(200)],
  ['multipart/form-data; boundary=x', '--x'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  ],
  ['multipart/form-data', ''],
  ['x', 'y'],
]

export interface Tried {
  status: number
  body: string
  location: string
}
export async function knock(
  app: TestApp,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
): Promise<Tried> {
  // Events go on for ever, for whoever may hear them.
  await setImmediate()
  const asked = url.includes('/live') && method === 'GET' && headers.authorization ? 'HEAD' : method
  const answer = await app.http.inject({
    method: asked as 'GET',
    url,
    headers,
    remoteAddress: '203.0.113.9',
    ...(payload !== undefined && { payload }),
  })
  return {
    status: answer.statusCode,
    body: answer.body,
    location: String(answer.headers.location ?? ''),
  }
}
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** Sessions that are none, or none of this tenant's. */
export async function strangeSessions(
  app: TestApp,
  { tenant }: Held,
): Promise<[who: string, headers: Record<string, string>, status: number][]> {
  const expired = await tokenFor(app, tenant.adminAccount, tenant.id)
  await app.db.platform((tx) =>
    sql`update session set access_expires_at = now() - interval '1 second',
      refresh_expires_at = now() - interval '1 second'
      where access_hash = ${hashOf(expired)}`.execute(tx),
  )
  const other = await newTenant(app)
  return [
    ['nobody', {}, 401],
    ['somebody with a forged session', bearer('a'.repeat(43)), 401],
    ['somebody whose session is over', bearer(expired), 401],
    ['a member of another tenant', bearer(other.admin.token!), 404],
  ]
}
