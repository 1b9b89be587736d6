import { sql } from 'kysely'
import * as calls from '#contract/account/self.ts'
import { contains } from '#server/db/conditions.ts'
import { asPage, pageOf } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError, unprocessable } from '#server/db/http-error.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { requirePassword } from '#server/modules/account/engine/policy.ts'
import { voidCodes } from '#server/modules/account/engine/invitation.ts'
import { fingerprintOfSession } from '#server/modules/account/engine/device.ts'
import { placeOf } from '#server/modules/account/engine/network.ts'
import { endSession, endSessionsOf, moveSession } from '#server/modules/account/engine/session.ts'
import { redeemCode } from '#server/modules/account/engine/sms.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { change } from './own-change.ts'
import { requirePresent, requirePresentPlain } from './proof-of-presence.ts'

interface Self {
  loginName: string
  realName: string
  phone: string | null
  imageUrl: string | null
  language: calls.Language
  tenantName: string | null
  tenantNum: string | null
  timeZone: string | null
  noviceFlag: number | null
}
const ownTenants = (tx: Tx, account: number, name = '') =>
  rows<calls.OwnTenant & { defaultTenantId: number | null }>(
    tx,
    sql`
  select t.*, case when a.default_tenant_id = t.tenant_id then t.tenant_id end as default_tenant_id
  from furrow_tenants_of(${account}) t join account a on a.id = ${account} where t.tenant_name ilike ${contains(name)}`,
  )
const withoutNull = ({
  defaultTenantId,
  ...tenant
}: {
  tenantId: number
  tenantName: string
  tenantNum: string
  defaultTenantId?: number | null
}) => (defaultTenantId ? { ...tenant, defaultTenantId } : tenant)

