import { sql } from 'kysely'
import * as calls from '#contract/account/sign-in.ts'
import { writeAudit } from '#server/db/audit.ts'
import { row } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { voidCodes } from '#server/modules/account/engine/invitation.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { requirePassword } from '#server/modules/account/engine/policy.ts'
import { endSessionsOf } from '#server/modules/account/engine/session.ts'
import { masked, redeemCode, sendCode } from '#server/modules/account/engine/sms.ts'
import { isSame } from '#server/modules/account/engine/setup-code.ts'
import { createAccount, createTenant } from '#server/modules/account/engine/tenant.ts'
import { servePublic } from '#server/http/serve.ts'
import { menuText, sentence } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'

export function serveRegistration(app: Services): void {
  const { db } = app.platform
  const { sender } = app
  const { seal, attempts, setupCode } = app.account
  servePublic(app, calls.sendPhoneCaptcha, async (input, { language, address }) => {
    const { phone, purpose = 'register' } = input
    const sent = await sendCode(
      app.platform,
      sender,
      { phone: phone.trim(), purpose, address },
      (code) => sentence(`sms.${purpose}`, language, { code }),
    )
    return {
      ...sent,
      via: app.gateway ? ('sms' as const) : ('outbox' as const),
      message: sentence(sent.code, language, {
        phone: masked(phone.trim()),
        seconds: sent.interval,
      }),
    }
  })

  servePublic(app, calls.register, async (input, { language, writer }) => {
    const password = await seal.open(input.password)
    requirePassword(password, 'register')
    await redeemCode(
      app.platform,
      { phone: input.phone, purpose: 'register' },
      input.captchaKey,
      input.captcha,
    )
    const passwordHash = await hashPassword(password)
    await db.platform(async (tx) => {
      // Told only to whoever holds the phone (docs/specification.md 2.3).
      if (
        await row(
          tx,
          sql`select 1 from account where phone = ${input.phone} or login_name = ${input.phone}`,
        )
      ) {
        throw new HttpError(409, 'hiam.warn.user.loginNameExists', {
          fields: { phone: { code: 'hiam.warn.user.loginNameExists' } },
        })
      }
      const { tenantId, accountId } = await createTenant(
        tx,
        input.tenantName,
        [],
        menuText('groups', 'adminRole', language),
        (tenant) =>
          createAccount(tx, {
            loginName: input.phone,
            realName: input.realName,
            phone: input.phone,
            passwordHash,
            defaultTenantId: tenant,
          }),
      )
      await writeAudit(
        tx,
        { ...writer, accountId, realName: input.realName },
        {
          entity: 'tenant',
          recordId: tenantId,
          title: input.tenantName,
          action: 'register',
          after: { tenantName: input.tenantName, realName: input.realName },
        },
      )
    })
    return true as const
  })

  servePublic(app, calls.forgetPassword, async (input, { writer }) => {
    const password = await seal.open(input.password)
    requirePassword(password, 'account')
    await redeemCode(
      app.platform,
      { phone: input.phone, purpose: 'password' },
      input.captchaKey,
      input.captcha,
    )
    const passwordHash = await hashPassword(password)
    await db.platform(async (tx) => {
      const account = await row<{ id: number; realName: string }>(
        tx,
        sql`update account set password_hash = ${passwordHash} where phone = ${input.phone}
          and login_name is not null returning id, real_name`,
      )
      // No account: the same answer, so that nobody learns which phones have one.
      if (!account) return
      await endSessionsOf(tx, account.id)
      await voidCodes(tx, account.id)
      await writeAudit(
        tx,
        { ...writer, accountId: account.id, realName: account.realName },
        {
          entity: 'account',
          recordId: account.id,
          title: account.realName,
          action: 'resetPassword',
        },
      )
    })
    return true as const
  })

  const isNeeded = () =>
    db.platform(async (tx) => (await row(tx, sql`select 1 from account limit 1`)) === null)
  servePublic(app, calls.setupState, async () => ({ needed: await isNeeded() }))
  servePublic(app, calls.setup, async (input, { writer, language, address }) => {
    if (!(await isNeeded())) throw new HttpError(409, 'setup.done')
    const guess = { kind: 'set-up', name: 'setup' } as const
    await attempts.begin(guess, address)
    if (!isSame(input.code, setupCode)) throw invalidFields({ code: { code: 'setup.code' } })
    await attempts.succeeded(guess, address)
    const password = await seal.open(input.password)
    requirePassword(password, 'account')
    const passwordHash = await hashPassword(password)
    await db.platform(async (tx) => {
      // Two browsers at the wizard at once: one sets up, the other is told.
      await sql`select pg_advisory_xact_lock(hashtext('furrow setup'))`.execute(tx)
      if (await row(tx, sql`select 1 from account limit 1`)) throw new HttpError(409, 'setup.done')
      const { tenantId, accountId } = await createTenant(
        tx,
        input.tenantName,
        [],
        menuText('groups', 'adminRole', language),
        () =>
          createAccount(tx, {
            loginName: input.loginName,
            realName: input.realName,
            phone: null,
            passwordHash,
            defaultTenantId: null,
            isOperator: true,
          }),
      )
      // No tenant is an operator's own: they start on the platform, and go into this one by hand.
      await sql`update account set language = ${input.language} where id = ${accountId}`.execute(tx)
      await writeAudit(
        tx,
        { ...writer, accountId, realName: input.realName },
        { entity: 'tenant', recordId: tenantId, title: input.tenantName, action: 'setup' },
      )
    })
    return true as const
  })
}
