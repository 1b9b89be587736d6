import { sql } from 'kysely'
import * as calls from '#contract/account/invitation.ts'
import { writeAudit } from '#server/db/audit.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, unprocessable } from '#server/db/http-error.ts'
import { raiseRights } from '#server/db/rights.ts'
import {
  findCode,
  standFor,
  stillStands,
  spendCode,
  voidCodes,
  type Redeemable,
} from '#server/modules/account/engine/invitation.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { requirePassword } from '#server/modules/account/engine/policy.ts'
import { endSessionsOf } from '#server/modules/account/engine/session.ts'
import { serve, servePublic } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** Guesses are counted under one name, by network. */
const guesses = 'invitation'
const worthless = () => unprocessable('invitation.invalid')

/** One-time codes as the person meets them who was given one. */
export function serveInvitation(app: Services): void {
  const { seal, attempts } = app.account
  const { db } = app.platform
  /** What a code opens while the hand-over still stands. */
  const opened = async (by: Parameters<typeof findCode>[1]): Promise<Redeemable | null> => {
    const found = await db.platform((tx) => findCode(tx, by))
    if (!found || found.inTenant === null) return found
    return (await db.read(found.inTenant, (tx) => stillStands(tx, found))) ? found : null
  }
  /** Uses it up, if it stands in the very transaction that opens the door. */
  const redeem = async (tx: Tx, found: Redeemable) => {
    await spendCode(tx, found.id)
    if (!(await stillStands(tx, found))) throw worthless()
  }
  const requireCode = async (code: string, address: string) => {
    await attempts.begin({ kind: 'invitation', name: guesses }, address)
    const found = await opened({ code })
    if (!found) throw worthless()
    await attempts.succeeded({ kind: 'invitation', name: guesses }, address)
    return found
  }
  servePublic(app, calls.invitationOf, async ({ code }, { address }) => {
    const { isJoined, tenantName, realName, loginName, invitedLoginName, expiresAt } =
      await requireCode(code, address)
    return {
      purpose: isJoined ? ('password' as const) : ('join' as const),
      tenantName,
      realName,
      loginName: loginName ?? invitedLoginName ?? '',
      expiresAt,
    }
  })
  servePublic(app, calls.redeemInvitation, async (input, { address, writer }) => {
    const found = await requireCode(input.code, address)
    const password = await seal.open(input.password)
    requirePassword(password, 'account')
    const passwordHash = await hashPassword(password)
    const loginName = found.loginName ?? input.loginName ?? found.invitedLoginName
    if (!loginName)
      throw new HttpError(400, 'error.data_invalid', {
        fields: { loginName: { code: 'field.required' } },
      })
    if (!found.isJoined)
      await attempts.begin({ kind: 'invitation', name: `${guesses} ${found.id}` }, address)
    const who = { ...writer, accountId: found.accountId, realName: found.realName }
    await db.write(found.inTenant ?? 0, async (tx) => {
      await redeem(tx, found)
      if (found.isJoined) {
        await sql`update account set password_hash = ${passwordHash}, last_update_date = now()
          where id = ${found.accountId}`.execute(tx)
        await endSessionsOf(tx, found.accountId)
      } else {
        // Told only to who was invited, five times at most.
        if (await row(tx, sql`select 1 where furrow_account_of(${loginName}) is not null`))
          throw new HttpError(409, 'invitation.name_taken', {
            fields: { loginName: { code: 'invitation.name_taken' } },
          })
        await sql`update account set login_name = ${loginName}, password_hash = ${passwordHash},
          invited_login_name = null, invited_phone = null, last_update_date = now(),
          phone = (select ${found.sentTo}::text where furrow_account_of(${found.sentTo}) is null)
          where id = ${found.accountId} and login_name is null`.execute(tx)
        if (found.inTenant !== null) await raiseRights(tx, found.inTenant)
      }
      await voidCodes(tx, found.accountId)
      await writeAudit(tx, who, {
        entity: 'account',
        recordId: found.accountId,
        title: found.realName,
        action: found.isJoined ? 'resetPassword' : 'join',
      })
    })
    return { loginName }
  })

  /** An invitation to join that was sent to the caller's phone. */
  const ownOf = (id: number, account: number) =>
    db
      .platform((tx) =>
        row<{ phone: string | null }>(tx, sql`select phone from account where id = ${account}`),
      )
      .then((own) => opened({ id, phone: own?.phone ?? '' }))
  serve(app, calls.ownInvitations, async (_input, { actor }) => {
    const sent = await db.platform((tx) =>
      rows<calls.OwnInvitation>(
        tx,
        sql`
    select c.id, t.tenant_name, i.real_name as invited_by, c.expires_at from account_code c
    join account a on a.id = c.account_id and a.login_name is null and a.enabled_flag = 1
      join tenant t on t.id = c.in_tenant and t.enabled_flag = 1 left
      join account i on i.id = c.issued_by join account me on me.id = ${actor.accountId} and me.phone = a.invited_phone
    where c.used_at is null and c.expires_at > now() order by c.id desc limit 20`,
      ),
    )
    const standing = await Promise.all(sent.map(({ id }) => ownOf(id, actor.accountId)))
    return sent.filter((_one, at) => standing[at] !== null)
  })
  serve(app, calls.declineInvitation, async ({ id }, { actor, writer }) => {
    const found = await ownOf(id, actor.accountId)
    if (!found || found.isJoined || found.inTenant === null) throw worthless()
    await db.write(found.inTenant, async (tx) => {
      await spendCode(tx, found.id)
      await writeAudit(tx, writer, {
        entity: 'account',
        recordId: found.accountId,
        title: found.realName,
        action: 'decline',
      })
    })
  })
  serve(app, calls.acceptInvitation, async (input, { actor, address, writer }) => {
    const found =
      'code' in input
        ? await requireCode(input.code, address)
        : await ownOf(input.id, actor.accountId)
    if (!found || found.isJoined || found.inTenant === null) throw worthless()
    const tenantId = found.inTenant
    await db.write(tenantId, async (tx) => {
      await redeem(tx, found)
      if (await row(tx, sql`select 1 from member where account_id = ${actor.accountId}`))
        throw unprocessable('invitation.member')
      await standFor(tx, found.accountId, actor.accountId)
      await sql`update account set default_tenant_id = coalesce(default_tenant_id, ${tenantId})
        where id = ${actor.accountId} and operator_flag = 0`.execute(tx)
      // Whoever could reset this password as a colleague of one tenant cannot any more.
      await voidCodes(tx, actor.accountId)
      await raiseRights(tx, tenantId)
      await writeAudit(tx, writer, {
        entity: 'account',
        recordId: actor.accountId,
        title: actor.realName,
        action: 'join',
      })
    })
    return { tenantId }
  })
}
