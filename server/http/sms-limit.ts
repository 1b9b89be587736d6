import { sql } from 'kysely'
import { row, type Database, type Tx } from '#server/db/database.ts'

/** Messages in a day, tests among them: to one number, and of one tenant. */
const mostSmsOfNumber = 20
const mostSmsOfTenant = 300

const take = async (tx: Tx, key: string): Promise<number> =>
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
    if ((await take(tx, `alarm-sms-tenant:${tenant}`)) > mostSmsOfTenant) return 'tenant'
    return (await take(tx, `alarm-sms:${phone}`)) > mostSmsOfNumber ? 'number' : null
  })
}
