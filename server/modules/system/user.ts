import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { endUserSessions, resetPassword } from '#contract/system/permission-calls.ts'
import { user } from '#contract/system/user.ts'
import { changed, row, type Tx } from '#server/db/database.ts'
import { invalid, refused } from '#server/db/failure.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newToken } from '#server/db/token.ts'
import { hashPassword, type PasswordSeal } from '#server/engines/account/password.ts'
import { demandPassword } from '#server/engines/account/policy.ts'
import { endSessionsIn, endSessionsOf } from '#server/engines/account/session.ts'
import { addMember, createAccount, setRoles } from '#server/engines/account/tenant.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'

interface Behind { accountId: number; homeTenantId: number | null; realName: string; phone: string | null }
const behind = async (tx: Tx, member: number) => (await row<Behind>(tx, sql`
  select m.account_id, a.home_tenant_id, a.real_name, a.phone from member m join account a on a.id = m.account_id where m.id = ${member}`))!

/** A tenant that nobody administers is lost to its people. */
async function demandAdministrator(tx: Tx): Promise<void> {
  const left = await row(tx, sql`select 1 from member m join member_role mr on mr.member_id = m.id join role r on r.id = mr.role_id and r.builtin_flag = 1
    where m.enabled_flag = 1 limit 1`)
  if (!left) throw refused('role.last_admin')
}

export function serveUser(app: FastifyInstance, seal: PasswordSeal): void {
  crud(app, user, {
    insert: async (values, { tx }, { tenant, actor }) => {
      const { loginName, realName, phone = null, organizationId = null, roleIds } = values as { loginName: string; realName: string; phone?: string | null; organizationId?: number | null; roleIds: number[] }
      const known = await row<{ id: number; phone: string | null }>(tx, sql`select id, phone from account where lower(login_name) = lower(${loginName})`)
      // Somebody who works for another tenant joins with the account they have; the phone shows that it is really theirs.
      if (known && (!phone || known.phone !== phone)) throw invalid({ loginName: { code: 'field.taken' } })
      if (!known && phone && (await row(tx, sql`select 1 from account where phone = ${phone}`))) throw invalid({ phone: { code: 'user.phone_taken' } })
      // Nobody knows this password: it is set with "reset password", or by SMS.
      const accountId = known?.id ?? (await createAccount(tx, { loginName, realName, phone, homeTenantId: tenant, passwordHash: await hashPassword(newToken()) }))
      if (known && (await row(tx, sql`select 1 from member where account_id = ${accountId}`))) throw invalid({ loginName: { code: 'user.exists_member' } })
      const member = await addMember(tx, accountId, organizationId, roleIds, actor.accountId)
      if (values.enabledFlag === 0) await sql`update member set enabled_flag = 0 where id = ${member}`.execute(tx)
      return member
    },
    update: async (id, version, values, { tx }, { tenant, actor }) => {
      const account = await behind(tx, id)
      const isSelf = account.accountId === actor.accountId
      if (isSelf && values.enabledFlag === 0) throw refused('user.self')
      const changesAccount = (values.realName !== undefined && values.realName !== account.realName) || (values.phone !== undefined && (values.phone || null) !== account.phone)
      if (changesAccount) {
        if (account.homeTenantId !== tenant) throw refused('user.foreign')
        if (values.phone && (await row(tx, sql`select 1 from account where phone = ${values.phone} and id <> ${account.accountId}`))) throw invalid({ phone: { code: 'user.phone_taken' } })
        await sql`update account set real_name = ${values.realName ?? account.realName}, phone = ${values.phone === undefined ? account.phone : values.phone || null}::text,
          last_update_date = now() where id = ${account.accountId}`.execute(tx)
      }
      const organization = values.organizationId === undefined ? sql`organization_id` : sql`${values.organizationId}::bigint`
      const enabled = values.enabledFlag == null ? sql`enabled_flag` : sql`${values.enabledFlag}::smallint`
      const saved = await changed(tx, sql`update member set organization_id = ${organization}, enabled_flag = ${enabled}, object_version_number = object_version_number + 1,
        last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id} and object_version_number = ${version}`)
      if (values.roleIds) await setRoles(tx, id, values.roleIds as number[])
      if (values.enabledFlag === 0) await endSessionsIn(tx, account.accountId, tenant)
      return saved === 1
    },
    remove: async (found, { tx }, { tenant, actor }) => {
      const { accountId } = await behind(tx, found.id)
      if (accountId === actor.accountId) throw refused('user.self')
      await sql`update organization set leader_id = null where leader_id = ${found.id}`.execute(tx)
      await sql`delete from member where id = ${found.id}`.execute(tx)
      await endSessionsIn(tx, accountId, tenant)
    },
    after: async (_action, _row, { tx }, { tenant }) => {
      await demandAdministrator(tx)
      await raiseRights(tx, tenant)
    },
  })

  serve(app, resetPassword, async ({ id, password: sealed }, { write, tenant }) => {
    const password = await seal.open(sealed)
    demandPassword(password, 'account')
    const passwordHash = await hashPassword(password)
    await write(async ({ tx, audit }) => {
      const found = await demand(tx, user, id, 'resetPassword')
      const account = await behind(tx, id)
      if (account.homeTenantId !== tenant) throw refused('user.foreign')
      await sql`update account set password_hash = ${passwordHash} where id = ${account.accountId}`.execute(tx)
      await endSessionsOf(tx, account.accountId)
      await audit({ entity: 'user', recordId: id, title: String(found.realName), action: 'resetPassword' })
    })
  })
  serve(app, endUserSessions, async ({ id }, { write, tenant }) => write(async ({ tx, audit }) => {
    const found = await demand(tx, user, id, 'endSessions')
    const ended = await endSessionsIn(tx, (await behind(tx, id)).accountId, tenant)
    await audit({ entity: 'user', recordId: id, title: String(found.realName), action: 'endSessions', after: { ended } })
    return { ended }
  }))
}
