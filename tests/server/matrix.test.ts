import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tokens } from '#contract/account/sign-in.ts'
import { isLasting } from '#contract/lasting.ts'
import { tableOf } from '#server/db/columns.ts'
import { row, rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { hashOf } from '#server/db/token.ts'
import { Client } from '#server/demo/client.ts'
import { openSession } from '#server/engines/account/session.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import type { Served } from '#server/http/serve.ts'
import {
  clientWith,
  newMember,
  newOperator,
  newTenant,
  startApp,
  type Tenant,
  type TestApp,
} from './harness.ts'
import {
  anyMark,
  Digest,
  differing,
  entityFor,
  fire,
  isStream,
  marks,
  newOwner,
  shotOf,
  type Owner,
} from './matrix.ts'
import { written } from './samples.ts'

let app: TestApp
let mine: Tenant
let theirs: Tenant
let owner: Owner
let digest: Digest
let calls: Served[]
/** Tables whose rows stand on a base. */
let ofBase: ReadonlySet<string>
const every = [...moduleOfCode.keys()]
beforeAll(async () => {
  app = await startApp({ poolSize: 8 })
  // Only calls may change anything here.
  await app.rest()
  ofBase = new Set(
    (
      await app.db.platform((tx) =>
        rows<{ name: string }>(
          tx,
          sql`select tablename as name from pg_policies where policyname = 'in_scope'`,
        ),
      )
    ).map(({ name }) => name),
  )
  written.mark = (table) => (ofBase.has(table) ? marks.ofBase : marks.ofTenant)
  mine = await newTenant(app, `${marks.ofTenant}农场`)
  owner = await newOwner(app, mine)
  theirs = await newTenant(app)
  digest = await new Digest(app.owner).open()
  calls = app.served.filter((served) => !isStream(served))
}, 120_000)
afterAll(async () => {
  await digest?.end()
  await app?.end()
})

interface Told {
  status: number
  code?: string
}
/** null: whatever is answered, nothing of the owner's is in it and nothing has changed. */
type Due = (served: Served) => Told | null
const isGuarded = ({ access }: Served) => typeof access === 'object'
const isOfTenant = ({ endpoint }: Served) => endpoint.includes('{tenant}')
const once = 120
const never = /(?!)/

/** Everything that is wrong with how these calls answer somebody; nothing may leave them and nothing may change. */
async function tried(
  client: Client | ((served: Served) => Promise<Client> | Client),
  due: Due,
  {
    among = calls,
    mark = anyMark,
    of,
    but = [],
  }: {
    among?: readonly Served[]
    mark?: RegExp
    of?: ReadonlySet<string>
    but?: readonly string[]
  } = {},
): Promise<string[]> {
  const faults: string[] = []
  let before = await digest.of(mine.id)
  for (let from = 0; from < among.length; from += once) {
    const part = among.slice(from, from + once)
    const who = await Promise.all(
      part.map((served) => (client instanceof Client ? client : client(served))),
    )
    if (!(client instanceof Client)) before = await digest.of(mine.id)
    const answers = await Promise.all(
      part.map((served, at) => fire(who[at]!, shotOf(served, owner))),
    )
    for (const {
      shot: { served },
      status,
      code,
      body,
    } of answers) {
      const told = due(served)
      if (
        told
          ? status !== told.status || (told.code !== undefined && code !== told.code)
          : status >= 500
      )
        faults.push(
          `${served.endpoint}: ${status} ${code}${told ? `, not ${told.status} ${told.code ?? ''}` : ''}`,
        )
      if (body.search(mark) >= 0)
        faults.push(
          `${served.endpoint} tells ${body.slice(Math.max(0, body.search(mark) - 60), body.search(mark) + 20)}`,
        )
    }
    const after = await digest.of(mine.id)
    const changed = differing(before, after).filter(
      (table) => !but.includes(table) && (of?.has(table) ?? true),
    )
    if (changed.length)
      faults.push(
        `${changed.join()} changed by one of ${
          answers
            .filter(({ status, shot }) => status < 300 && !shot.served.endpoint.startsWith('GET'))
            .map(({ shot }) => shot.served.endpoint)
            .join(', ') || 'a refusal'
        }`,
      )
    before = after
  }
  return faults
}
const session = async (o: Partial<Parameters<typeof openSession>[1]> = {}) =>
  clientWith(
    app,
    (
      await app.db.platform((tx) =>
        openSession(tx, {
          accountId: mine.adminAccount,
          tenantId: mine.id,
          device: 'test',
          address: '127.0.0.1',
          ...o,
        }),
      )
    ).access_token,
    mine.id,
  )

/** Of whoever changes or ends their own session there is another for each call. */
const eachOwn = (shared: Client, make: () => Promise<Client>) => (served: Served) =>
  isOfTenant(served) || isGuarded(served) || served.access === 'public' ? shared : make()
const unknown: Due = ({ access }) => (access === 'public' ? null : { status: 401 })
const lastOf = (table: 'audit' | 'session') =>
  app.db.write(mine.id, async (tx) =>
    Number((await row<{ id: number }>(tx, sql`select max(id) as id from ${sql.table(table)}`))!.id),
  )
const whole = () => newMember(app, mine, every)

describe('another tenant’s administrator', () => {
  test('by the owner’s path', { timeout: 60_000 }, async () => {
    const due: Due = ({ access }) =>
      access === 'public' ? null : { status: 404, code: 'error.not_found' }
    // As where there is no tenant at all.
    for (const tenant of [mine.id, 999_999])
      expect(
        await tried(clientWith(app, theirs.admin.token, tenant), due, {
          among: calls.filter(isOfTenant),
        }),
      ).toEqual([])
  })
  test('by their own path, with the owner’s numbers', { timeout: 60_000 }, async () => {
    const due: Due = (served) =>
      served.access === 'operator'
        ? { status: 403 }
        : /\{id\}/.test(served.endpoint) && isGuarded(served)
          ? { status: 404 }
          : null
    expect(
      await tried(
        eachOwn(theirs.admin, () => newMember(app, theirs, every)),
        due,
      ),
    ).toEqual([])
  })
})

test('nobody', { timeout: 60_000 }, async () => {
  const nobody = new Client(app.http)
  nobody.tenantId = mine.id
  expect(await tried(nobody, unknown)).toEqual([])
})

describe('a member', () => {
  const guarded = () => calls.filter(isGuarded)
  const codesOf = ({ access }: Served) => (typeof access === 'object' ? [access.code].flat() : [])
  test('without the code of a call, and with all others', { timeout: 60_000 }, async () => {
    const members = new Map<string, Client>()
    for (const served of guarded())
      if (!members.has(codesOf(served).join()))
        members.set(
          codesOf(served).join(),
          await newMember(
            app,
            mine,
            every.filter((code) => !codesOf(served).includes(code)),
          ),
        )
    expect(
      await tried(
        (served) => members.get(codesOf(served).join())!,
        () => ({ status: 403, code: 'error.permission.mismatch' }),
        { among: guarded() },
      ),
    ).toEqual([])
  })
  test('without any code', { timeout: 60_000 }, async () => {
    const idle = () => newMember(app, mine, [])
    const due: Due = ({ access }) => (access === 'operator' ? { status: 403 } : null)
    const open = calls.filter((served) => !isGuarded(served))
    // What they have read is noted.
    const but = ['notice_read']
    expect(
      await tried(eachOwn(await idle(), idle), due, {
        among: open.filter(({ forMembers }) => !forMembers),
        but,
      }),
    ).toEqual([])
    expect(
      await tried(await idle(), due, {
        among: open.filter(({ forMembers }) => forMembers),
        mark: never,
        but,
      }),
    ).toEqual([])
  })
  test('who sees another base alone', { timeout: 60_000 }, async () => {
    const member = await whole()
    const elsewhere = await app.db.write(
      mine.id,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`insert into area (area_name) values ('别处') returning id`,
        ))!,
    )
    await app.db.write(mine.id, async (tx) => {
      await sql`update member set data_scope = 'areas', scope_area_ids = ${[elsewhere.id]}::bigint[] where account_id = ${member.accountId}`.execute(
        tx,
      )
      await raiseRights(tx, mine.id)
    })
    // What has no place on a base is everybody's who has its code: not tried here.
    const isOut = (served: Served) => {
      const entity = entityFor(served)
      return served.endpoint.startsWith('GET') || !entity || ofBase.has(tableOf(entity))
    }
    const due: Due = (served) => {
      const entity = entityFor(served)
      return /\{id\}/.test(served.endpoint) &&
        isGuarded(served) &&
        entity &&
        ofBase.has(tableOf(entity))
        ? { status: 404 }
        : null
    }
    expect(
      await tried(member, due, {
        among: calls.filter((served) => isOfTenant(served) && isOut(served)),
        mark: new RegExp(marks.ofBase, 'u'),
        of: new Set([...ofBase].filter((name) => name !== 'audit')),
      }),
    ).toEqual([])
  })
})

