import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { Tokens } from '#contract/account/sign-in.ts'
import { row } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { hashOf } from '#server/db/token.ts'
import { remember, type Attempts } from '#server/modules/account/engine/attempts.ts'
import {
  endTicket,
  hasFactor,
  newTicket,
  takeOtp,
  useTicket,
} from '#server/modules/account/engine/second-factor.ts'
import { openSession, startingTenant } from '#server/modules/account/engine/session.ts'
import type { Context } from '#server/http/context.ts'
import { sentence } from '#server/i18n/texts.ts'
import { announce } from '#server/live/events.ts'
import { html } from '#server/live/letters.ts'

export const denied = (
  code = 'hoth.warn.usernameNotFoundOrPasswordIsWrong',
  extra: Record<string, unknown> = {},
) => new HttpError(401, code, { extra })

/** A browser as it calls itself, without versions: an update makes no new device. */
const fingerprintOf = (agent: string) => hashOf(agent.replaceAll(/[\d._]+/g, '').slice(0, 300))

/**
 * A session for who has proved who they are; told of when the device is not one that was used
 * before.
 */
async function open(context: Context, account: number): Promise<Tokens> {
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
    const before = (await row<{ all: number; same: number }>(
      tx,
      sql`select count(*) as all, count(*) filter (where fingerprint = ${fingerprintOf(device)}) as same from account_device where account_id = ${account}`,
    ))!
    await sql`insert into account_device (account_id, fingerprint)
      values (${account}, ${fingerprintOf(device)}) on conflict (account_id, fingerprint) do update
      set last_at = now()`.execute(tx)
    await remember(tx, account, context.address)
    await sql`update account set last_login_at = now() where id = ${account}`.execute(tx)
    const tokens = await openSession(tx, {
      accountId: account,
      tenantId,
      device,
      address: context.address,
    })
    return {
      tokens,
      tenantId,
      language: found.language,
      isNew: before.all > 0 && before.same === 0,
    }
  })
  if (opened.isNew && opened.tenantId !== null)
    await tellNew(context, opened.tenantId, account, opened.language)
  return opened.tokens
}

async function tellNew(
  { platform, address, request }: Context,
  tenant: number,
  account: number,
  language: Language,
): Promise<void> {
  const say = (key: string, params: Record<string, string> = {}) =>
    sentence(`device.${key}`, language, params)
  const body = say('body', { address, device: (request.headers['user-agent'] ?? '').slice(0, 120) })
  await platform.db.write(tenant, async (tx) => {
    await sql`insert into user_message (account_id, subject, content, published_by_user)
      values (${account}, ${say('subject')},
      ${`<p>${html(body)}</p><p><a href="/web/user?type=sessions">${html(say('open'))}</a></p>`},
        ${say('sender')})`.execute(tx)
    await announce(tx, { tenant, resource: 'messages', ids: [], kind: 'created', account })
  })
}

/**
 * After the first proof, whichever it was: in, or asked for the second, with a ticket that
 * remembers the first.
 */
export async function enter(context: Context, account: number): Promise<Tokens> {
  const ticket = await context.platform.db.platform(async (tx) =>
    (await hasFactor(tx, account)) ? newTicket(tx, account) : null,
  )
  if (ticket) throw denied('hoth.warn.secondFactor', { ticket })
  return open(context, account)
}

/** The second proof. Tries are counted by ticket and by account and network. */
export async function byTicket(
  context: Context,
  attempts: Attempts,
  ticket: string | undefined,
  otp: string | undefined,
): Promise<Tokens> {
  const { db, secret } = context.platform
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
  return open(context, accountId)
}
