import { sql } from 'kysely'
import * as calls from '#contract/account/second-factor.ts'
import { row } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import {
  beginFactor,
  confirmFactor,
  endFactor,
  hasFactor,
  takeOtp,
} from '#server/modules/account/engine/second-factor.ts'
import { endSessionsOf } from '#server/modules/account/engine/session.ts'
import type { SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { requirePresent } from './proof-of-presence.ts'

/** A second factor of one's own: turned on with its first code, off with password and code. */
export function serveSecondFactor(app: Services): void {
  const { account } = app
  const { db, secret } = app.platform
  const isRequired = async (accountId: number) =>
    (await db.platform((tx) =>
      row(
        tx,
        sql`select 1 from furrow_tenants_of(${accountId}) o join tenant t on t.id = o.tenant_id
          and t.second_factor_flag = 1 limit 1`,
      ),
    )) !== null
  const requireOtp = async ({ actor, address }: SignedIn, otp: string, state: 'on' | 'waiting') => {
    const { accountId } = actor
    const guessed = { kind: 'otp', name: `otp ${accountId}`, account: accountId } as const
    await account.attempts.begin(guessed, address)
    if (!(await db.platform((tx) => takeOtp(tx, secret, actor.accountId, otp, state))))
      throw invalidFields({ otp: { code: 'hoth.warn.otpWrong' } })
    await account.attempts.succeeded(guessed, address)
  }
  const change = (context: SignedIn, action: string) => ({
    entity: 'account',
    recordId: context.actor.accountId,
    title: context.actor.realName,
    action,
  })

  serve(app, calls.secondFactor, async (_input, { actor }) => {
    const found = await db.platform((tx) =>
      row<{ left: number; isOn: boolean }>(
        tx,
        sql`select exists (select 1 from account_factor where account_id = ${actor.accountId}
          and confirmed_at is not null) as is_on,
      (select count(*) from account_recovery where account_id = ${actor.accountId} and used_at is null) as left`,
      ),
    )
    return {
      isOn: found!.isOn,
      recoveryLeft: found!.left,
      isRequired: await isRequired(actor.accountId),
    }
  })
  serve(app, calls.beginSecondFactor, async ({ originalPassword }, context) => {
    await requirePresent(app, account, context, originalPassword)
    const { actor } = context
    if (await db.platform((tx) => hasFactor(tx, actor.accountId))) throw unprocessable('factor.on')
    return db.platform((tx) => beginFactor(tx, secret, actor.accountId, actor.loginName))
  })
  serve(app, calls.confirmSecondFactor, async ({ otp }, context) => {
    await requireOtp(context, otp, 'waiting')
    return context.write(async ({ tx, audit }) => {
      const recoveryCodes = await confirmFactor(tx, context.actor.accountId)
      await endSessionsOf(tx, context.actor.accountId, context.actor.sessionId)
      await audit(change(context, 'factorOn'))
      return { recoveryCodes }
    })
  })
  serve(app, calls.endSecondFactor, async ({ originalPassword, otp }, context) => {
    if (await isRequired(context.actor.accountId)) throw unprocessable('factor.required')
    await requirePresent(app, account, context, originalPassword)
    await requireOtp(context, otp, 'on')
    await context.write(async ({ tx, audit }) => {
      await endFactor(tx, context.actor.accountId)
      await audit(change(context, 'factorOff'))
    })
  })
}
