import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import { becomeOwner } from './owner.ts'

/** Plain SQL files, by number; bundled so that a build carries them. */
const files = import.meta.env
  ? import.meta.glob<string>('./migrations/*.sql', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
  : await fromDisk()

/** tsx and plain node know nothing of Vite's glob. */
async function fromDisk(): Promise<Record<string, string>> {
  const { readFileSync, readdirSync } = await import('node:fs')
  const folder = new URL('./migrations/', import.meta.url)
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      `./migrations/${name}`,
      readFileSync(new URL(name, folder), 'utf8'),
    ]),
  )
}

export const appRole = 'furrow_app'
/**
 * The same on every process of one database, and known to none who lacks the owner's password or,
 * where the owner signs in
 * without one, the installation's secret. Without either the role has none: it then gets in only
 * where the server trusts.
 */
function appPassword(owner: URL, secret: string | undefined): string | null {
  const key = decodeURIComponent(owner.password) || process.env.PGPASSWORD || secret
  return key ? createHmac('sha256', key).update(appRole).digest('hex') : null
}

/** The address under which the application works: a role that owns nothing. */
export function appUrl(ownerUrl: string, secret?: string): string {
  const url = new URL(ownerUrl)
  const password = appPassword(url, secret)
  url.username = appRole
  url.password = password ?? ''
  return url.href
}

/**
 * First of the files that were there before the first release; they were folded into one file a
 * domain.
 */
const unreleased = '001_platform.sql'
const fromBefore =
  'This was made by a version before the first release, and no way leads from there to this one. Start with a new DATA_DIR, or a DATABASE_URL that names an empty database; what is to be kept is exported with the version that made it.'

/**
 * Brings the database to the newest migration, or to those of `upTo` alone, one process at a time:
 * each in a transaction of its own, in a new database some together.
 * `later`: texts of migrations that come after ours, by name, with which tests upgrade to a version
 * that is not there yet.
 * Errors: throws when an applied migration differs from its file, or when a newer one than ours was
 * applied.
 */
export async function migrate(
  ownerUrl: string,
  say: (line: string) => void = () => undefined,
  secret?: string,
  upTo?: readonly string[],
  later: Readonly<Record<string, string>> = {},
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('furrow migrate'))")
    await ensureRole(client, ownerUrl, secret)
    await becomeOwner(client, appRole)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    await client.query(`grant select on migration to ${appRole}`)
    const applied = new Map(
      (
        await client.query<{ name: string; hash: string }>('select name, hash from migration')
      ).rows.map((r) => [r.name, r.hash]),
    )
    const known = Object.entries({ ...files, ...later }).map(([path, text]) => ({
      name: path.replace(/^.*\//, ''),
      text,
    }))
    known.sort((a, b) => a.name.localeCompare(b.name, 'en'))
    for (const name of [...applied.keys(), ...(upTo ?? [])])
      if (name === unreleased) throw new Error(fromBefore)
    for (const name of applied.keys()) {
      if (!known.some((k) => k.name === name))
        throw new Error(`The database was migrated by a newer version (${name}); start that one.`)
    }
    const newer = upTo?.find((name) => !known.some((k) => k.name === name))
    if (newer) throw new Error(`It was written by a newer version (${newer}); use that one.`)
    const missing = known.filter(({ name, text }) => {
      if (upTo && !upTo.includes(name)) return false
      const before = applied.get(name)
      if (before && before !== hashOf(text))
        throw new Error(
          `Migration ${name} was applied with another text; a migration never changes once released.`,
        )
      return !before
    })
    // A database that is filled keeps each step that succeeded; a new one has nothing to keep.
    const together = applied.size === 0 ? 25 : 1
    for (let at = 0; at < missing.length; at += together)
      await apply(client, missing.slice(at, at + together), say)
    return missing.length
  } finally {
    await client.end()
  }
}

/**
 * In one transaction. A migration that fills what it makes has to see every tenant's rows, and
 * row-level security is forced on the owner too: it would find none, and say nothing. Nobody else
 * ever sees a table unforced: it is so within the transaction alone.
 */
