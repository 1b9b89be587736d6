import { sql } from 'kysely'
import { row, type Tx } from './database.ts'

/** The real name behind an account id. */
export async function realNameOf(
  tx: Tx,
  account: number | null | undefined,
): Promise<string | null> {
  if (!account) return null
  return (
    (await row<{ realName: string }>(tx, sql`select real_name from account where id = ${account}`))
      ?.realName ?? null
  )
}
