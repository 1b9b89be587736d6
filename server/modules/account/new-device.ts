import { sql } from 'kysely'
import * as calls from '#contract/account/self.ts'
import { changed, row, rows, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { hashOf } from '#server/db/token.ts'
import { fingerprintOf, fingerprintOfSession } from '#server/modules/account/engine/device.ts'
import { placeOf } from '#server/modules/account/engine/network.ts'
import type { Context } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import { countOfDay } from '#server/http/sms-limit.ts'
import { sentence } from '#server/i18n/texts.ts'
import { announce } from '#server/live/events.ts'
import { html } from '#server/live/letters.ts'
import type { Services } from '#server/services/services.ts'
import { change } from './own-change.ts'

/** Whoever has a password may sign in with as many browsers as they can name. */
const mostSmsPerDay = 5

/** Whether an account was used before and never with this browser, which it knows from now on. */
export async function isNewDevice(tx: Tx, account: number, agent: string): Promise<boolean> {
  const before = (await row<{ all: number; same: number }>(
    tx,
    sql`select count(*) as all, count(*) filter (where fingerprint = ${fingerprintOf(agent)}) as same
      from account_device where account_id = ${account}`,
  ))!
  await sql`insert into account_device (account_id, fingerprint)
    values (${account}, ${fingerprintOf(agent)}) on conflict (account_id, fingerprint) do update
    set last_at = now()`.execute(tx)
  return before.all > 0 && before.same === 0
}

/** Kept for an operator, who belongs to no tenant whose message it could be. */
export async function keepNewDevice(tx: Tx, accessToken: string): Promise<void> {
  await sql`insert into new_device (account_id, session_id, device, address, fingerprint)
    select account_id, id, device, address, fingerprint from session
    where access_hash = ${hashOf(accessToken)}`.execute(tx)
}

/** By SMS too, where messages go out and the operator's phone is known. */
export async function textOperator(
  { gateway, http }: Services,
  { platform, address }: Context,
  account: number,
): Promise<void> {
  if (!gateway) return
  const found = await platform.db.platform(async (tx) => {
    const one = await row<{ phone: string; loginName: string; language: calls.Language }>(
      tx,
      sql`select phone, login_name, language from account
        where id = ${account} and phone is not null`,
    )
    return one && (await countOfDay(tx, `sms-device:${account}`)) <= mostSmsPerDay ? one : null
  })
  if (!found) return
  const { phone, loginName, language } = found
  await gateway
    .send(phone, sentence('sms.newDevice', language, { loginName, address }))
    .catch((error: unknown) => {
      http.log.warn({ err: error, account }, 'a new device could not be told of by SMS')
    })
}

/** A message of every tenant that they work for: their account is the same in all. */
export async function tellMember(
  { platform, address, request }: Context,
  account: number,
  language: calls.Language,
): Promise<void> {
  const say = (key: string, params: Record<string, string> = {}) =>
    sentence(`device.${key}`, language, params)
  const agent = request.headers['user-agent'] ?? ''
  const body = html(say('body', { address, device: agent.slice(0, 120) }))
  const tenants = await platform.db.platform((tx) =>
    rows<{ tenantId: number }>(tx, sql`select tenant_id from furrow_tenants_of(${account})`),
  )
  for (const { tenantId } of tenants)
    await platform.db.write(tenantId, async (tx) => {
      await sql`insert into user_message (account_id, subject, content, published_by_user,
        told_of_device) values (${account}, ${say('subject')},
        ${`<p>${body}</p><p><a href="/web/user?type=sessions">${html(say('open'))}</a></p>`},
          ${say('sender')}, ${fingerprintOf(agent)})`.execute(tx)
      await announce(tx, {
        tenant: tenantId,
        resource: 'messages',
        ids: [],
        kind: 'created',
        account,
      })
    })
}

/** What an operator has not called their own yet; no session of that device is told or asked. */
const waiting = (account: number, session: number) => sql`account_id = ${account}
  and confirmed_at is null and fingerprint is distinct from ${fingerprintOfSession(session)}`
/** Who has lost the device they were known by can confirm by a new one after this time. */
const strangeDays = 7
/**
 * Whether a session may call other devices its person's own: two new ones of whoever has found out a
 * password would vouch for each other.
 */
const mayConfirm = (account: number, session: number) => sql`not exists (select 1 from new_device n
  where n.account_id = ${account} and n.confirmed_at is null
    and n.fingerprint = ${fingerprintOfSession(session)}
    and n.at > now() - make_interval(days => ${strangeDays}))`

export function serveNewDevices(app: Services): void {
  const { db } = app.platform
  serve(app, calls.newDevices, async (_input, { actor }) => {
    if (actor.impersonator !== null || actor.viewedRole !== null) return []
    const found = await db.platform((tx) =>
      rows<Omit<calls.NewDevice, 'place'>>(
        tx,
        sql`select id, device, address, at,
          ${mayConfirm(actor.accountId, actor.sessionId)} as confirmable from new_device
          where ${waiting(actor.accountId, actor.sessionId)} order by id desc limit 20`,
      ),
    )
    return found.map((one) => ({ ...one, place: placeOf(one.address) }))
  })
  serve(app, calls.confirmDevice, async ({ id }, context) =>
    change(context, 'confirmDevice', async (tx) => {
      const { accountId, sessionId } = context.actor
      const done = await changed(
        tx,
        sql`update new_device set confirmed_at = now()
          where id = ${id} and ${waiting(accountId, sessionId)}
            and ${mayConfirm(accountId, sessionId)}`,
      )
      if (done === 0) throw notFound()
    }),
  )
}
