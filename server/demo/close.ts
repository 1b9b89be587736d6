import { sql } from 'kysely'
import { rows, type Database } from '#server/db/database.ts'
import { checkPassword } from '#server/modules/account/engine/password.ts'
import { demoPassword, firstTenant, inBoth, operator, people, secondTenant } from './people.ts'

const names = [operator, firstTenant.admin, secondTenant.admin, inBoth, ...people].map(
  ({ loginName }) => loginName,
)

/**
 * Closes the demo's accounts that still have the password which everybody knows, and ends their
 * sessions; answers whom.
 */
export async function closeDemo(db: Database): Promise<string[]> {
  const open = await db.platform((tx) =>
    rows<{ id: number; loginName: string; passwordHash: string | null }>(
      tx,
      sql`select id, login_name, password_hash from account where login_name = any(${names}::text[])
        and enabled_flag = 1`,
    ),
  )
  const known = []
  for (const account of open)
    if (await checkPassword(account.passwordHash, demoPassword)) known.push(account)
  if (known.length === 0) return []
  const ids = known.map(({ id }) => id)
  await db.platform(async (tx) => {
    await sql`update account set enabled_flag = 0, object_version_number = object_version_number + 1
      where id = any(${ids}::bigint[])`.execute(tx)
    await sql`update session set ended_at = now() where account_id = any(${ids}::bigint[])
      and ended_at is null`.execute(tx)
  })
  return known.map(({ loginName }) => loginName)
}
