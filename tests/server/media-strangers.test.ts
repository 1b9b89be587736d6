import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { liveAddress } from '#contract/camera/viewing.ts'
import { codesOf } from '#contract/call.ts'
import { livePath } from '#contract/platform/platform-calls.ts'
import { row } from '#server/db/database.ts'
import { beside } from '#server/http/beside.ts'
import { raiseRights } from '#server/db/rights.ts'
import { hashOf } from '#server/db/token.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { Tickets } from '#server/modules/camera/engine/tickets.ts'
import { newCamera } from './camera-ground.ts'
import { listen } from './camera-peers.ts'
import { newMember, newOperator, newTenant, startApp } from './harness.ts'

const app = await startApp({ privateCameras: true, liveBeat: 300 })
afterAll(() => app.end())
await app.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.http.server.address() as { port: number }
// Somebody who may, comes to a camera that is there and sends nothing.
const peer = await listen((_asked, response) => void response.writeHead(404).end())
afterAll(() => peer.close())
const mine = await newTenant(app)
const theirs = await newTenant(app)
const open = { enabledFlag: 1 }
const owned = await newCamera(mine, `${peer.url}/live.flv`, open)
const other = await newCamera(mine, `${peer.url}/other.flv`, open)
const tickets = new Tickets('test secret')
const codes = codesOf(liveAddress)

/** Every address at which a ticket opens something. */
const addresses = {
  'GET live/{ticket}/live.flv': {},
  'GET live/{ticket}/still.jpg': {},
  'GET live/{ticket}/hls/live.m3u8': {},
  'GET live/{ticket}/hls/init.mp4': {},
  'GET live/{ticket}/socket': {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  },
  'GET rec/{ticket}/list/0-1.m3u8': {},
  'GET rec/{ticket}/20261101T000000000Z/0.m4s': {},
  'POST live/{ticket}/whep': { 'content-type': 'application/sdp' },
} as const
const statusOf = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<number>((done, failed) => {
    const asking = request({ port, method, path, headers })
    asking.on('response', (answer) => {
      answer.destroy()
      done(answer.statusCode!)
    })
    asking.on('upgrade', (_answer, socket) => {
      socket.destroy()
      done(101)
    })
    asking.on('error', failed)
    asking.end()
  })
const answersTo = async (ticket: () => Promise<string> | string) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(addresses).map(async ([kind, headers]) => {
        const [method = '', file = ''] = kind.split(' ')
        const path = `/media/${file.replace('{ticket}', await ticket())}`
        return [kind, await statusOf(method, path, headers)]
      }),
    ),
  ) as Record<string, number>
const refused = Object.fromEntries(Object.keys(addresses).map((kind) => [kind, 403]))

interface Opened {
  id: number
  token: string
  accountId: number
}
const sessionOf = async (
  accountId: number,
  tenantId: number,
  more: Partial<Parameters<typeof openSession>[1]> = {},
): Promise<Opened> =>
  app.db.platform(async (tx) => {
    const { access_token: token } = await openSession(tx, {
      accountId,
      tenantId,
      device: 'test',
      address: '127.0.0.1',
      ...more,
    })
    const { id } = (await row<{ id: number }>(
      tx,
      sql`select id from session where access_hash = ${hashOf(token)}`,
    ))!
    return { id, token, accountId }
  })
const member = async (held: readonly string[] = codes, tenant = mine) =>
  sessionOf((await newMember(app, tenant, held)).accountId, tenant.id)
const signed = (session: number | null, more: object = {}, now = Date.now()) =>
  tickets.sign(
    { tenant: mine.id, camera: owned.id, clarity: 'sd', session, share: null, ...more },
    now,
  )
/** A session after something was done to it, to its account or to its rights. */
const after = async (session: Opened, change: ReturnType<typeof sql>) => {
  await app.db.write(mine.id, async (tx) => {
    await change.execute(tx)
    await raiseRights(tx, mine.id)
  })
  return session
}
const ended: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    'was signed out',
    async () => {
      const one = await member()
      return after(one, sql`update session set ended_at = now() where id = ${one.id}`)
    },
  ],
  [
    'has reached its end',
    async () => {
      const one = await member()
      return after(
        one,
        sql`update session set access_expires_at = now() - interval '1 second',
          refresh_expires_at = now() - interval '1 second' where id = ${one.id}`,
      )
    },
  ],
  [
    'is of an account that is closed',
    async () => {
      const one = await member()
      return after(one, sql`update account set enabled_flag = 0 where id = ${one.accountId}`)
    },
  ],
  ...(['enabled_flag', 'operator_flag'] as const).map(
    (flag) =>
      [
        `is acted in by an operator who is one no more (${flag})`,
        async () => {
          const operator = await newOperator(app)
          const { accountId } = await newMember(app, mine, codes)
          const found = (await app.db.platform((tx) =>
            row<{ accountId: number }>(
              tx,
              sql`select account_id from session where access_hash = ${hashOf(operator.token)}`,
            ),
          ))!
          const one = await sessionOf(accountId, mine.id, { impersonatorId: found.accountId })
          await app.db.platform((tx) =>
            sql`update account set ${sql.ref(flag)} = 0 where id = ${found.accountId}`.execute(tx),
          )
          return one
        },
      ] as const,
  ),
]