async function apply(
  client: pg.Client,
  migrations: readonly { name: string; text: string }[],
  say: (line: string) => void,
): Promise<void> {
  const each = async (words: string, which: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${which}`,
    )
    await client.query(rows.map(({ name }) => `alter table ${name} ${words}`).join('; '))
  }
  await client.query('begin')
  try {
    for (const { name, text } of migrations) {
      say(`migrating ${name}`)
      await each('no force row level security', 'relforcerowsecurity')
      await client.query(text)
      const hash = hashOf(text)
      await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
    }
    await each('force row level security', 'relrowsecurity')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** What the role must not be able to do, by the columns of `pg_roles`. */
const powers = {
  rolsuper: 'nosuperuser',
  rolcreatedb: 'nocreatedb',
  rolcreaterole: 'nocreaterole',
  rolreplication: 'noreplication',
  rolbypassrls: 'nobypassrls',
  rolinherit: 'noinherit',
}

/**
 * The application's role. Only what differs is altered, because an owner that is no superuser may
 * not so much as mention
 * some attributes. Errors: throws a sentence when somebody else's role has our name.
 */
async function ensureRole(
  client: pg.Client,
  ownerUrl: string,
  secret: string | undefined,
): Promise<void> {
  const password = appPassword(new URL(ownerUrl), secret)
  const setPassword = `password ${password === null ? 'null' : pg.escapeLiteral(password)}`
  const find = async () =>
    (
      await client.query<Record<string, boolean>>('select * from pg_roles where rolname = $1', [
        appRole,
      ])
    ).rows[0]
  try {
    if (!(await find()))
      return void (await client.query(
        `create role ${appRole} login ${Object.values(powers).join(' ')} ${setPassword}`,
      ))
  } catch (error) {
    // Another database of the same server was being migrated at this moment: the role is there now.
    if (!isRace(error)) throw error
  }
  const found = (await find())!
  const wanted = [
    ...Object.entries(powers)
      .filter(([column]) => found[column])
      .map(([, word]) => word),
    ...(found.rolcanlogin ? [] : ['login']),
    ...((await canSignIn(appUrl(ownerUrl, secret))) ? [] : [setPassword]),
  ]
  if (wanted.length === 0) return
  try {
    await client.query(`alter role ${appRole} ${wanted.join(' ')}`)
  } catch (error) {
    if (isRace(error)) return
    const what = wanted.map((word) => word.split(' ')[0]).join(' ')
    throw new Error(
      `The database's role ${appRole} was made by somebody else, and ${client.user} may not alter it (${what}): ${(error as Error).message}.`,
    )
  }
}
const isRace = (error: unknown) =>
  ['23505', '42710', 'XX000'].includes((error as { code?: string }).code ?? '')

/**
 * Whether the server takes the address; another fault than a wrong password is for whoever connects
 * next.
 */
async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const code = await client.connect().then(
    () => null,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
  await client.end().catch(() => undefined)
  // Without any password the library itself gives up before the server is asked.
  return code === null || !(code.startsWith('28') || /password/.test(code))
}

/** Names of migrations that are not applied yet; for `/readyz`. */
export const migrationNames = () => Object.keys(files).map((path) => path.replace(/^.*\//, ''))

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
/**
 * For tools that work beside a running console: the database is what this version makes of it, and
 * nothing is changed. Errors: throws a sentence when it is not.
 */
export async function requireMigrated(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('public.migration') is not null as there",
    )
    const applied = rows[0]!.there
      ? (await client.query<{ name: string; hash: string }>('select name, hash from migration'))
          .rows
      : []
    const ours = new Map(
      Object.entries(files).map(([path, text]) => [path.replace(/^.*\//, ''), hashOf(text)]),
    )
    if (applied.length === ours.size && applied.every(({ name, hash }) => ours.get(name) === hash))
      return
    throw new Error(
      'The database is of another version of Furrow than this tool: start the console of this version once, or use the tool of the version that runs.',
    )
  } finally {
    await client.end()
  }
}
