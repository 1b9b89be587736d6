import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { Tokens } from '#contract/account/sign-in.ts'
import { row } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { remember } from '#server/modules/account/engine/attempts.ts'
import {
  endTicket,
  hasFactor,
  newTicket,
  takeOtp,
  useTicket,
} from '#server/modules/account/engine/second-factor.ts'
import { openSession, startingTenant } from '#server/modules/account/engine/session.ts'
import type { Context } from '#server/http/context.ts'
import type { Services } from '#server/services/services.ts'
import { isNewDevice, keepNewDevice, tellMember, textOperator } from './new-device.ts'

export const denied = (
  code = 'hoth.warn.usernameNotFoundOrPasswordIsWrong',
  extra: Record<string, unknown> = {},
) => new HttpError(401, code, { extra })

/**
 * A session for who has proved who they are; told of when the device is not one that was used
 * before.
 */
async function open(app: Services, context: Context, account: number): Promise<Tokens> {
  const { db } = context.platform
  const device = context.request.headers['user-agent'] ?? ''
  const opened = await db.platform(async (tx) => {
    const found = await row<{ enabledFlag: number; operatorFlag: number; language: Language }>(
      tx,
      sql`select enabled_flag, operator_flag, language from account where id = ${account} and login_name is not null`,
    )
    if (found?.enabledFlag !== 1) throw denied('hoth.warn.userNotActive')
    const tenantId = await startingTenant(tx, account)
    if (tenantId === null && found.operatorFlag !== 1) throw denied('hoth.warn.roleNone')
    const isNew = await isNewDevice(tx, account, device)
    await remember(tx, account, context.address)
    await sql`update account set last_login_at = now() where id = ${account}`.execute(tx)
    const tokens = await openSession(tx, {
      accountId: account,
      tenantId,
      device,
      address: context.address,
    })
    if (isNew && tenantId === null) await keepNewDevice(tx, tokens.access_token)
    return { tokens, tenantId, language: found.language, isNew }
  })
  if (opened.isNew)
    await (opened.tenantId === null
      ? textOperator(app, context, account)
      : tellMember(context, account, opened.language))
  return opened.tokens
}

/**
 * After the first proof, whichever it was: in, or asked for the second, with a ticket that
 * remembers the first.
 */
export async function enter(app: Services, context: Context, account: number): Promise<Tokens> {
  const ticket = await context.platform.db.platform(async (tx) =>
    (await hasFactor(tx, account)) ? newTicket(tx, account) : null,
  )
  if (ticket) throw denied('hoth.warn.secondFactor', { ticket })
  return open(app, context, account)
}

/** The second proof. Tries are counted by ticket and by account and network. */
export async function byTicket(
  app: Services,
  context: Context,
  ticket: string | undefined,
  otp: string | undefined,
): Promise<Tokens> {
  const { db, secret } = context.platform
  const { attempts } = app.account
  const found = ticket ? await db.platform((tx) => useTicket(tx, ticket)) : null
  if (!found) throw denied('hoth.warn.ticket')
  const { accountId } = found
  if (await db.platform((tx) => hasFactor(tx, accountId))) {
    // Somebody whom a provider outside vouched for comes with a ticket alone.
    if (!otp) throw denied('hoth.warn.secondFactor', { ticket })
    const guessed = { kind: 'otp', name: `otp ${accountId}`, account: accountId } as const
    await attempts.begin(guessed, context.address)
    if (!(await db.platform((tx) => takeOtp(tx, secret, accountId, otp))))
      throw denied('hoth.warn.otpWrong')
    await attempts.succeeded(guessed, context.address)
  }
  await db.platform((tx) => endTicket(tx, ticket!))
  return open(app, context, accountId)
}
