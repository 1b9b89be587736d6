import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loraNetwork } from '#contract/equipment/lora.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { codeAt } from '#server/engines/account/totp.ts'
import { newDevice } from './devices.ts'
import {
  clientWith,
  newMember,
  newOperator,
  newTenant,
  password,
  startApp,
  unique,
  type Tenant,
  type TestApp,
} from './harness.ts'
import { make, type Made } from './samples.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp({
    screenOrigins: ['https://screen.example'],
    oidc: { issuer: 'https://id.example', clientId: 'furrow', clientSecret: 'x', name: 'ID' },
  })
  mine = await newTenant(app)
})
afterAll(() => app.end())

type Answer = Awaited<ReturnType<Client['send']>>
const withKey = (client: Client, endpoint: string, input?: Parameters<Client['send']>[1]) => {
  const key = { 'idempotency-key': unique('secret') }
  return [() => client.send(endpoint, input, key), client] as const
}
type Attempt = readonly [() => Promise<Answer>, Client]
/** One use of every call whose answer opens something. */
const uses: Record<string, () => Promise<Attempt>> = {
  'POST /oauth/oauth/token': async () => {
    const { loginName } = await newMember(app, mine, [])
    const anyone = new Client(app.http)
    return [
      async () =>
        anyone.send(
          'POST /oauth/oauth/token',
          new URLSearchParams({
            grant_type: 'password',
            username: loginName,
            password: await anyone.seal(password),
          }),
        ),
      anyone,
    ]
  },
  'PUT /iam/v1/users/tenant-id': async () =>
    withKey(await newMember(app, mine, []), 'PUT /iam/v1/users/tenant-id', { tenantId: mine.id }),
  'POST /iam/v1/{tenant}/roles/{id}/view-as': async () => {
    const made = await mine.admin.call<Made>('POST /iam/v1/{tenant}/roles', {
      code: unique('r'),
      name: 'r',
      enabledFlag: 1,
    })
    return withKey(mine.admin, `POST /iam/v1/{tenant}/roles/${made.id}/view-as`, {})
  },
  'POST /iam/v1/{tenant}/users/{id}/reset-password': async () => {
    const who = await newMember(app, mine, [])
    const { id } = await app.db.read(
      mine.id,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`select id from member where account_id = ${who.accountId}`,
        ))!,
    )
    return withKey(mine.admin, `POST /iam/v1/{tenant}/users/${id}/reset-password`, {})
  },
  'POST /iam/v1/platform/tenants': async () =>
    withKey(await newOperator(app), 'POST /iam/v1/platform/tenants', {
      tenantName: unique('农场'),
      realName: '场长',
      phone: '13655556666',
      subModules: ['wfpf-farm'],
    }),
  'POST /iam/v1/platform/tenants/{id}/invite': async () => {
    const operator = await newOperator(app)
    const { id } = await operator.call<Made>('POST /iam/v1/platform/tenants', {
      tenantName: unique('农场'),
      realName: '场长',
      phone: '13655556667',
      subModules: ['wfpf-farm'],
    })
    return withKey(operator, `POST /iam/v1/platform/tenants/${id}/invite`, {})
  },
  'POST /iam/v1/platform/impersonate': async () =>
    withKey(await newOperator(app), 'POST /iam/v1/platform/impersonate', {
      tenantId: mine.id,
      userId: mine.adminAccount,
      reason: '协助排查问题',
    }),
  'PUT /wfpe/v1/{tenant}/device/{id}/credential': async () =>
    withKey(
      mine.admin,
      `PUT /wfpe/v1/{tenant}/device/${(await newDevice(mine.admin, 'gateway_weather')).id}/credential`,
      {},
    ),
  'POST /wfpe/v1/{tenant}/device/{id}/lora/keys': async () =>
    withKey(
      mine.admin,
      `POST /wfpe/v1/{tenant}/device/${(await newDevice(mine.admin, 'lorawan_node')).id}/lora/keys`,
      {},
    ),
  'PUT /wfpe/v1/{tenant}/lora-network/{id}/token': async () =>
    withKey(
      mine.admin,
      `PUT /wfpe/v1/{tenant}/lora-network/${(await make(loraNetwork, mine.admin)).id}/token`,
      {},
    ),
}
uses['POST /iam/stong/v1/users/second-factor'] = async () => {
  const who = await newMember(app, mine, [])
  return withKey(who, 'POST /iam/stong/v1/users/second-factor', {
    originalPassword: await who.seal(password),
  })
}
uses['PUT /iam/stong/v1/users/second-factor'] = async () => {
  const who = await newMember(app, mine, [])
  const { setupKey } = await who.call<{ setupKey: string }>(
    'POST /iam/stong/v1/users/second-factor',
    { originalPassword: await who.seal(password) },
  )
  const bits = [...setupKey]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return withKey(who, 'PUT /iam/stong/v1/users/second-factor', {
    otp: codeAt(key, Math.floor(Date.now() / 30_000)),
  })
}
uses['POST /iam/stong/v1/users/identity'] = async () =>
  withKey(await newMember(app, mine, []), 'POST /iam/stong/v1/users/identity', {})
