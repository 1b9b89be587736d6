import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateClasses } from '#contract/call.ts'
import { exportList } from '#contract/platform/platform-calls.ts'
import { self as selfCall } from '#contract/account/self.ts'
import type { App } from '#server/app.ts'
import { Client } from '#server/demo/client.ts'
import {
  clientWith,
  newMember,
  newTenant,
  password,
  startApp,
  type Tenant,
  type TestApp,
} from './harness.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
})
afterAll(() => app.end())
const self = '/iam/stong/v1/users/self'
const ask = async (
  on: App,
  url: string,
  from: string,
  headers: Record<string, string> = {},
  times = 1,
) =>
  (
    await Promise.all(
      Array.from({ length: times }, (_, i) =>
        on.http.inject({
          url,
          remoteAddress: from,
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, value.replace('#', String(i))]),
          ),
        }),
      ),
    )
  ).map(({ statusCode }) => statusCode)
const count = (list: readonly number[], status: number) =>
  list.filter((one) => one === status).length

test('a new Authorization header each time is limited as one caller, and says when to come again', async () => {
  const limited = await app.beside({ callLimit: 20 })
  const answers = await ask(limited, self, '203.0.113.5', { authorization: 'Bearer made-up-#' }, 60)
  expect([count(answers, 401), count(answers, 429)]).toEqual([10, 50])
  const again = await limited.http.inject({
    url: self,
    remoteAddress: '203.0.113.5',
    headers: { authorization: 'Bearer other' },
  })
  expect([again.statusCode, Number(again.headers['retry-after']) > 0, again.json().code]).toEqual([
    429,
    true,
    'error.visit.frequent',
  ])
  expect(await ask(limited, self, '203.0.113.6', { authorization: 'Bearer other' })).toEqual([401])
})

test('whoever does not wait is made to: after twenty refusals the next ones come a second late, and hold nobody else up', async () => {
  const limited = await app.beside({ callLimit: 20 })
  const timed = async (from: string) => {
    const start = performance.now()
    const [status] = await ask(limited, self, from, { authorization: 'Bearer nobody' })
    return { status, isLate: performance.now() - start > 990 }
  }
  const all = Promise.all(Array.from({ length: 40 }, () => timed('203.0.113.8')))
  const other = await ask(limited, self, '203.0.113.9', { authorization: 'Bearer nobody' })
  const answers = await all
  expect([
    count(
      answers.map(({ status }) => status!),
      429,
    ),
    answers.filter(({ isLate }) => isLate).length >= 10,
    other,
  ]).toEqual([30, true, [401]])
})

test('an address is counted whatever it sends, and an IPv6 network is one address', async () => {
  const limited = await app.beside({ callLimit: 20 })
  expect(count(await ask(limited, '/iam/v1/setup', '2001:db8:1:2::#', {}, 1), 200)).toBe(1)
  const answers = (
    await Promise.all(
      Array.from({ length: 130 }, (_, i) =>
        ask(limited, '/iam/v1/setup', `2001:db8:7:7:${i.toString(16)}::1`),
      ),
    )
  ).flat()
  expect([count(answers, 200), count(answers, 429)]).toEqual([100, 30])
  expect(await ask(limited, '/iam/v1/setup', '2001:db8:7:8::1')).toEqual([200])
})

test('a session is counted from wherever it calls, and all of a tenant together', async () => {
  const limited = await app.beside({ callLimit: 10 })
  const member = await newMember(app, mine, [])
  const roaming = (
    await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        ask(limited, self, `198.51.100.${i}`, { authorization: `Bearer ${member.token}` }),
      ),
    )
  ).flat()
  expect([count(roaming, 200), count(roaming, 429)]).toEqual([10, 5])
  const theirs = await newTenant(app)
  const people = await Promise.all(Array.from({ length: 12 }, () => newMember(app, theirs, [])))
  const all = (
    await Promise.all(
      people.map((one, i) =>
        ask(limited, self, `198.51.101.${i}`, { authorization: `Bearer ${one.token}` }, 10),
      ),
    )
  ).flat()
  expect([count(all, 200), count(all, 429)]).toEqual([100, 20])
  // Nobody else's.
  expect((await clientWith(limited, mine.admin.token, mine.id).send(selfCall)).statusCode).toBe(200)
})

test('calls of a class have a limit of their own: exports a smaller one, signing in one of a minute', async () => {
  const limited = await app.beside({ callLimit: 40 })
  const client = clientWith(limited, mine.admin.token, mine.id)
  const exports = await Promise.all(
    Array.from(
      { length: 5 },
      async () =>
        (
          await client.send(exportList, {
            entity: 'unit',
            format: 'csv',
            columns: ['name'],
            query: {},
          })
        ).statusCode,
    ),
  )
  expect([count(exports, 200), count(exports, 429)]).toEqual([2, 3])
  expect((await client.send(selfCall)).statusCode).toBe(200)
  const keys = await ask(limited, '/oauth/public/password-key', '203.0.113.77', {}, 25)
  expect([count(keys, 200), count(keys, 429)]).toEqual([20, 5])
})

test('an account signs in no oftener than a program needs, and its owner’s share is nobody else’s to use up', async () => {
  const limited = await app.beside({ callLimit: 40 })
  const member = await newMember(app, mine, [])
  const signIn = async (name: string, given: string, address: string) =>
    (
      await limited.http.inject({
        method: 'POST',
        url: '/oauth/oauth/token',
        remoteAddress: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'password',
          username: name,
          password: await new Client(limited.http).seal(given),
          source_type: 'web',
        }).toString(),
      })
    ).statusCode
  const one = (given: string, at: number) => signIn(member.loginName, given, `203.0.114.${at}`)
  expect([await one('Wrong2026', 1), await one('Wrong2026', 2)]).toEqual([401, 401])
  // a tenth of forty within a minute, whatever strangers tried
  const right: number[] = []
  for (let at = 3; at < 9; at++) right.push(await one(password, at))
  expect(right).toEqual([200, 200, 200, 200, 429, 429])
  expect(await one('Wrong2026', 9)).toBe(429)
  const other = await newMember(app, mine, [])
  expect(await signIn(other.loginName, password, '203.0.114.3')).toBe(200)
})

test('every call that anybody makes says how often, and every class is obeyed', () => {
  const anybodys = app.served.filter(({ access }) => access === 'public')
  expect(anybodys.length).toBeGreaterThan(12)
  for (const { endpoint, rate } of anybodys)
    expect([endpoint, rateClasses.includes(rate!)]).toEqual([endpoint, true])
  for (const { endpoint, rate } of app.served.filter(
    ({ endpoint }) => /\/(exports|imports)$/.test(endpoint) && endpoint.startsWith('POST'),
  ))
    expect([endpoint, rate]).toEqual([endpoint, expect.stringMatching(/^(ex|im)port$/)])
})
