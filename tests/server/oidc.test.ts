import { self } from '#contract/account/self.ts'
import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logout, token, type Tokens } from '#contract/account/sign-in.ts'
import { linkIdentity, signInWays, identity, unlinkIdentity } from '#contract/account/identity.ts'
import { rows } from '#server/db/database.ts'
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

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
interface Grant {
  challenge: string
  nonce: string
  redirect: string
  subject: string
}

/** A provider that is as strict as a real one: codes once, PKCE, client secret, exact redirect. */
class Provider {
  readonly server: Server
  readonly #grants = new Map<string, Grant>()
  #serial = 0
  /** How it lies, when it does. */
  lie: Record<string, unknown> = {}
  constructor() {
    this.server = createServer((request, response) => {
      const say = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const { issuer } = this
      if (request.url === '/.well-known/openid-configuration')
        return say(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          code_challenge_methods_supported: ['S256'],
        })
      if (request.url === '/jwks')
        return say(200, {
          keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' }],
        })
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const form = new URLSearchParams(body)
        const grant = this.#grants.get(form.get('code') ?? '')
        this.#grants.delete(form.get('code') ?? '')
        const isRight =
          grant &&
          form.get('client_id') === 'furrow' &&
          form.get('client_secret') === 'hush' &&
          form.get('redirect_uri') === grant.redirect &&
          createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url') === grant.challenge
        if (!isRight) return say(400, { error: 'invalid_grant' })
        const now = Math.floor(Date.now() / 1000)
        const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part({ iss: issuer, aud: 'furrow', sub: grant.subject, nonce: grant.nonce, iat: now, exp: now + 60, ...this.lie })}`
        say(200, {
          access_token: 'opaque',
          token_type: 'bearer',
          expires_in: 60,
          id_token: `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`,
        })
      })
    }).listen(0, '127.0.0.1')
  }
  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  /** Somebody signs in there; answers where their browser is led back to. */
  signsIn(address: string, subject: string): string {
    const asked = new URL(address).searchParams
    expect([
      asked.get('client_id'),
      asked.get('response_type'),
      asked.get('code_challenge_method'),
      asked.get('scope'),
    ]).toEqual(['furrow', 'code', 'S256', 'openid'])
    const code = `code${++this.#serial}`
    this.#grants.set(code, {
      challenge: asked.get('code_challenge')!,
      nonce: asked.get('nonce')!,
      redirect: asked.get('redirect_uri')!,
      subject,
    })
    const back = new URL(asked.get('redirect_uri')!)
    return `${back.pathname}?code=${code}&state=${asked.get('state')}`
  }
}

const provider = new Provider()
let app: TestApp
let mine: Tenant
beforeAll(async () => {
  if (!provider.server.listening) await once(provider.server, 'listening')
  app = await startApp({
    oidc: { issuer: provider.issuer, clientId: 'furrow', clientSecret: 'hush', name: '企业账号' },
  })
  mine = await newTenant(app)
})
afterAll(async () => {
  await app.end()
  provider.server.close()
})

/** A browser: keeps the one cookie and follows nothing by itself. */
class Browser {
  readonly #cookies = new Map<string, string>()
  keep(set: string | string[] | undefined): void {
    for (const one of [set ?? []].flat()) {
      expect(one).toMatch(/Path=\/oauth\/oidc; HttpOnly; SameSite=(Lax|Strict)/)
      const [name, value] = one.split(';')[0]!.split('=') as [string, string]
      this.#cookies.set(name, value)
    }
  }
  async open(url: string): Promise<string> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await app.http.inject({
      method: 'GET',
      url,
      headers: cookie ? { cookie } : {},
    })
    this.keep(answer.headers['set-cookie'])
    expect(answer.statusCode).toBe(302)
    return String(answer.headers.location)
  }
  /** Where the console, open here, is sent to link its account. */
  async startOf(client: Client): Promise<string> {
    const answer = await client.send(linkIdentity, {
      originalPassword: await client.seal(password),
    })
    this.keep(answer.headers['set-cookie'])
    return answer.json<{ link: string }>().link
  }
}
const link = async (client: Client, subject: string) => {
  const browser = new Browser()
  return browser.open(provider.signsIn(await browser.open(await browser.startOf(client)), subject))
}
const come = async (subject: string, browser = new Browser()) =>
  browser.open(provider.signsIn(await browser.open('/oauth/oidc/start'), subject))
const enter = (ticket: string) => new Client(app.http).send(token, { grant_type: 'ticket', ticket })

test('whoever linked their account signs in by the provider, once a ticket; whoever did not is told so', async () => {
  const who = await newMember(app, mine, [])
  expect(await new Client(app.http).call(signInWays)).toEqual({ oidc: '企业账号' })
  expect(await come('ann')).toBe('/login#identity=unknown')
  expect(await link(who, 'ann')).toBe('/web/user?type=security&identity=linked')
  expect(await who.call(identity)).toMatchObject({
    name: '企业账号',
    linkedAt: expect.any(String),
  })
  const back = await come('ann')
  const ticket = /^\/login#ticket=([\w-]+)$/.exec(back)![1]!
  const tokens = (await enter(ticket)).json<Tokens>()
  expect(await clientWith(app, tokens.access_token, mine.id).call(self)).toMatchObject({
    id: who.accountId,
  })
  expect((await enter(ticket)).json().code).toBe('hoth.warn.ticket')
  // Somebody else cannot link the same person there, nor take their place.
  expect(await link(await newMember(app, mine, []), 'ann')).toBe(
    '/web/user?type=security&identity=taken',
  )
  expect((await who.send(unlinkIdentity)).statusCode).toBe(204)
  expect(await come('ann')).toBe('/login#identity=unknown')
})

