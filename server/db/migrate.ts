import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import { becomeOwner } from './owner.ts'

/** Plain SQL files, by number; bundled so that a build carries them. */
const files = import.meta.env
  ? import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })
  : await fromDisk()

/** tsx and plain node know nothing of Vite's glob. */
async function fromDisk(): Promise<Record<string, string>> {
  const { readFileSync, readdirSync } = await import('node:fs')
  const folder = new URL('./migrations/', import.meta.url)
  return Object.fromEntries(readdirSync(folder).map((name) => [`./migrations/${name}`, readFileSync(new URL(name, folder), 'utf8')]))
}

export const appRole = 'furrow_app'
/** The same on every process of one database, and known to none who lacks the owner's password. */
const appPassword = (ownerUrl: URL) => createHmac('sha256', ownerUrl.password || 'embedded').update(appRole).digest('hex')

/** The address under which the application works: a role that owns nothing. */
export function appUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  const password = appPassword(url)
  url.username = appRole
  url.password = password
  return url.href
}

/**
 * Brings the database to the newest migration, each in a transaction of its own, one process at a time.
 * Errors: throws when an applied migration differs from its file, or when a newer one than ours was applied.
 */
export async function migrate(ownerUrl: string, say: (line: string) => void = () => undefined): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('furrow migrate'))")
    await ensureRole(client, appPassword(new URL(ownerUrl)))
    await becomeOwner(client, appRole)
    await client.query('create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())')
    await client.query(`grant select on migration to ${appRole}`)
    const applied = new Map((await client.query<{ name: string; hash: string }>('select name, hash from migration')).rows.map((r) => [r.name, r.hash]))
    const known = Object.entries(files).map(([path, text]) => ({ name: path.replace(/^.*\//, ''), text }))
    known.sort((a, b) => a.name.localeCompare(b.name, 'en'))
    for (const name of applied.keys()) {
      if (!known.some((k) => k.name === name)) throw new Error(`The database was migrated by a newer version (${name}); start that one.`)
    }
    let count = 0
    for (const { name, text } of known) {
      const hash = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before === hash) continue
      if (before) throw new Error(`Migration ${name} was applied with another text; a migration never changes once released.`)
      say(`migrating ${name}`)
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
      count++
    }
    return count
  } finally {
    await client.end()
  }
}

async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
  const secret = pg.escapeLiteral(password)
  const can = 'login nosuperuser nocreatedb nocreaterole noinherit nobypassrls'
  try {
    await client.query(`${rowCount ? 'alter' : 'create'} role ${appRole} ${can} password ${secret}`)
  } catch (error) {
    // Another database of the same server was being migrated at this moment: the role is there now.
    if (!['23505', '42710', 'XX000'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

/** Names of migrations that are not applied yet; for `/readyz`. */
export const migrationNames = () => Object.keys(files).map((path) => path.replace(/^.*\//, ''))
