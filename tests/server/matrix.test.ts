import { transferTargets } from '#contract/inventory/document-calls.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tableOf } from '#server/db/columns.ts'
import { row } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { hashOf } from '#server/db/token.ts'
import { Client } from '#server/demo/client.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import type { Served } from '#server/http/serve.ts'
import { clientWith, newMember } from './harness.ts'
import { marks } from './matrix-owner.ts'
import { entityFor } from './matrix.ts'
import {
  type Due,
  app,
  calls,
  eachOwn,
  every,
  isGuarded,
  isOfTenant,
  mine,
  ofBase,
  theirs,
  tried,
  whole,
} from './matrix-ground.ts'

const never = /(?!)/
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
/** Somebody with every code who sees one base alone, where nothing of the owner's stands. */
const limited = async () => {
  const member = await whole()
  await app.db.write(mine.id, async (tx) => {
    const elsewhere = (await row<{ id: number }>(
      tx,
      sql`insert into area (area_name) values ('别处') returning id`,
    ))!
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[elsewhere.id]}::bigint[]
      where account_id = ${member.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  return member
}
/**
 * Goods may be sent to a warehouse out of sight: it is chosen by its name, and nothing else of it
 * is told.
 */
const namesBeyond = transferTargets.endpoint
// What has no place on a base is everybody's who has its code: not tried here.
const isOut = (served: Served) => {
  const entity = entityFor(served)
  if (served.endpoint === namesBeyond) return false
  return served.endpoint.startsWith('GET') || !entity || ofBase.has(tableOf(entity))
}
const unknown: Due = ({ access }) => (access === 'public' ? null : { status: 401 })

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
    // What they have read is noted, and what they want of their own first page.
    const but = ['notice_read', 'home_setting', 'message_setting', 'message_sending']
    expect(
      await tried(eachOwn(await idle(), idle), due, {
        among: open.filter(({ forMembers }) => forMembers !== true),
        but,
      }),
    ).toEqual([])
    expect(
      await tried(await idle(), due, {
        among: open.filter(({ forMembers }) => forMembers === true),
        mark: never,
        but,
      }),
    ).toEqual([])
  })
  test('who sees another base alone', { timeout: 60_000 }, async () => {
    const member = await limited()
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

describe('who looks as a role', () => {
  const administrators = async () =>
    (await app.db.read(mine.id, (tx) =>
      row<{ id: number }>(tx, sql`select id from role where builtin_flag = 1`),
    ))!.id
  const isQuestion = ({ endpoint }: Served) =>
    endpoint.startsWith('GET') || endpoint.endsWith('/check-resources')
  test('be it the administrator’s', { timeout: 60_000 }, async () => {
    const viewer = await session({ viewRoleId: await administrators() })
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
  test('and sees another base alone', { timeout: 60_000 }, async () => {
    const viewer = await session({
      accountId: (await limited()).accountId,
      viewRoleId: await administrators(),
    })
    expect(
      await tried(viewer, () => null, {
        among: calls.filter((served) => isQuestion(served) && isOfTenant(served) && isOut(served)),
        mark: new RegExp(marks.ofBase, 'u'),
      }),
    ).toEqual([])
  })
  test('and holds no code', { timeout: 60_000 }, async () => {
    const viewer = await session({
      accountId: (await newMember(app, mine, [])).accountId,
      viewRoleId: await administrators(),
    })
    expect(
      await tried(viewer, () => ({ status: 403, code: 'error.permission.mismatch' }), {
        among: calls.filter((served) => isQuestion(served) && isGuarded(served)),
      }),
    ).toEqual([])
  })
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
