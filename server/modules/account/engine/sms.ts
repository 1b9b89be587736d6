import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountPurpose } from '#contract/account/sign-in.ts'
import { phonePattern } from '#contract/field.ts'
import { changed, row, type Database, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { networkOf } from '#server/http/network.ts'
import { countOfDay, mayProve } from '#server/http/sms-limit.ts'

/** Sends one text to one phone. Errors: throws when the provider refuses or cannot be reached. */
export interface SmsSender {
  send(phone: string, text: string): Promise<void>
}
/** Keeps messages for the operator to read, where no provider is configured. */
export const outboxSender = (db: Database): SmsSender => ({
  send: async (phone, text) => {
    await db.platform((tx) =>
      sql`insert into sms_outbox (phone, text) values (${phone}, ${text})`.execute(tx),
    )
  },
})
/** Any gateway that takes `POST { phone, text }` as JSON with a bearer token and answers 2xx. */
export const httpSender = ({ url, token }: { url: string; token: string }): SmsSender => ({
  send: async (phone, text) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(8000),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ phone, text }),
    })
    if (!response.ok) throw new Error(`the SMS provider answered ${response.status}`)
  },
})

const resendSeconds = 60
const lifeMinutes = 5
const maxTries = 5
const perPhoneDay = 10
/**
 * To one number from wherever; what is above the first is kept for networks that its owner signed
 * in from.
 */
const mostOfNumber = { asStranger: 30, asKnown: 40 }
const perAddressDay = 60

/**
 * Where codes are kept, and the key without which six digits cannot be tried against what is kept
 * of them.
 */
interface CodeKeeper {
  db: Database
  secret: string
}
/**
 * All that a code is good for, each for itself: whoever has somebody hand a code over, for one, can
 * do nothing else with it.
 */
type SmsPurpose = AccountPurpose | `contact ${number} ${number}` | `message ${number} ${number}`
/** An alarm's contact is confirmed for one tenant. */
export const ofContact = (tenant: number, contact: number): SmsPurpose =>
  `contact ${tenant} ${contact}`
/** Messages go by SMS to one person of one tenant. */
export const ofMessages = (tenant: number, account: number): SmsPurpose =>
  `message ${tenant} ${account}`

/** Of one key, one purpose and one phone. */
interface Asked {
  phone: string
  purpose: SmsPurpose
}
const keptOf = (secret: string, { phone, purpose }: Asked, key: string, code: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['sms', purpose, phone, key, code]))
    .digest('base64url')

export interface Sent {
  success: boolean
  code: string
  captchaKey: string | null
  interval: number
}
/** Sent since a day began, also those that were used. */
const codesOfDay = async (tx: Tx, phone: string): Promise<number> =>
  (
    await row<{ failures: number }>(
      tx,
      sql`select failures from attempt where key = ${`sms-code:${phone}`}
        and first_at > now() - interval '1 day'`,
    )
  )?.failures ?? 0

/**
 * Sends a code, at most once a minute and ten times a day to a phone from one network, and so many
 * a day to a phone from all, for a network and for the tenant of whoever asks; counted by the
 * server, whatever buttons say.
 */
export async function sendCode(
  { db, secret }: CodeKeeper,
  sender: SmsSender,
  { phone, purpose, address, tenant = null }: Asked & { address: string; tenant?: number | null },
  textOf: (code: string) => string,
): Promise<Sent> {
  const no = (code: string, interval = 0): Sent => ({
    success: false,
    code,
    captchaKey: null,
    interval,
  })
  if (!phonePattern.test(phone)) return no('phone.format.incorrect')
  const key = randomUUID()
  const network = networkOf(address)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const fault = await db.platform(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`sms:${phone}`}))`.execute(tx)
    const last = await row<{ wait: number; day: number }>(
      tx,
      sql`select
      coalesce(ceil(${resendSeconds} - extract(epoch from now() - max(created_at))), 0)::int as wait,
      count(*) filter (where created_at > now() - interval '1 day') as day
      from sms_code where phone = ${phone} and network = ${network}`,
    )
    if (last!.wait > 0) return no('captcha.send.interval', last!.wait)
    if (last!.day >= perPhoneDay) return no('captcha.send.time-over')
    if ((await countOfDay(tx, `sms:${network}`)) > perAddressDay)
      return no('captcha.send.time-over')
    if (tenant !== null && !(await mayProve(tx, tenant))) return no('captcha.send.time-over')
    const known = await row(
      tx,
      sql`select 1 from account a join account_network n on n.account_id = a.id
        where a.phone = ${phone} and n.network = ${network}`,
    )
    const most = known ? mostOfNumber.asKnown : mostOfNumber.asStranger
    if ((await codesOfDay(tx, phone)) >= most) return no('captcha.send.time-over')
    await countOfDay(tx, `sms-code:${phone}`)
    await sql`insert into sms_code (key, phone, network, purpose, code, expires_at)
      values (${key}, ${phone}, ${network}, ${purpose}, ${keptOf(secret, { phone, purpose }, key, code)}, now() + ${`${lifeMinutes} minutes`}::interval)`.execute(
      tx,
    )
    return null
  })
  if (fault) return fault
  try {
    await sender.send(phone, textOf(code))
  } catch {
    await db.platform((tx) => sql`delete from sms_code where key = ${key}`.execute(tx))
    return no('captcha.send.failed')
  }
  return { success: true, code: 'captcha.send.phone', captchaKey: key, interval: resendSeconds }
}

/**
 * Takes a code for good. Throws 422 `captcha.validate.*` when it is wrong, late, for another phone
 * or for something else.
 */
export async function redeemCode(
  { db, secret }: CodeKeeper,
  { phone, purpose }: Asked,
  key: string,
  code: string,
): Promise<void> {
  await db
    .platform(async (tx) => {
      const found = await row<{ code: string; tries: number; isLate: boolean }>(
        tx,
        sql`update sms_code set tries = tries + 1
      where key = ${key} and phone = ${phone} and purpose = ${purpose} returning code, tries, expires_at < now() as is_late`,
      )
      if (!found || found.isLate) return 'captcha.validate.overdue'
      if (found.tries > maxTries) return 'captcha.validate.error.too-many-time'
      if (found.code !== keptOf(secret, { phone, purpose }, key, code))
        return 'captcha.validate.incorrect'
      await changed(tx, sql`delete from sms_code where key = ${key}`)
      return null
    })
    .then((fault) => {
      // Thrown after the commit: a wrong try must stay counted.
      if (fault) throw new HttpError(422, fault, { fields: { captcha: { code: fault } } })
    })
}
/** `138*****678`. */
export const masked = (phone: string) => `${phone.slice(0, 3)}*****${phone.slice(-3)}`
