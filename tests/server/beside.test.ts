import { expect, test } from 'vitest'
import { beside } from '#server/http/beside.ts'
import { Front } from '#server/http/front.ts'
import { httpServer } from '#server/http/http-server.ts'
import { FileSigner } from '#server/http/file-addresses.ts'
import {
  addressOf,
  bearer,
  bodies,
  hold,
  knock,
  mark,
  oddities,
  secretOfTests,
  sessionOf,
  startBeside,
  strangeSessions,
  ways,
  type Tried,
  type Way,
} from './beside-ground.ts'
import { newMember, newTenant } from './harness.ts'

/** One of so many odd addresses; all of them in `npm run bench:fuzz`. */
const sampled = process.env.FURROW_FUZZ ? 1 : 5
const app = await startBeside()
const held = await hold(app)
const theirs = await newTenant(app)
const sessions = await strangeSessions(app, held)
const of = (...holders: Way['holder'][]) => ways.filter(({ holder }) => holders.includes(holder))

/** Addresses of what needs one, that open nothing: none, forged, late, and of something else. */
async function strangeAddresses(way: Way): Promise<[what: string, url: string][]> {
  const at = (ticket: string) => addressOf(way, { ...held.params, ticket })
  if (way.holder === 'address') {
    const other = await hold(app, theirs)
    const [text = '', mac = ''] = held.ticket().split('.')
    const member = await newMember(app, held.tenant, [])
    return [
      ['none', at('x')],
      ['unsigned', at(text)],
      ['forged', at(`${text}.${mac.replace(/^./, (one) => (one === 'x' ? 'y' : 'x'))}`)],
      ['another’s seal', at(`${text}.${other.ticket().split('.')[1]}`)],
      ['late', at(held.ticket(undefined, {}, Date.now() - 61_000))],
      ['of no session', at(held.ticket(null))],
      ['of a session of another tenant', at(held.ticket(other.session))],
      ['of a camera of another tenant', at(other.ticket(held.session))],
      ['of nobody who may', at(held.ticket(await sessionOf(app, member.token!)))],
    ]
  }
  const url = addressOf(way, held.params)
  const { tenant, key } = held.params as { tenant: string; key: string }
  const right = new FileSigner(secretOfTests)
  const signed = (signer: FileSigner, ...asked: [string, string, number?]) =>
    `${url}?s=${signer.sign(...asked)}`
  return [
    ['none', url],
    ['empty', `${url}?s=`],
    ['forged', signed(new FileSigner('another'), tenant, key)],
    ['late', signed(right, tenant, key, Date.now() - 5 * 3_600_000)],
    ['of another tenant', signed(right, String(theirs.id), key)],
    [
      'of another file',
      signed(
        right,
        tenant,
        key.replace(/^./, (one) => (one === '0' ? '1' : '0')),
      ),
    ],
    ['twice', `${url}?s=${held.signature}&s=${held.signature}`],
    ['resized', `${url}?resize=1&width=64&height=64`],
  ]
}
/** Nothing of ours, and no fault of the server. */
const isFaulty = ({ status, body, location }: Tried) =>
  status >= 500 || body.includes(mark) || /ticket=/.test(location)

test('every route is a call of the contract or declared, and what is declared is served', async () => {
  const missing = ways
    .filter(({ method, path }) => !app.http.hasRoute({ method: method as 'GET', url: path }))
    .map(({ method, path }) => `${method} ${path}`)
  expect(missing).toEqual([])
  expect(Object.keys(beside).length).toBeGreaterThan(30)
  // One more that nobody has declared does not come into being.
  const http = await httpServer({ publicUrl: 'http://localhost' }, new Front())
  expect(() => http.get('/more', async () => 'x')).toThrow(/beside/)
  expect(() => http.post('/healthz', async () => 'x')).toThrow(/beside/)
  await http.close()
})

test('what asks for a session is told to nobody else', async () => {
  const answers: unknown[] = []
  for (const way of of('session'))
    for (const [who, headers, status] of sessions) {
      const found = await knock(app, way.method, addressOf(way, held.params), headers)
      if (found.status !== status || isFaulty(found)) answers.push([way, who, found])
    }
  expect(answers).toEqual([])
})