const screenCode = async () => {
  const operator = await newOperator(app)
  await operator.call(`PUT /iam/v1/platform/tenants/${mine.id}/screens`, {
    screens: [{ screenName: '大屏', screenAddress: 'https://screen.example/1', screenType: 1 }],
  })
  const [screen] = await mine.admin.call<Made[]>('GET /wfpf/v1/{tenant}/tenant-screen')
  return withKey(mine.admin, `POST /wfpf/v1/{tenant}/tenant-screen/${screen!.id}/code`, {})
}
uses['POST /wfpf/v1/{tenant}/tenant-screen/{id}/code'] = screenCode
uses['POST /oauth/public/screen-token'] = async () => {
  const [send] = await screenCode()
  const { code } = (await send()).json<{ code: string }>()
  const anyone = new Client(app.http)
  return [() => anyone.send('POST /oauth/public/screen-token', { code }), anyone]
}

const opens =
  /^(access_token|refresh_token|token|secret|password|link|recoveryCodes|setupKey|appKey|nwkKey|nwkSKey|appSKey)$/
function namesIn(schema: z.ZodType): string[] {
  const names: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) names.push(...Object.keys(node.properties as object))
    Object.values(node).forEach(walk)
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }))
  return names
}
const secretsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) =>
        typeof one === 'string'
          ? opens.test(name) || name === 'code'
            ? [one]
            : []
          : Array.isArray(one) && opens.test(name)
            ? (one as string[])
            : secretsIn(one),
      )
    : []

describe('an answer that opens something', () => {
  test('is declared as such', () => {
    const undeclared = app.served.filter(
      ({ answer, secret }) => !secret && answer && namesIn(answer).some((name) => opens.test(name)),
    )
    // What other people are linked to is no way in.
    expect(
      undeclared
        .map(({ endpoint }) => endpoint)
        .filter((endpoint) => !/banner|search|article|publicity/.test(endpoint)),
    ).toEqual([])
    expect(
      app.served
        .filter(({ secret }) => secret)
        .map(({ endpoint }) => endpoint)
        .sort(),
    ).toEqual(Object.keys(uses).sort())
  })

  test(
    'is nowhere in the database afterwards, and is not told again',
    { timeout: 60_000 },
    async () => {
      const secrets: { endpoint: string; secret: string }[] = []
      for (const [endpoint, use] of Object.entries(uses)) {
        const [send, client] = await use()
        const answer = await send()
        expect([endpoint, answer.statusCode, secretsIn(answer.json()).length > 0]).toEqual([
          endpoint,
          200,
          true,
        ])
        for (const secret of secretsIn(answer.json()).map((one) => one.split('?link=').at(-1)!))
          secrets.push({ endpoint, secret }, { endpoint, secret: secret.replaceAll('-', '') })
        if (!client.token || endpoint === 'PUT /iam/v1/users/tenant-id') continue
        const again = await send()
        expect([endpoint, again.statusCode, again.json().code]).toEqual([
          endpoint,
          409,
          'error.idempotency.secret',
        ])
      }
      const owner = new pg.Client({ connectionString: app.owner })
      await owner.connect()
      try {
        const { rows: tables } = await owner.query<{ name: string }>(
          "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
        )
        expect(tables.length).toBeGreaterThan(60)
        const found: string[] = []
        for (const { name } of tables) {
          const { rows } = await owner.query<{ text: string }>(
            `select t::text as text from ${name} t`,
          )
          for (const { text } of rows)
            for (const { endpoint, secret } of secrets)
              if (text.includes(secret)) found.push(`${endpoint} in ${name}`)
        }
        expect([...new Set(found)]).toEqual([])
      } finally {
        await owner.end()
      }
      expect(secrets.length).toBeGreaterThan(20)
    },
  )
})

