import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'
import { hashOf, newToken } from '#server/db/token.ts'

/** Who wants an account linked with a provider outside, and where. */
export interface Linking {
  accountId: number
  sessionId: number
}
const ticketMinutes = 5

/**
 * A ticket to link an account, for the browser that keeps `browser`: an address alone, opened by
 * somebody else, would link *their* account at the provider with this one.
 */
export async function newLinkTicket(
  tx: Tx,
  { accountId, sessionId }: Linking,
): Promise<{ ticket: string; browser: string }> {
  const [ticket, browser] = [newToken(), newToken()]
  await sql`insert into sign_in_ticket (ticket_hash, account_id, purpose, session_id, browser_hash, expires_at)
    values (${hashOf(ticket)}, ${accountId}, 'link', ${sessionId}, ${hashOf(browser)}, now() + ${`${ticketMinutes} minutes`}::interval)`.execute(
    tx,
  )
  return { ticket, browser }
}
/** Uses a ticket up; null: of another browser, late, or of a session that is over. */
export async function takeLinkTicket(
  tx: Tx,
  ticket: string,
  browser: string,
): Promise<Linking | null> {
  const found = await row<Linking & { browserHash: string; isLate: boolean }>(
    tx,
    sql`delete from sign_in_ticket where ticket_hash = ${hashOf(ticket)} and purpose = 'link'
      returning account_id, session_id, browser_hash, expires_at <= now() as is_late`,
  )
  if (!found || found.isLate || found.browserHash !== hashOf(browser)) return null
  return (await goesOn(tx, found)) ? found : null
}
/** Whether the session that asked for it is not over, and still that account's. */
export const goesOn = async (tx: Tx, { accountId, sessionId }: Linking): Promise<boolean> =>
  (await row(
    tx,
    sql`select 1 as one from session where id = ${sessionId} and account_id = ${accountId}
      and ended_at is null and refresh_expires_at > now()`,
  )) !== null