test('who looks as a role, be it the administrator’s', { timeout: 60_000 }, async () => {
  const role = (await app.db.read(mine.id, (tx) =>
    row<{ id: number }>(tx, sql`select id from role where builtin_flag = 1`),
  ))!
  const viewer = await session({ viewRoleId: role.id })
  const isQuestion = ({ endpoint }: Served) =>
    endpoint.startsWith('GET') || endpoint.endsWith('/check-resources')
  expect(
    await tried(
      viewer,
      (served) =>
        served.access === 'public' || isQuestion(served)
          ? null
          : { status: 403, code: 'role.viewing' },
      { mark: never },
    ),
  ).toEqual([])
})

describe('a session that is over', () => {
  const ended = (change: ReturnType<typeof sql>) => async () => {
    const client = await session()
    await app.db.platform((tx) =>
      sql`update session set ${change} where access_hash = ${hashOf(client.token)}`.execute(tx),
    )
    return client
  }
  test.each([
    ['its token is too old', ended(sql`access_expires_at = now() - interval '1 second'`)],
    [
      'it is older than thirty days',
      ended(
        sql`created_at = now() - interval '31 days', access_expires_at = now() - interval '1 day', refresh_expires_at = now() - interval '1 day'`,
      ),
    ],
    ['it was signed out', ended(sql`ended_at = now()`)],
    [
      'its account is closed',
      async () => {
        const member = await whole()
        await app.db.platform((tx) =>
          sql`update account set enabled_flag = 0 where id = ${member.accountId}`.execute(tx),
        )
        return member
      },
    ],
  ])('because %s', { timeout: 60_000 }, async (_why, client) =>
    expect(await tried(await client(), unknown)).toEqual([]),
  )
})

