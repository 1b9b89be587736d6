import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Voids every remembered answer about what this tenant's people may do, in the transaction that
 * changes it.
 */
export async function raiseRights(tx: Tx, tenant: number): Promise<void> {
  await sql`update tenant set permission_version = permission_version + 1 where id = ${tenant}`.execute(
    tx,
  )
  await sql`select pg_notify('furrow_live',
    ${JSON.stringify({ tenant, resource: 'permissions', ids: [], kind: 'changed' })})`.execute(tx)
}