test('what finishes a way lies in the database for nobody who reads it', async () => {
  const address = new URL(await new Browser().open('/oauth/oidc/start'))
  const [nonce, challenge] = ['nonce', 'code_challenge'].map((name) =>
    address.searchParams.get(name),
  )
  const kept = await app.db.platform((tx) =>
    rows<{ verifier: string; nonce: string }>(tx, sql`select verifier, nonce from oidc_flow`),
  )
  expect(kept.length).toBeGreaterThan(0)
  const challenges = kept.map(({ verifier }) =>
    createHash('sha256').update(verifier).digest('base64url'),
  )
  expect([kept.some((one) => one.nonce === nonce), challenges.includes(challenge!)]).toEqual([
    false,
    false,
  ])
})

test('linking asks for the password, signs nobody in, and stands in the history', async () => {
  const who = await newMember(app, mine, [])
  const wrong = await who.send(linkIdentity, { originalPassword: await who.seal('Guessed2026') })
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['originalPassword']])
  const start = await new Browser().startOf(who)
  const ticket = start.split('?link=')[1]!
  expect((await enter(ticket)).json().code).toBe('hoth.warn.ticket')
  // Nor does a ticket to sign in link anything.
  expect(await link(who, 'dan')).toMatch(/identity=linked$/)
  const back = /^\/login#ticket=([\w-]+)$/.exec(await come('dan'))![1]!
  expect(await new Browser().open(`/oauth/oidc/start?link=${back}`)).toMatch(/identity=late$/)
  expect((await enter(back)).statusCode).toBe(200)
  const actions = await app.db.platform((tx) =>
    rows<{ action: string }>(
      tx,
      sql`select action from audit where entity = 'account' and record_id = ${who.accountId}`,
    ),
  )
  expect(actions).toEqual([{ action: 'link' }])
})

test('linking goes on where it was asked for alone, and while that session lasts', async () => {
  const late = '/web/user?type=security&identity=late'
  const attacker = await newMember(app, mine, [])
  const own = new Browser()
  // The link opened by somebody else, who is signed in at the provider, or has asked for one too.
  const planted = await own.startOf(attacker)
  expect(await new Browser().open(planted)).toBe(late)
  const victim = new Browser()
  await victim.startOf(await newMember(app, mine, []))
  expect(await victim.open(await own.startOf(attacker))).toBe(late)
  // A try in another browser ends it.
  const tried = await own.startOf(attacker)
  await new Browser().open(tried)
  expect(await own.open(tried)).toBe(late)
  // Signed out before it began, and on the way.
  const left = await newMember(app, mine, [])
  const before = await own.startOf(left)
  await left.send(logout, { access_token: left.token })
  expect(await own.open(before)).toBe(late)
  const going = await newMember(app, mine, [])
  const back = provider.signsIn(await own.open(await own.startOf(going)), 'gus')
  await going.send(logout, { access_token: going.token })
  expect(await own.open(back)).toBe(late)
  expect(await come('gus')).toBe('/login#identity=unknown')
})

test('a way that began in another browser, twice, or nowhere leads nowhere', async () => {
  const who = await newMember(app, mine, [])
  await link(who, 'bob')
  const [victim, attacker] = [new Browser(), new Browser()]
  const planted = provider.signsIn(await attacker.open('/oauth/oidc/start'), 'bob')
  expect(await victim.open(planted)).toBe('/login#identity=refused')
  const own = provider.signsIn(await victim.open('/oauth/oidc/start'), 'bob')
  const cookieless = new Browser()
  expect(await cookieless.open(own)).toBe('/login#identity=refused')
  for (const path of [
    '/oauth/oidc/callback',
    '/oauth/oidc/callback?code=a&state=b',
    '/oauth/oidc/callback?code=a&code=b&state=%00',
  ])
    expect(await new Browser().open(path)).toBe('/login#identity=refused')
  expect(await new Browser().open('/oauth/oidc/start?link=nonsense')).toBe(
    '/web/user?type=security&identity=late',
  )
})

test('a token for another, of another, too old or with another nonce is refused', async () => {
  const who = await newMember(app, mine, [])
  await link(who, 'eve')
  for (const lie of [
    { aud: 'somebody' },
    { iss: 'https://elsewhere.example' },
    { exp: 1000 },
    { nonce: 'another' },
    { sub: undefined },
  ]) {
    provider.lie = lie
    expect([lie, await come('eve')]).toEqual([lie, '/login#identity=refused'])
  }
  provider.lie = {}
  expect(await come('eve')).toMatch(/#ticket=/)
})

test('a provider that is away is said so, and without one there is no such way', async () => {
  const away = await app.beside({
    oidc: { issuer: 'http://127.0.0.1:9', clientId: 'furrow', clientSecret: 'hush', name: 'x' },
  })
  expect(
    (await away.http.inject({ method: 'GET', url: '/oauth/oidc/start' })).headers.location,
  ).toBe('/login#identity=unreachable')
  const without = await app.beside({ oidc: null })
  for (const url of ['/oauth/oidc/start', '/oauth/oidc/callback'])
    expect((await without.http.inject({ method: 'GET', url })).statusCode).toBe(404)
})
