import type pg from 'pg'

/**
 * Owns everything in the database and can do nothing else: what runs with its rights is no
 * superuser's.
 */
const ownerRole = 'furrow_owner'

/**
 * Turns a superuser's connection to the role that is to own the tables; any other account owns them
 * itself.
 * Nobody but the application and the owner gets into the database, and nobody makes temporary
 * tables there: one named like a
 * table of ours would be looked at before it.
 */
export async function becomeOwner(client: pg.Client, appRole: string): Promise<void> {
  const { rows } = await client.query<{
    isSuper: boolean
    database: string
    ownsDatabase: boolean
  }>(`
    select r.rolsuper as "isSuper", d.datname as database, pg_has_role(d.datdba, 'usage') as "ownsDatabase"
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`)
  const { isSuper, database, ownsDatabase } = rows[0]!
  const name = `"${database.replaceAll('"', '""')}"`
  if (ownsDatabase) {
    await client.query(
      `revoke temporary, connect on database ${name} from public; grant connect on database ${name} to ${appRole}`,
    )
    await client.query('revoke create on schema public from public')
  }
  if (!isSuper) return
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [ownerRole])
  if (!rowCount) {
    await client
      .query(
        `create role ${ownerRole} nologin nosuperuser nocreatedb nocreaterole noinherit nobypassrls`,
      )
      .catch((error: { code?: string }) => {
        // Another database of the same server was being migrated at this moment: the role is there
        // now.
        if (!['23505', '42710', 'XX000'].includes(error.code ?? '')) throw error
      })
  }
  // It signs in nowhere; without this it may not even ask how large the database is.
  await client.query(`grant connect on database ${name} to ${ownerRole}`)
  await client.query(`grant usage, create on schema public to ${ownerRole}; set role ${ownerRole}`)
}
