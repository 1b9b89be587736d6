import { unit } from '#contract/inventory/unit.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isLasting } from '#contract/lasting.ts'
import { impersonate } from '#contract/platform/platform-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { Client } from '#server/demo/client.ts'
import type { Served } from '#server/http/serve.ts'
import { clientWith, newMember, newOperator } from './harness.ts'
import { anyMark } from './matrix-owner.ts'
import { type Answer, differing, fire, shotOf } from './matrix.ts'
import {
  type Due,
  app,
  calls,
  digest,
  eachOwn,
  isGuarded,
  isOfTenant,
  mine,
  once,
  owner,
  tried,
  whole,
} from './matrix-ground.ts'

const lastOf = (table: 'audit' | 'session') =>
  app.db.write(mine.id, async (tx) =>
    Number((await row<{ id: number }>(tx, sql`select max(id) as id from ${sql.table(table)}`))!.id),
  )

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
    const answers: Answer[] = []
    // Not more at once than may wait for their turn where the machine is busy.
    for (let from = 0; from < asked.length; from += once)
      answers.push(
        ...(await Promise.all(
          asked.slice(from, from + once).map((served) => fire(mine.admin, shotOf(served, owner))),
        )),
      )
    // What there is only at a certain moment: a document in approval, an upload on its way, a worker’s own task, an open activity, the demo's farm, a circuit by its maker's number, a camera's picture.
    const passing =
      /stock-document\/\{id\}\/remaining|agricultural-inventory\/\{id\}|\{id\}\/record|inverter\/(\{id\}\/(connect|close)|export)|simulated-farm|task\/mine\/\{id\}|activity\/\{id\}\/sign-code|files\/uploads|camera\/seedling-picture/
    expect(
      answers
        .filter(({ status, shot }) => status >= 400 && !passing.test(shot.served.endpoint))
        .map(({ status, shot }) => `${status} ${shot.served.endpoint}`),
    ).toEqual([])
    expect(answers.filter(({ body }) => body.search(anyMark) >= 0).length).toBeGreaterThan(150)
  })
  test('finds a call that was declared without its code', { timeout: 60_000 }, async () => {
    const opened = calls.filter(
      ({ endpoint }) => endpoint === unit.api.list || endpoint === unit.api.create,
    )
    const declared = opened.map(({ access }) => access)
    for (const served of opened) served.access = 'signed-in'
    try {
      const faults = (
        await tried(await newMember(app, mine, []), () => null, { among: opened })
      ).join('\n')
      expect(faults).toContain(`${unit.api.list} tells`)
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
    const { access_token } = await operator.call(impersonate, {
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
