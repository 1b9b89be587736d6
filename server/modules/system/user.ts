import { sql } from 'kysely'
import { endUserSessions, resetPassword } from '#contract/system/permission-calls.ts'
import { user } from '#contract/system/user.ts'
import { changed, row, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError, unprocessable } from '#server/db/http-error.ts'
import { raiseRights } from '#server/db/rights.ts'
import {
  requireGrant,
  requireOneself,
  requireOverAdministrator,
  requireRoles,
} from '#server/modules/account/engine/grant.ts'
import {
  belongsAlone,
  createInvited,
  issueCode,
  voidCodes,
} from '#server/modules/account/engine/invitation.ts'
import { reachesOf, requireNarrowerPerson, type Limited } from '#server/db/scope.ts'
import { endSessionsIn } from '#server/modules/account/engine/session.ts'
import { addMember, setRoles } from '#server/modules/account/engine/tenant.ts'
import type { SignedIn } from '#server/http/context.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { sentence } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'

interface Behind {
  accountId: number
  isJoined: boolean
  realName: string
  phone: string | null
}
const behind = async (tx: Tx, member: number) =>
  (await row<Behind>(
    tx,
    sql`select m.account_id, a.login_name is not null as is_joined, a.real_name, coalesce(a.phone,
      a.invited_phone) as phone
  from member m join account a on a.id = m.account_id where m.id = ${member}`,
  ))!

/**
 * A tenant that nobody administers is lost to its people; who has not joined administers nothing.
 */
async function requireAdministrator(tx: Tx): Promise<void> {
  const left = await row(
    tx,
    sql`select 1 from member m join member_role mr on mr.member_id = m.id
      join role r on r.id = mr.role_id and r.builtin_flag = 1
    join account a on a.id = m.account_id and a.login_name is not null where m.enabled_flag = 1 limit 1`,
  )
  if (!left) throw unprocessable('role.last_admin')
}
/**
 * Within one's own tenant everybody is known; who else has an account is nobody's business here.
 */
async function requireUnknown(
  tx: Tx,
  but: number,
  { loginName, phone }: { loginName?: string | undefined; phone?: string | null | undefined },
): Promise<void> {
  if (
    loginName &&
    (await row(
      tx,
      sql`select 1 from member_view where lower(login_name) = lower(${loginName}) and id <> ${but}`,
    ))
  )
    throw invalidFields({ loginName: { code: 'user.exists_member' } })
  if (
    phone &&
    (await row(tx, sql`select 1 from member_view where phone = ${phone} and id <> ${but}`))
  )
    throw invalidFields({ phone: { code: 'user.phone_taken' } })
}

interface Before extends Limited {
  organizationId: number | null
  enabledFlag: 0 | 1
}
const reachOf = (values: Partial<Record<string, unknown>>) => ({
  dataScope: (values.dataScope as string | null | undefined) ?? 'roles',
  scopeAreaIds: (values.scopeAreaIds as number[] | null | undefined) ?? [],
})
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/**
 * Whether a change of somebody's rights is the caller's to make. Codes count wherever somebody
 * sees, so whoever makes them see otherwise, and whoever lets them in or keeps them out, holds all
 * that they hold; whoever sees some bases alone changes nobody who sees others.
 */
async function requireOver(
  tx: Tx,
  giver: Pick<SignedIn, 'actor' | 'codes'>,
  member: number,
  before: Before,
  after: Before,
): Promise<void> {
  const { scope } = giver.actor
  // Where somebody belongs may say which bases they see.
  const isMoved = after.organizationId !== before.organizationId
  if (isMoved && scope !== null) throw new HttpError(403, 'grant.scope')
  const [had, has] = [await reachesOf(tx, before), await reachesOf(tx, after)]
  const isRunning = [...had, ...has].some(({ dataScope }) => dataScope === 'organization')
  if (!isSame(had, has) || after.enabledFlag !== before.enabledFlag || (isMoved && isRunning))
    await requireGrant(tx, giver, { over: [member] })
  if (isSame(had, has) && isSame(before.roleIds, after.roleIds)) return
  for (const one of [before, after]) await requireNarrowerPerson(tx, scope, one)
}
async function keepReach(
  tx: Tx,
  member: number,
  values: Partial<Record<string, unknown>>,
): Promise<void> {
  const { dataScope, scopeAreaIds } = reachOf(values)
  await sql`update member set data_scope = ${dataScope}, scope_area_ids = ${scopeAreaIds}::bigint[]
    where id = ${member}`.execute(tx)
}