const strangers: readonly (readonly [string, () => Promise<string> | string])[] = [
  ['without a ticket', () => 'a.b'],
  [
    'with one that was changed',
    async () =>
      signed((await member()).id).replace(/.$/, (one: string) => (one === 'x' ? 'y' : 'x')),
  ],
  [
    'with one whose seal is another’s',
    async (): Promise<string> => {
      const { id } = await member()
      const [text] = signed(id).split('.')
      return `${text}.${signed(id, { camera: other.id }).split('.')[1]}`
    },
  ],
  [
    'with one of another key',
    () =>
      new Tickets('another').sign({
        tenant: mine.id,
        camera: owned.id,
        clarity: 'sd',
        session: 1,
        share: null,
      }),
  ],
  ['a minute later', async () => signed((await member()).id, {}, Date.now() - 61_000)],
  ['with one of no session', () => signed(null)],
  ['with one of no share', () => signed(null, { share: 999_999 })],
  [
    'with another tenant’s',
    async () => signed((await member(codes, theirs)).id, { tenant: theirs.id }),
  ],
  ['with a session of another tenant’s', async () => signed((await member(codes, theirs)).id)],
  ['without the code', async () => signed((await member([])).id)],
  [
    'to who sees another base',
    async (): Promise<string> => {
      const one = await member()
      await after(
        one,
        sql`update member set data_scope = 'areas', scope_area_ids = ${[other.areaId]}::bigint[]
            where account_id = ${one.accountId}`,
      )
      return signed(one.id)
    },
  ],
  [
    'to who looks as a role, without the code',
    async (): Promise<string> => {
      const { accountId } = await newMember(app, mine, [])
      const role = (await app.db.read(mine.id, (tx) =>
        row<{ id: number }>(tx, sql`select id from role where builtin_flag = 1`),
      ))!
      return signed((await sessionOf(accountId, mine.id, { viewRoleId: role.id })).id)
    },
  ],
  ...ended.map(
    ([why, make]) =>
      [`once the session ${why}`, async (): Promise<string> => signed((await make()).id)] as const,
  ),
]

describe('addresses of pictures open nothing', () => {
  test.each(strangers)('%s', async (_who, ticket: () => Promise<string> | string) => {
    expect(await answersTo(ticket)).toEqual(refused)
  })
  test('of a session at a media server, which nobody opened', async () => {
    const path = `/media/live/${signed((await member()).id)}/whep/1`
    expect([await statusOf('GET', path, {}), await statusOf('DELETE', path, {})]).toEqual([
      404, 404,
    ])
  })
  test('each of them, as declared', () => {
    const shown = [
      ...Object.keys(addresses),
      ...['GET', 'DELETE'].map((method) => `${method} live/{ticket}/whep/1`),
    ].map((one) => one.replace(' ', ' /media/'))
    const declared = Object.entries(beside)
      .filter(([, holder]) => holder === 'address')
      .map(([way]) => way.replace('UPGRADE', 'GET').replace('([^/]+)', ':ticket'))
    const isShown = (way: string) =>
      shown.some((one) => new RegExp(`^${way.replaceAll(/:\w+/g, '[^/]+')}$`).test(one))
    expect(declared.filter((way) => !isShown(way))).toEqual([])
    expect(declared.length).toBeGreaterThan(8)
  })
  test('but to who may', async () => {
    const found = await answersTo(async () => signed((await member()).id))
    expect(Object.entries(found).filter(([, status]) => status === 403)).toEqual([])
  })
})

describe('events of a tenant are told', () => {
  const at = livePath.replace('{tenant}', String(mine.id))
  const ask = (token?: string) =>
    statusOf('GET', at, token ? { authorization: `bearer ${token}` } : {})
  test('to its members, and to nobody else', async () => {
    expect(await ask((await member([])).token)).toBe(200)
    expect([
      await ask(),
      await ask('forged'),
      await ask((await member(codes, theirs)).token),
    ]).toEqual([401, 401, 404])
  })
  test.each(ended)('not once the session %s', async (_why, make) =>
    expect(await ask((await make()).token)).toBe(401),
  )
})