describe('a key', () => {
  test('is not left running by work that has its own transaction', async () => {
    const operator = await newOperator(app)
    const path = `PUT /iam/v1/platform/tenants/${mine.id}/screens`
    const send = () => operator.send(path, { screens: [] }, { 'idempotency-key': 'screens-1' })
    expect((await send()).statusCode).toBe(204)
    const kept = await app.db.write(0, (tx) =>
      row<{ state: string }>(tx, sql`select state from idempotency where key = 'screens-1'`),
    )
    expect(kept).toEqual({ state: 'done' })
    expect((await send()).statusCode).toBe(204)
  })
})

describe('guesses', () => {
  const wrong = (loginName: string, remoteAddress: string, secret = 'Wrong2026') => {
    const client = new Client({
      inject: (options) => app.http.inject({ ...options, remoteAddress }),
    })
    return (async () =>
      client.send(
        'POST /oauth/oauth/token',
        new URLSearchParams({
          grant_type: 'password',
          username: loginName,
          password: await client.seal(secret),
        }),
      ))()
  }
  test(
    'forty at once: no more are looked at than five in a row, and the owner elsewhere is not kept out',
    { timeout: 60_000 },
    async () => {
      const { loginName } = await newMember(app, mine, [])
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => wrong(loginName, '203.0.113.7')),
      )
      const codes = answers.map((answer) => answer.json().code as string)
      const looked = codes.filter(
        (code) => code === 'hoth.warn.usernameNotFoundOrPasswordIsWrong',
      ).length
      expect([
        looked <= 5,
        looked > 0,
        codes.filter((code) => code !== 'hoth.warn.usernameNotFoundOrPasswordIsWrong').length,
      ]).toEqual([true, true, 40 - looked])
      expect((await wrong(loginName, '203.0.113.7', password)).statusCode).not.toBe(200)
      expect((await wrong(loginName, '198.51.100.9', password)).statusCode).toBe(200)
    },
  )
  test('from one IPv6 network count together, whatever address of it they take', async () => {
    const { loginName } = await newMember(app, mine, [])
    for (let i = 0; i < 3; i++) await wrong(loginName, `2001:db8:1:2::${i + 1}`)
    expect((await wrong(loginName, '2001:db8:1:2:ffff::9', password)).json().code).toBe(
      'hoth.warn.captchaNull',
    )
    expect((await wrong(loginName, '2001:db8:1:3::9', password)).statusCode).toBe(200)
  })
  test(
    'of many strangers ask for a captcha, and lock nobody out',
    { timeout: 60_000 },
    async () => {
      const { loginName } = await newMember(app, mine, [])
      for (let i = 0; i < 30; i++) await wrong(loginName, `203.0.${i + 1}.1`)
      expect((await wrong(loginName, '198.51.100.20', password)).json().code).toBe(
        'hoth.warn.captchaNull',
      )
    },
  )
  test('may bring work in place of the picture, each work once', { timeout: 60_000 }, async () => {
    const { loginName } = await newMember(app, mine, [])
    for (let i = 0; i < 3; i++) await wrong(loginName, '192.0.2.60')
    const client = new Client({
      inject: (options) => app.http.inject({ ...options, remoteAddress: '192.0.2.60' }),
    })
    const { algorithm, challenge, salt, signature, maxnumber } = await client.call<{
      algorithm: string
      challenge: string
      salt: string
      signature: string
      maxnumber: number
    }>('GET /oauth/public/proof')
    const number = Array.from({ length: maxnumber + 1 }).findIndex(
      (_, n) =>
        createHash('sha256')
          .update(salt + n)
          .digest('hex') === challenge,
    )
    const proofOf = (more: object) =>
      Buffer.from(
        JSON.stringify({ algorithm, challenge, number, salt, signature, ...more }),
      ).toString('base64')
    const enter = async (proof: string) =>
      client.send(
        'POST /oauth/oauth/token',
        new URLSearchParams({
          grant_type: 'password',
          username: loginName,
          password: await client.seal('Wrong2026'),
          proof,
        }),
      )
    for (const forged of [
      proofOf({ number: number + 1 }),
      proofOf({ signature: 'a'.repeat(64) }),
      'nonsense',
      btoa('{}'),
    ])
      expect((await enter(forged)).json().code).toBe('hoth.warn.captchaNull')
    expect((await enter(proofOf({}))).json().code).toBe(
      'hoth.warn.usernameNotFoundOrPasswordIsWrong',
    )
    expect((await enter(proofOf({}))).json().code).toBe('hoth.warn.captchaNull')
  })
  test('of the present password are counted too', async () => {
    const who = await newMember(app, mine, [])
    const change = async () =>
      who.send('PUT /iam/stong/v1/users/password', {
        originalPassword: await who.seal('Wrong2026'),
        password: await who.seal('Autumn#2027'),
      })
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await change()).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
  })
  test('of a one-time code are counted, and the set-up code is asked for', async () => {
    const anyone = new Client({
      inject: (options) => app.http.inject({ ...options, remoteAddress: '192.0.2.44' }),
    })
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push(
        (await anyone.send('POST /oauth/public/invitation', { code: 'ABCDABCDABCDABCD' }))
          .statusCode,
      )
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    const empty = await startApp()
    try {
      const first = new Client(empty.http)
      const body = {
        loginName: 'first',
        realName: '站长',
        tenantName: '示范农场',
        language: 'zh-CN',
        code: 'ABCD-ABCD-ABCD',
        password: await first.seal('Operate#26'),
      }
      expect((await first.send('POST /iam/v1/setup', body)).json().fields).toHaveProperty('code')
      expect(await first.call('GET /iam/v1/setup')).toEqual({ needed: true })
    } finally {
      await empty.end()
    }
  })
})

