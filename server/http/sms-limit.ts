import { sql } from 'kysely'
import { row, type Database, type Tx } from '#server/db/database.ts'

/** Messages in a day, tests among them: to one number, and of one tenant. */
const mostSmsOfNumber = 20
const mostSmsOfTenant = 300
/**
 * Invitations and codes go to numbers that nobody has confirmed yet: whoever types them may not
 * fill a stranger's phone, nor the bill.
 */
const mostInvitationsOfNumber = 5
const mostUnconfirmedOfTenant = 100

/** Counts one more of a day under a name and answers how many there are now. */
export const countOfDay = async (tx: Tx, key: string): Promise<number> =>
  (await row<{ failures: number }>(
    tx,
    sql`insert into attempt (key, failures) values (${key}, 1) on conflict (key) do update set
  failures = case when attempt.first_at < now() - interval '1 day' then 1 else attempt.failures + 1 end,
  first_at = case when attempt.first_at < now() - interval '1 day' then now() else attempt.first_at end returning failures`,
  ))!.failures

/**
 * Counts one message before it is sent, whatever becomes of it. Answers the limit that is full, or
 * null.
 */
export function takeSms(
  db: Database,
  tenant: number,
  phone: string,
): Promise<'number' | 'tenant' | null> {
  return db.platform(async (tx) => {
    if ((await countOfDay(tx, `alarm-sms-tenant:${tenant}`)) > mostSmsOfTenant) return 'tenant'
    return (await countOfDay(tx, `alarm-sms:${phone}`)) > mostSmsOfNumber ? 'number' : null
  })
}
/** The same for a code that proves a number, asked for by somebody of a tenant. */
export const mayProve = async (tx: Tx, tenant: number): Promise<boolean> =>
  (await countOfDay(tx, `sms-unconfirmed:${tenant}`)) <= mostUnconfirmedOfTenant
/** The same for an invitation or a link to a new password. */
export async function mayInvite(tx: Tx, tenant: number | null, phone: string): Promise<boolean> {
  if ((await countOfDay(tx, `sms-invitation:${phone}`)) > mostInvitationsOfNumber) return false
  return tenant === null || mayProve(tx, tenant)
}
