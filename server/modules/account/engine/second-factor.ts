import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { changed, row, type Tx } from '#server/db/database.ts'
import { encryptSecret, decryptSecret } from '#server/db/secret.ts'
import { hashOf, newToken } from '#server/db/token.ts'
import { base32, newKey, stepOf } from './totp.ts'

const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const recoveryCount = 10
const ticketMinutes = 5
const mostTries = 5
const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z\d]/g, '')

interface Kept {
  sealedKey: string
  lastStep: number
}
const keyOf = (secret: string, sealed: string) =>
  Buffer.from(decryptSecret(secret, sealed), 'base64')

export const hasFactor = async (tx: Tx, account: number) =>
  (await row(
    tx,
    sql`select 1 from account_factor where account_id = ${account} and confirmed_at is not null`,
  )) !== null

/** A key that waits to be confirmed, in place of one that was not. */
export async function beginFactor(
  tx: Tx,
  secret: string,
  account: number,
  loginName: string,
): Promise<{ setupKey: string; link: string }> {
  const key = newKey()
  await sql`insert into account_factor (account_id, sealed_key)
    values (${account}, ${encryptSecret(secret, key.toString('base64'))})
    on conflict (account_id) do update set sealed_key = excluded.sealed_key, last_step = 0
    where account_factor.confirmed_at is null`.execute(tx)
  const setupKey = base32(key)
  return {
    setupKey,
    link: `otpauth://totp/Furrow:${encodeURIComponent(loginName)}?secret=${setupKey}&issuer=Furrow`,
  }
}

/** Whether this is the account's code of now, or a recovery code; either works once. */
export async function takeOtp(
  tx: Tx,
  secret: string,
  account: number,
  given: string,
  state: 'on' | 'waiting' = 'on',
): Promise<boolean> {
  const kept = await row<Kept>(
    tx,
    sql`select sealed_key, last_step from account_factor where account_id = ${account}
      and (confirmed_at is not null) = ${state === 'on'} for update`,
  )
  if (!kept) return false
  const digits = given.replaceAll(/\s/g, '')
  const step = /^\d{6}$/.test(digits)
    ? stepOf(keyOf(secret, kept.sealedKey), digits, kept.lastStep)
    : null
  if (step !== null) {
    await sql`update account_factor set last_step = ${step} where account_id = ${account}`.execute(
      tx,
    )
    return true
  }
  return (
    state === 'on' &&
    (await changed(
      tx,
      sql`update account_recovery set used_at = now() where account_id = ${account}
        and code_hash = ${hashOf(bare(given))} and used_at is null`,
    )) === 1
  )
}

/** Turns it on and answers recovery codes, which are kept as hashes. */
export async function confirmFactor(tx: Tx, account: number): Promise<string[]> {
  await sql`update account_factor set confirmed_at = now() where account_id = ${account}`.execute(
    tx,
  )
  await sql`delete from account_recovery where account_id = ${account}`.execute(tx)
  const codes = Array.from({ length: recoveryCount }, () =>
    Array.from({ length: 12 }, () => letters[randomInt(letters.length)])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  )
  for (const code of codes)
    await sql`insert into account_recovery (code_hash, account_id) values (${hashOf(bare(code))}, ${account})`.execute(
      tx,
    )
  return codes
}
export async function endFactor(tx: Tx, account: number): Promise<void> {
  await sql`delete from account_factor where account_id = ${account}`.execute(tx)
  await sql`delete from account_recovery where account_id = ${account}`.execute(tx)
}

/** Between a proof and what follows from it: a ticket of some minutes and few tries. */
export async function newTicket(tx: Tx, account: number): Promise<string> {
  const ticket = newToken()
  await sql`insert into sign_in_ticket (ticket_hash, account_id, purpose, expires_at)
    values (${hashOf(ticket)}, ${account}, 'sign_in', now() + ${`${ticketMinutes} minutes`}::interval)`.execute(
    tx,
  )
  return ticket
}
/** Counts a try and answers whose ticket it is. */
export const useTicket = (tx: Tx, ticket: string) =>
  row<{ accountId: number }>(
    tx,
    sql`update sign_in_ticket set tries = tries + 1
  where ticket_hash = ${hashOf(ticket)} and purpose = 'sign_in' and expires_at > now() and tries < ${mostTries} returning account_id`,
  )
export const endTicket = (tx: Tx, ticket: string) =>
  sql`delete from sign_in_ticket where ticket_hash = ${hashOf(ticket)}`.execute(tx)