/** Without a gateway, codes are shown to be handed over. */
export function serveUser(app: Services): void {
  const { gateway } = app
  crud(app, user, {
    insert: async (values, { tx }, { tenant, actor, codes }) => {
      const {
        loginName,
        realName,
        phone = null,
        organizationId = null,
        roleIds,
      } = values as {
        loginName: string
        realName: string
        phone?: string | null
        organizationId?: number | null
        roleIds: number[]
      }
      requireOneself({ actor, codes })
      await requireRoles(tx, { actor, codes }, null, roleIds)
      await requireNarrowerPerson(tx, actor.scope, { ...reachOf(values), roleIds })
      await requireUnknown(tx, 0, { loginName, phone })
      const member = await addMember(
        tx,
        await createInvited(tx, { realName, loginName, phone: phone || null }, tenant),
        organizationId,
        roleIds,
        actor.accountId,
      )
      await keepReach(tx, member, values)
      if (values.enabledFlag === 0)
        await sql`update member set enabled_flag = 0 where id = ${member}`.execute(tx)
      return member
    },
    update: async (id, version, values, { tx }, { tenant, actor, codes }) => {
      const giver = { actor, codes }
      const person = await behind(tx, id)
      const before = (await row<Before>(
        tx,
        sql`select data_scope, scope_area_ids, role_ids, organization_id, enabled_flag
          from member_view where id = ${id}`,
      ))!
      const after: Before = {
        ...reachOf({ ...before, ...values }),
        roleIds: [...new Set((values.roleIds as number[] | undefined) ?? before.roleIds)].sort(
          (a, b) => a - b,
        ),
        organizationId:
          values.organizationId === undefined
            ? before.organizationId
            : (values.organizationId as number | null),
        enabledFlag: (values.enabledFlag as 0 | 1 | null | undefined) ?? before.enabledFlag,
      }
      const isSelf = person.accountId === actor.accountId
      if (isSelf && after.enabledFlag === 0) throw unprocessable('user.self')
      const phone =
        values.phone === undefined ? person.phone : (values.phone as string | null) || null
      if (phone !== person.phone) {
        if (person.isJoined) throw invalidFields({ phone: { code: 'user.phone_own' } })
        await requireGrant(tx, giver, { over: [id] })
        await requireUnknown(tx, id, { phone })
        await sql`update account set invited_phone = ${phone} where id = ${person.accountId}`.execute(
          tx,
        )
        await voidCodes(tx, person.accountId)
      }
      if (values.realName !== undefined && values.realName !== person.realName) {
        if (person.isJoined && !isSelf && !(await belongsAlone(tx, person.accountId)))
          throw unprocessable('user.foreign')
        await sql`update account set real_name = ${values.realName}, last_update_date = now()
          where id = ${person.accountId}`.execute(tx)
      }
      const isReached = !isSame(reachOf({ ...before }), reachOf({ ...after }))
      if (isReached && isSelf && actor.scope !== null) throw unprocessable('grant.self')
      await requireOver(tx, giver, id, before, after)
      if (values.roleIds)
        await requireRoles(tx, giver, { id, accountId: person.accountId }, [...after.roleIds])
      // A code in somebody's hands opens what it opened when it was handed out.
      if (!isSame(before, after)) await voidCodes(tx, person.accountId)
      const saved = await changed(
        tx,
        sql`update member set organization_id = ${after.organizationId},
          enabled_flag = ${after.enabledFlag}, object_version_number = object_version_number + 1,
          last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id}
          and object_version_number = ${version}`,
      )
      if (isReached) await keepReach(tx, id, { ...after })
      if (values.roleIds) await setRoles(tx, id, [...after.roleIds])
      if (values.enabledFlag === 0) await endSessionsIn(tx, person.accountId, tenant)
      return saved === 1
    },
    remove: async (found, { tx }, { tenant, actor, codes }) => {
      const { accountId, isJoined } = await behind(tx, found.id)
      if (accountId === actor.accountId) throw unprocessable('user.self')
      await requireGrant(tx, { actor, codes }, { over: [found.id] })
      await sql`update organization set leader_id = null where leader_id = ${found.id}`.execute(tx)
      await sql`delete from member where id = ${found.id}`.execute(tx)
      await endSessionsIn(tx, accountId, tenant)
      await voidCodes(tx, accountId)
      if (!isJoined)
        await sql`update account set enabled_flag = 0 where id = ${accountId}`.execute(tx)
    },
    after: async (_action, _row, { tx }, { tenant }) => {
      await requireAdministrator(tx)
      await raiseRights(tx, tenant)
    },
  })

  serve(app, resetPassword, async ({ id }, { write, tenant, actor, codes, platform, language }) =>
    write(async ({ tx, audit }) => {
      const found = await demand(tx, user, id, 'resetPassword')
      const person = await behind(tx, id)
      const needed = person.isJoined
        ? [user.permissions.resetPassword]
        : [user.permissions.resetPassword, user.permissions.create]
      if (!needed.some((code) => codes.has(code)))
        throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
      if (person.accountId === actor.accountId) throw unprocessable('user.self_reset')
      if (found.enabledFlag !== 1) throw unprocessable('user.closed')
      // Whoever sees the code can be this person until they have redeemed it.
      await requireGrant(tx, { actor, codes }, { over: [id] })
      if (person.isJoined && !(await belongsAlone(tx, person.accountId)))
        throw unprocessable('user.foreign')
      const sms = gateway && {
        sender: gateway,
        textOf: (link: string) =>
          sentence(person.isJoined ? 'sms.reset' : 'sms.invite', language, { link }),
      }
      const issued = await issueCode(tx, {
        accountId: person.accountId,
        tenant,
        issuedBy: actor.accountId,
        publicUrl: platform.publicUrl,
        sms,
      })
      await audit({
        entity: 'user',
        recordId: id,
        title: String(found.realName),
        action: person.isJoined ? 'resetPassword' : 'invite',
        after: { sentTo: issued.sentTo },
      })
      return issued
    }),
  )
  serve(app, endUserSessions, async ({ id }, { write, tenant, actor, codes }) =>
    write(async ({ tx, audit }) => {
      const found = await demand(tx, user, id, 'endSessions')
      const { accountId } = await behind(tx, id)
      await requireOverAdministrator(tx, { actor, codes }, accountId)
      const ended = await endSessionsIn(tx, accountId, tenant)
      await audit({
        entity: 'user',
        recordId: id,
        title: String(found.realName),
        action: 'endSessions',
        after: { ended },
      })
      return { ended }
    }),
  )
}