describe('rights that are gone while somebody is signed in', () => {
  const changed = (statement: ReturnType<typeof sql>) =>
    app.db.write(mine.id, async (tx) => {
      await statement.execute(tx)
      await raiseRights(tx, mine.id)
    })
  const gone: Due = (served) =>
    served.access === 'public'
      ? null
      : isOfTenant(served)
        ? { status: 404 }
        : isGuarded(served) || served.access === 'operator'
          ? { status: 403 }
          : null
  test('with the membership', { timeout: 60_000 }, async () => {
    const left = async () => {
      const member = await whole()
      await changed(
        sql`with gone as (delete from member_role where member_id in (select id from member where account_id = ${member.accountId})) delete from member where account_id = ${member.accountId}`,
      )
      return member
    }
    expect(await tried(eachOwn(await left(), left), gone)).toEqual([])
  })
  test('with the roles', { timeout: 60_000 }, async () => {
    const member = await whole()
    await changed(
      sql`delete from member_role where member_id in (select id from member where account_id = ${member.accountId})`,
    )
    expect(
      await tried(member, () => ({ status: 403, code: 'error.permission.mismatch' }), {
        among: calls.filter(isGuarded),
      }),
    ).toEqual([])
  })
  test('with the tenant’s being open', { timeout: 60_000 }, async () => {
    const shut = (flag: 0 | 1) =>
      app.db.platform((tx) =>
        sql`update tenant set enabled_flag = ${flag} where id = ${mine.id}`.execute(tx),
      )
    const member = await whole()
    const others = new Map<Served, Client>()
    for (const served of calls)
      if (!isOfTenant(served) && !isGuarded(served) && served.access !== 'public')
        others.set(served, await whole())
    await shut(0)
    try {
      expect(await tried((served) => others.get(served) ?? member, gone)).toEqual([])
    } finally {
      await shut(1)
    }
  })
})