describe('a name that looks like a phone', () => {
  test('is nobody’s who has not proved that phone, and takes no phone sign-in away', async () => {
    const owner = await newMember(app, mine, [])
    await app.db.platform((tx) =>
      sql`update account set phone = '13812340001' where id = ${owner.accountId}`.execute(tx),
    )
    const squatter = await newMember(app, mine, [])
    await expect(
      app.db.platform((tx) =>
        sql`update account set login_name = '13812340001' where id = ${squatter.accountId}`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow(/account_login_name_phone/)
    const invited = await mine.admin.send('POST /iam/v1/{tenant}/users', {
      loginName: '13812340001',
      realName: '某人',
      roleIds: [1],
    })
    expect(Object.keys(invited.json().fields)).toEqual(['loginName'])
    const signedIn = await new Client(app.http).signIn('13812340001', password)
    expect(await signedIn.call('GET /iam/stong/v1/users/self')).toMatchObject({
      id: owner.accountId,
    })
  })
  test('goes with the phone when its owner changes it, by a code and the password', async () => {
    const owner = await newMember(app, mine, [])
    await app.db.platform((tx) =>
      sql`update account set phone = '13812340002', login_name = '13812340002' where id = ${owner.accountId}`.execute(
        tx,
      ),
    )
    const { captchaKey } = await owner.call<{ captchaKey: string }>(
      'POST /oauth/public/send-phone-captcha-always',
      { phone: '13812340003' },
    )
    const { code } = (await app.db.platform((tx) =>
      row<{ code: string }>(
        tx,
        sql`select substring(text from '[0-9]{6}') as code from sms_outbox
          where phone = '13812340003' order by id desc limit 1`,
      ),
    ))!
    const change = async (secret: string) =>
      owner.send('PUT /iam/stong/v1/users/phone', {
        phone: '13812340003',
        captcha: code,
        captchaKey,
        originalPassword: await owner.seal(secret),
      })
    expect((await change('Wrong2026')).json().fields).toHaveProperty('originalPassword')
    expect((await change(password)).statusCode).toBe(204)
    await new Client(app.http).signIn('13812340003', password)
  })
})

describe('a session', () => {
  const tokensOf = async (loginName: string) => {
    const client = new Client(app.http)
    return (
      await client.send(
        'POST /oauth/oauth/token',
        new URLSearchParams({
          grant_type: 'password',
          username: loginName,
          password: await client.seal(password),
        }),
      )
    ).json<{ access_token: string; refresh_token: string }>()
  }
  const renew = (refresh_token: string) =>
    new Client(app.http).send(
      'POST /oauth/oauth/token',
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
    )
  test('ends thirty days after it began, however often it was renewed', async () => {
    const who = await newMember(app, mine, [])
    const { refresh_token } = await tokensOf(who.loginName)
    await app.db.platform((tx) =>
      sql`update session set created_at = now() - interval '29 days 23 hours 55 minutes'
        where account_id = ${who.accountId}`.execute(tx),
    )
    const next = (await renew(refresh_token)).json<{ refresh_token: string }>()
    const left = await app.db.platform((tx) =>
      row<{ minutes: number }>(
        tx,
        sql`select max(extract(epoch from greatest(refresh_expires_at,
          access_expires_at) - now()) / 60)::int as minutes from session
          where account_id = ${who.accountId} and device <> 'test'`,
      ),
    )
    expect(left!.minutes).toBeLessThanOrEqual(5)
    await app.db.platform((tx) =>
      sql`update session set refresh_expires_at = now() - interval '1 second'
        where account_id = ${who.accountId}`.execute(tx),
    )
    expect((await renew(next.refresh_token)).statusCode).toBe(401)
  })
  test('that moved on remembers the token it had: used again later, it was copied', async () => {
    const who = await newMember(app, mine, [])
    const { access_token, refresh_token } = await tokensOf(who.loginName)
    const moved = await clientWith(app, access_token, mine.id).call<{ access_token: string }>(
      'PUT /iam/v1/users/tenant-id',
      { tenantId: mine.id },
    )
    await app.db.platform((tx) =>
      sql`update session_refresh_used set used_at = now() - interval '1 minute'`.execute(tx),
    )
    expect((await renew(refresh_token)).statusCode).toBe(401)
    expect(
      (await clientWith(app, moved.access_token, mine.id).send('GET /iam/stong/v1/users/self'))
        .statusCode,
    ).toBe(401)
  })
})

test('an import runs with the rights that stand when it runs', async () => {
  const { actorNow } = await import('#server/http/actor.ts')
  const who = await newMember(app, mine, ['wfpf.inventory.base.unit'])
  const asked = {
    sessionId: 1,
    accountId: who.accountId,
    loginName: '',
    realName: '',
    isOperator: false,
    tenantId: mine.id,
    permissionVersion: 1,
    subModules: [],
    impersonator: null,
    viewedRole: null,
    scope: null,
  }
  expect(
    (await app.platform.rights.of((await actorNow(app.db, asked))!)).codes.has(
      'wfpf.inventory.base.unit',
    ),
  ).toBe(true)
  await app.db.write(mine.id, async (tx) => {
    await sql`delete from member_role where member_id = (select id from member
      where account_id = ${who.accountId})`.execute(tx)
    await sql`update tenant set permission_version = permission_version + 1 where id = ${mine.id}`.execute(
      tx,
    )
  })
  expect((await app.platform.rights.of((await actorNow(app.db, asked))!)).codes.size).toBe(0)
  await app.db.platform((tx) =>
    sql`update account set enabled_flag = 0 where id = ${who.accountId}`.execute(tx),
  )
  expect(await actorNow(app.db, asked)).toBeNull()
})