test('what a signed address opens is opened by no other, whoever is signed in', async () => {
  const faults: unknown[] = []
  let tried = 0
  for (const way of of('address', 'file'))
    for (const [what, url] of await strangeAddresses(way))
      for (const [who, headers] of sessions) {
        const found = await knock(app, way.method, url, headers)
        tried++
        if (![401, 403, 404].includes(found.status) || isFaulty(found))
          faults.push([`${way.method} ${way.path}`, what, who, found.status])
      }
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan(300)
})

test('and who may is let in by the same doors', async () => {
  const own = bearer(held.tenant.admin.token!)
  const at = (path: string) => ways.find((way) => way.path === path)!
  const file = addressOf(at('/hfle/v1/:tenant/files/content/:key'), held.params)
  const template = addressOf(at('/iam/v1/:tenant/imports/:entity/template'), held.params)
  const live = addressOf(at('/iam/v1/:tenant/live'), held.params)
  const list = addressOf(at('/media/rec/:ticket/list/:span'), {
    ...held.params,
    ticket: held.ticket(),
  })
  expect([
    (await knock(app, 'GET', `${file}?s=${held.signature}`)).status,
    (await knock(app, 'GET', file, own)).status,
    (await knock(app, 'GET', template, own)).status,
    (await knock(app, 'GET', live, own)).status,
    (await knock(app, 'GET', list)).status,
    (await knock(app, 'GET', '/map-tiles/0/0/0/0')).body,
  ]).toEqual([200, 200, 200, 200, 200, 'earth'])
})

test('figures of the machine and ways of a provider outside open nothing to strangers', async () => {
  for (const [, headers] of sessions) {
    expect((await knock(app, 'GET', '/metrics', headers)).status).toBe(404)
    for (const way of of('cookie')) {
      const found = await knock(app, way.method, `${way.path}?code=x&state=y`, {
        ...headers,
        cookie: 'furrow_oidc_state=forged; state=forged',
      })
      expect([found.status, found.location]).toEqual([
        302,
        expect.stringMatching(/^\/login#identity=(refused|unreachable)$/),
      ])
    }
  }
})

test(
  'odd addresses and bodies are refusals, to strangers and to who may',
  { timeout: process.env.FURROW_FUZZ ? 900_000 : 240_000 },
  async () => {
    const faults: unknown[] = []
    let tried = 0
    const genuine = { ...held.params, ticket: held.ticket() }
    const note = (way: Way, url: string, found: Tried, isStranger: boolean) => {
      tried++
      // A camera that is not there is the camera's fault, and is told to who may watch it.
      const isOurs = found.status === 500 || (isStranger && found.status > 500)
      if (isOurs || (isStranger && found.body.includes(mark)))
        faults.push([`${way.method} ${way.path}`, url.slice(0, 200), found.status])
    }
    for (const way of ways) {
      const others = sessions.filter(([who]) => who === 'nobody' || who.includes('member'))
      const odd = oddities(way, held.params)
      for (const [at, url] of odd.entries()) {
        if (at % sampled !== 0) continue
        const [, headers] = others[at % others.length]!
        note(way, url, await knock(app, way.method, url, headers), true)
      }
      // Behind the door.
      const own = way.holder === 'session' ? bearer(held.tenant.admin.token!) : {}
      for (const [at, url] of oddities(way, genuine).entries())
        if (at % (sampled * 4) === 0 || process.env.FURROW_FUZZ)
          note(way, url, await knock(app, way.method, url, own), false)
      if (way.method !== 'GET' && way.method !== 'OPTIONS')
        for (const [type, payload] of bodies) {
          const url = addressOf(way, genuine)
          const headers = { ...own, 'content-type': type }
          note(way, url, await knock(app, way.method, url, headers, payload), false)
        }
    }
    expect(faults).toEqual([])
    expect(tried).toBeGreaterThan(2000)
  },
)
