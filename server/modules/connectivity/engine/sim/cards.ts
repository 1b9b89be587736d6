import { sql } from 'kysely'
import type { simOperationKinds, SimOrder } from '#contract/connectivity/sim.ts'
import { row, type Tx } from '#server/db/database.ts'
import { decryptSecret } from '#server/db/secret.ts'
import { keptText } from '#server/db/kept-text.ts'
import type { Outgoing } from '#server/http/outgoing.ts'
import { carrierOf, type Carrier, type Platform, type Standing } from './carrier.ts'

export const thisMonth = () => new Date().toISOString().slice(0, 7)
export const keepMonth = (tx: Tx, card: number, month: string, usedMb: number) =>
  sql`insert into sim_usage (card_id, month, used_mb) values (${card}, ${`${month}-01`}::date, ${usedMb})
  on conflict (tenant_id, card_id, month) do update set used_mb = excluded.used_mb`.execute(tx)
/** A line of a card's own log. */
export const noteOperation = (
  tx: Tx,
  card: number,
  kind: (typeof simOperationKinds)[number],
  account: number | null,
  detail = '',
  isDone = true,
) =>
  sql`insert into sim_operation (card_id, kind, ok_flag, detail, account_id)
    values (${card}, ${kind}, ${isDone ? 1 : 0}, ${detail.slice(0, 300)}, ${account})`.execute(tx)

/**
 * What platforms are reached with: the key that seals their secrets, how calls leave, and what the
 * installation has where a card names none.
 */
export interface Carriers {
  secret: string
  outgoing: Outgoing
  installed: Carrier | null
}
export interface Way {
  platformId: number | null
  carrier: Carrier
}
/** The way to a card's carrier; null: none is configured, and what stands there is kept by hand. */
export async function wayOf(
  tx: Tx,
  platformId: number | null,
  { secret, outgoing, installed }: Carriers,
): Promise<Way | null> {
  if (platformId === null) return installed && { platformId, carrier: installed }
  const found = await row<Omit<Platform, 'secret'> & { sealedSecret: string | null }>(
    tx,
    sql`select kind, url, app_id, sealed_secret from sim_platform where id = ${platformId} and enabled_flag = 1`,
  )
  return found?.sealedSecret
    ? {
        platformId,
        carrier: carrierOf(
          { ...found, secret: decryptSecret(secret, found.sealedSecret) },
          outgoing,
        ),
      }
    : null
}

/** Writes down what a carrier said of a card. */
export async function keepStanding(
  tx: Tx,
  id: number,
  said: Standing,
  account: number | null,
): Promise<void> {
  await sql`update sim_card set state = ${said.state}, used_mb = coalesce(${said.usedMb ?? null},
    used_mb), quota_mb = ${said.quotaMb === undefined ? sql`quota_mb` : said.quotaMb},
    expires_on = ${said.expiresOn === undefined ? sql`expires_on` : said.expiresOn},
    synchronized_at = now(), object_version_number = object_version_number + 1,
    last_update_date = now(), last_updated_by = coalesce(${account}, last_updated_by) where id = ${id}`.execute(
    tx,
  )
  if (said.usedMb !== undefined) await keepMonth(tx, id, thisMonth(), said.usedMb)
}
/** How a platform last answered. */
export const notePlatform = (tx: Tx, platformId: number | null, problem: string | null) =>
  platformId === null
    ? Promise.resolve()
    : sql`update sim_platform set checked_at = now(), problem = ${problem && keptText(problem, 200)}
      where id = ${platformId}`.execute(tx)
export const complaintOf = (error: unknown) =>
  keptText(error instanceof Error ? error.message : 'no answer', 200)
export type { SimOrder }