describe('the battery', () => {
  test('finds everything as the owner, whose numbers these are', { timeout: 60_000 }, async () => {
    const asked = calls.filter(
      (served) =>
        served.endpoint.startsWith('GET') && isOfTenant(served) && served.access !== 'public',
    )
    const answers = await Promise.all(
      asked.map((served) => fire(mine.admin, shotOf(served, owner))),
    )
    // What there is only at a certain moment: a document in approval, an upload on its way, the demo's farm, a circuit by its maker's number.
    const passing =
      /stock-document\/\{id\}\/remaining|agricultural-inventory\/\{id\}|\{id\}\/record|inverter\/(\{id\}\/(connect|close)|export)|simulated-farm|files\/uploads/
    expect(
      answers
        .filter(({ status, shot }) => status >= 400 && !passing.test(shot.served.endpoint))
        .map(({ status, shot }) => `${status} ${shot.served.endpoint}`),
    ).toEqual([])
    expect(answers.filter(({ body }) => body.search(anyMark) >= 0).length).toBeGreaterThan(150)
  })
  test('finds a call that was declared without its code', { timeout: 60_000 }, async () => {
    const opened = calls.filter(
      ({ endpoint }) =>
        endpoint === 'GET /wfpf/v1/{tenant}/unit' || endpoint === 'POST /wfpf/v1/{tenant}/unit',
    )
    const declared = opened.map(({ access }) => access)
    for (const served of opened) served.access = 'signed-in'
    try {
      const faults = (
        await tried(await newMember(app, mine, []), () => null, { among: opened })
      ).join('\n')
      expect(faults).toContain('GET /wfpf/v1/{tenant}/unit tells')
      expect(faults).toMatch(/unit.* changed by one of POST/)
    } finally {
      for (const [at, served] of opened.entries()) served.access = declared[at]!
    }
  })
})

// In the end, because whoever acts for the administrator may do most of it.
test(
  'an operator who acts for the administrator leaves no right, and signs everything',
  { timeout: 120_000 },
  async () => {
    const operator = await newOperator(app)
    const { access_token } = await operator.call<Tokens>('POST /iam/v1/platform/impersonate', {
      tenantId: mine.id,
      userId: mine.adminAccount,
      reason: '协助排查问题',
    })
    const acting = clientWith(app, access_token, mine.id)
    const [audited, opened] = [await lastOf('audit'), await lastOf('session')]
    const before = await digest.of(mine.id)
    const writing = calls.filter(
      (served) =>
        !served.endpoint.startsWith('GET') && served.access !== 'public' && isOfTenant(served),
    )
    const isLast = ({ endpoint, action }: Served) =>
      endpoint.startsWith('DELETE') || action === 'delete' || endpoint.endsWith('/del')
    const answers: Awaited<ReturnType<typeof fire>>[] = []
    for (const served of [...writing.filter((one) => !isLast(one)), ...writing.filter(isLast)])
      answers.push(await fire(acting, shotOf(served, owner)))
    for (const {
      shot: { served },
      status,
      code,
    } of answers)
      expect([served.endpoint, isLasting(served), status, code]).toEqual([
        served.endpoint,
        isLasting(served),
        ...(isLasting(served)
          ? [403, 'grant.acting']
          : [status, code === 'grant.acting' ? '' : code]),
      ])
    expect(
      differing(before, await digest.of(mine.id)).filter((table) =>
        /^(account|member|role)(_|$)/.test(table),
      ),
    ).toEqual([])
    const signed = await app.db.read(mine.id, (tx) =>
      rows<{ isSigned: boolean; count: number }>(
        tx,
        sql`select impersonator is not null as is_signed, count(*)::int as count from audit where id > ${audited} group by 1`,
      ),
    )
    expect([signed.map(({ isSigned }) => isSigned), signed[0]!.count > 100]).toEqual([[true], true])
    expect(
      await app.db.platform((tx) =>
        rows(
          tx,
          sql`select id from session where id > ${opened} and impersonator_id is null and tenant_id = ${mine.id}`,
        ),
      ),
    ).toEqual([])
    // And the numbers that all strangers were refused for are numbers of something.
    const reached = answers.filter(
      ({ shot: { served } }) => served.endpoint.includes('{id}') && !isLasting(served),
    )
    const missed = reached
      .filter(({ status }) => status === 404)
      .map(({ shot }) => shot.served.endpoint)
    expect([reached.length > 100, missed.length / reached.length < 0.1, missed]).toEqual([
      true,
      true,
      missed,
    ])
  },
)