export function serveSelf(app: Services): void {
  const { account } = app
  const { seal } = account
  const { db } = app.platform
  serve(app, calls.self, async (_input, { actor, platform }) => {
    // Who has been let go meanwhile is in no tenant, and is told of none.
    const tenantId = (await platform.rights.of(actor)).isMember ? actor.tenantId : null
    const self = (await db.platform((tx) =>
      row<Self>(
        tx,
        sql`select a.login_name, a.real_name, a.phone, a.image_url, a.language, t.tenant_name,
          t.tenant_num, t.time_zone, t.novice_flag
      from account a left join tenant t on t.id = ${tenantId} where a.id = ${actor.accountId}`,
      ),
    ))!
    const viewedRole =
      actor.viewedRole === null || tenantId === null
        ? null
        : await db.read(
            tenantId,
            async (tx) =>
              (
                await row<{ name: string }>(
                  tx,
                  sql`select name from role where id = ${actor.viewedRole}`,
                )
              )?.name ?? '',
          )
    return {
      id: actor.accountId,
      tenantId: tenantId ?? -1,
      tenantName: self.tenantName ?? '',
      tenantNum: self.tenantNum ?? '',
      loginName: self.loginName,
      realName: self.realName,
      phone: self.phone,
      imageUrl: self.imageUrl,
      language: self.language,
      timeZone: self.timeZone ?? 'Asia/Shanghai',
      admin: actor.isOperator,
      novice: self.noviceFlag === 1,
      permissionVersion: actor.permissionVersion,
      impersonatedBy: actor.impersonator,
      viewedRole,
      secondFactorDue: actor.lacksFactor ?? false,
    }
  })
  serve(app, calls.selfTenants, async (_input, { actor }) =>
    (await db.platform((tx) => ownTenants(tx, actor.accountId))).map(withoutNull),
  )
  serve(app, calls.selfTenantsPage, async (input, { actor }) => {
    const page = pageOf({ page: String(input.page ?? 1), size: String(input.size ?? 10) })
    const all = (await db.platform((tx) => ownTenants(tx, actor.accountId, input.tenantName))).map(
      withoutNull,
    )
    return asPage(all.slice(page.offset, page.offset + page.size), all.length, page)
  })
  const requireOwn = async (tx: Tx, account: number, tenant: number) => {
    if (!(await ownTenants(tx, account)).some((t) => t.tenantId === tenant)) throw notFound()
  }
  serve(app, calls.setDefaultTenant, async ({ tenantId }, context) =>
    change(context, 'defaultTenant', async (tx) => {
      await requireOwn(tx, context.actor.accountId, tenantId)
      if (context.actor.isOperator) throw unprocessable('operator.home')
      await sql`update account set default_tenant_id = ${tenantId} where id = ${context.actor.accountId}`.execute(
        tx,
      )
    }),
  )
  serve(app, calls.switchTenant, async ({ tenantId }, { actor }) => {
    if (actor.impersonator) throw new HttpError(403, 'error.permission.mismatch')
    return db.platform(async (tx) => {
      await requireOwn(tx, actor.accountId, tenantId)
      return moveSession(tx, actor.sessionId, tenantId)
    })
  })
  serve(app, calls.setRealName, async ({ realName }, context) =>
    change(context, 'realName', (tx) =>
      sql`update account set real_name = ${realName}, last_update_date = now()
        where id = ${context.actor.accountId}`.execute(tx),
    ),
  )
  serve(app, calls.setAvatar, async ({ avatar }, context) => {
    const { accountId, tenantId } = context.actor
    // Whoever shows a picture as their own lets everybody see it who sees them: it has to be one
    // that they sent.
    const own = await db.read(tenantId ?? 0, (tx) =>
      row(
        tx,
        sql`select 1 from file where key = ${avatar.split('/').at(-1)} and created_by = ${accountId}
          and file_type like 'image/%'`,
      ),
    )
    if (!own || !avatar.startsWith(`/hfle/v1/${tenantId}/`))
      throw invalidFields({ avatar: { code: 'field.missing_reference' } })
    return change(context, 'avatar', (tx) =>
      sql`update account set image_url = ${avatar}, last_update_date = now() where id = ${accountId}`.execute(
        tx,
      ),
    )
  })
  serve(app, calls.setLanguage, async ({ language }, { actor }) => {
    await db.platform((tx) =>
      sql`update account set language = ${language} where id = ${actor.accountId}`.execute(tx),
    )
  })
  serve(app, calls.setPhone, async (input, context) => {
    const { actor } = context
    await requirePresent(app, account, context, input.originalPassword)
    await redeemCode(
      app.platform,
      { phone: input.phone, purpose: 'phone' },
      input.captchaKey,
      input.captcha,
    )
    await change(context, 'phone', async (tx) => {
      // Told only to whoever holds the phone.
      if (
        await row(tx, sql`select 1 where furrow_account_of(${input.phone}) <> ${actor.accountId}`)
      )
        throw invalidFields({ phone: { code: 'hiam.warn.user.loginNameExists' } })
      await sql`update account set login_name = case when login_name = phone then ${input.phone} else login_name end, phone = ${input.phone}, last_update_date = now() where id = ${actor.accountId}`.execute(
        tx,
      )
    })
  })
  serve(app, calls.setPassword, async (input, context) => {
    const { actor } = context
    const [password = '', original = ''] = await seal.openAll([
      input.password,
      input.originalPassword,
    ])
    await requirePresentPlain(app, account.attempts, context, original)
    requirePassword(password, 'account')
    if (password === original) throw invalidFields({ password: { code: 'error.password.same' } })
    const passwordHash = await hashPassword(password)
    await change(context, 'password', async (tx) => {
      await voidCodes(tx, actor.accountId)
      await sql`update account set password_hash = ${passwordHash} where id = ${actor.accountId}`.execute(
        tx,
      )
      await endSessionsOf(tx, actor.accountId, actor.sessionId)
    })
  })

  serve(app, calls.sessions, async (_input, { actor }) => {
    const open = await db.platform((tx) =>
      rows<Omit<calls.SessionRow, 'current' | 'place'>>(
        tx,
        sql`select id, device, address, created_at, last_used_at, exists (select 1 from new_device n
        where n.account_id = s.account_id and n.fingerprint = s.fingerprint and n.confirmed_at is null
        and n.fingerprint is distinct from ${fingerprintOfSession(actor.sessionId)}) as new_device
      from session s where account_id = ${actor.accountId} and ended_at is null and refresh_expires_at > now()
      and impersonator_id is null and view_role_id is null order by last_used_at desc limit 100`,
      ),
    )
    return open.map((session) => ({
      ...session,
      place: placeOf(session.address),
      current: session.id === actor.sessionId,
    }))
  })
  serve(app, calls.endSession, async ({ id }, context) =>
    change(context, 'endSession', async (tx) => {
      const own = await row(
        tx,
        sql`select 1 from session where id = ${id} and account_id = ${context.actor.accountId}`,
      )
      if (!own) throw notFound()
      await endSession(tx, id)
    }),
  )
}
