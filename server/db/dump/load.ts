import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import tar from 'tar-stream'
import { migrate } from '#server/db/migrate.ts'
import {
  foreignKeys,
  quoted,
  steady,
  sumOf,
  tablesOf,
  turnTo,
  type Bytes,
  type Table,
} from './catalogue.ts'
import { format, type Manifest } from './dump.ts'

interface LoadOptions {
  ownerUrl: string
  store: Bytes
  file: string
  secret?: string
  /** On the file system of the store where that is a folder. */
  scratch: string
  say?: (line: string) => void
  /** Leaves the tables as they were dumped; the next start migrates them. */
  isLeftAsItWas?: boolean
}
export interface Loaded {
  manifest: Manifest
  secrets: Buffer | null
}

async function* entriesOf(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const extract = tar.extract()
  const source = createReadStream(file)
  const unzip = createGunzip()
  for (const stream of [source, unzip]) stream.on('error', (error: Error) => extract.destroy(error))
  source.pipe(unzip).pipe(extract)
  for await (const entry of extract) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    yield { name: entry.header.name, bytes: Buffer.concat(parts) }
  }
}

/**
 * Reads a dump through and compares every entry with what its last one says. Errors: throws a
 * sentence.
 */
export async function inspectDump(file: string): Promise<Manifest> {
  const found: Record<string, string> = {}
  let manifest: Manifest | null = null
  try {
    for await (const { name, bytes } of entriesOf(file)) {
      if (name === 'manifest.json') manifest = JSON.parse(bytes.toString()) as Manifest
      else found[name] = createHash('sha256').update(bytes).digest('hex')
    }
  } catch (error) {
    throw new Error(`${file} is no whole dump: ${(error as Error).message}.`)
  }
  if (!manifest) throw new Error(`${file} is no whole dump: its end is missing.`)
  if (manifest.format !== format)
    throw new Error(`${file} is not a dump that this version reads (${manifest.format}).`)
  for (const name of new Set([...Object.keys(found), ...Object.keys(manifest.entries)])) {
    if (found[name] !== manifest.entries[name])
      throw new Error(`${file} is damaged: ${name} is not what was written.`)
  }
  return manifest
}

/**
 * Puts a dump into a database that has nobody in it or, of one tenant, none of its id; all of it or
 * nothing, compared with
 * what was dumped before it counts. Errors: throws a sentence.
 */
export async function load({
  ownerUrl,
  store,
  file,
  secret,
  scratch,
  say = () => undefined,
  isLeftAsItWas = false,
}: LoadOptions): Promise<Loaded> {
  const manifest = await inspectDump(file)
  // First the tables as they were, then what came after: a newer version changes old rows as it
  // would have changed them in place.
  await migrate(ownerUrl, say, secret, manifest.migrations)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const folder = await mkdtemp(join(scratch, 'furrow-load-'))
  let secrets: Buffer | null = null
  const put: string[] = []
  try {
    await client.query(`begin; ${steady}`)
    await client.query("select pg_advisory_xact_lock(hashtext('furrow demo'))")
    await turnTo(client, 0)
    const {
      rows: [there],
    } = await client.query<{ accounts: string; same: string }>(
      'select (select count(*) from account) as accounts, (select count(*) from tenant where id = $1) as same',
      [manifest.tenant ?? -1],
    )
    if (manifest.tenant === null && Number(there!.accounts) > 0)
      throw new Error(
        'There is somebody in this database already: a whole dump is loaded into an empty one.',
      )
    if (Number(there!.same) > 0)
      throw new Error(`Tenant ${manifest.tenant} is in this database already.`)
    const { rows: applied } = await client.query<{ name: string; hash: string }>(
      'select name, hash from migration order by name',
    )
    if (JSON.stringify(applied.map(({ name }) => name)) !== JSON.stringify(manifest.migrations))
      throw new Error(
        'This database has tables of another version than the dump: load it into a new one.',
      )
    const other = applied.find(({ name, hash }) => manifest.hashes[name] !== hash)
    if (other)
      throw new Error(
        `This dump was made with another text of ${other.name}: load it with the version that made it.`,
      )
    const keys = await foreignKeys(client)
    for (const { table, name } of keys)
      await client.query(`alter table ${table} drop constraint ${name}`)
    // What names something would be marked while that something is still on its way; how each stood
    // is in the dump.
    const { rows: markers } = await client.query<{ table: string; name: string }>(
      "select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger where not tgisinternal and (tgname like 'references\\_%' or tgname = 'begins')",
    )
    for (const { table, name } of markers)
      await client.query(`alter table ${table} disable trigger ${name}`)
    for (const month of manifest.months)
      await client.query('select furrow_telemetry_month($1)', [`${month}-01`])
    const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]))
    // What migrations put there is in the dump as well.
    if (manifest.tenant === null)
      for (const name of ['installation', 'platform_secret'])
        if (tables.has(name)) await client.query(`delete from ${quoted(name)}`)
    for await (const { name, bytes } of entriesOf(file)) {
      const [kind, ...rest] = name.split('/')
      if (kind === 'tables')
        await insert(
          client,
          tables.get(rest[0]!)!,
          rest[1] === 'all' ? 0 : Number(rest[1]),
          bytes,
          manifest.tenant,
        )
      else if (kind === 'files') {
        const path = join(folder, 'one')
        await writeFile(path, bytes, { mode: 0o600 })
        put.push(rest.join('/'))
        await store.put(rest.join('/'), path, 'application/octet-stream')
      } else if (kind === 'secrets.json') secrets = bytes
    }
    for (const { table, name } of markers)
      await client.query(`alter table ${table} enable trigger ${name}`)
    // An owner that is no superuser would look for the other end of a key in the tenant alone that
    // was turned to last.
    const { rows: forced } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace",
    )
    for (const { name } of forced)
      await client.query(`alter table ${name} no force row level security`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { name } of forced)
      await client.query(`alter table ${name} force row level security`)
    for (const { table, tenant, count, sum } of manifest.parts) {
      if (manifest.tenant !== null && table === 'account') continue
      await turnTo(client, tenant ?? 0)
      const found = await sumOf(
        client,
        tables.get(table)!,
        tenant !== null
          ? `tenant_id = ${tenant}`
          : table === 'tenant' && manifest.tenant !== null
            ? `id = ${manifest.tenant}`
            : 'true',
      )
      if (found.count !== count || found.sum !== sum)
        throw new Error(
          `${table} came out otherwise than it was dumped (${found.count} of ${count} rows): nothing was loaded.`,
        )
    }
    for (const [name, value] of Object.entries(manifest.sequences)) {
      if (value > 0)
        await client.query(
          'select setval(to_regclass($1::text), greatest($2::bigint, (select coalesce(last_value, 1) from pg_sequences where schemaname = $4 and sequencename = $3))) where to_regclass($1::text) is not null',
          [quoted(name), value, name, 'public'],
        )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const key of put) await store.remove(key).catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
  if (!isLeftAsItWas) await migrate(ownerUrl, say, secret)
  return { manifest, secrets }
}

async function insert(
  client: pg.Client,
  table: Table | undefined,
  tenant: number,
  bytes: Buffer,
  only: number | null,
): Promise<void> {
  if (!table) throw new Error('The dump holds a table that this version does not know.')
  await turnTo(client, tenant)
  const columns = table.columns.map(quoted).join(', ')
  const lines = bytes.toString().split('\n')
  // A person who works for others as well stays theirs: nobody takes their password away.
  const person = only !== null && table.name === 'account'
  const from = `from jsonb_populate_recordset(null::${quoted(table.name)}, $1::jsonb)`
  const text = `[${lines.join(',')}]`
  if (!person)
    return void (await client.query(
      `insert into ${quoted(table.name)} (${columns}) select ${columns} ${from}`,
      [text],
    ))
  const { rows: others } = await client.query<{ name: string }>(
    `select p.login_name as name ${from} p join account a on a.id = p.id where a.login_name is distinct from p.login_name`,
    [text],
  )
  if (others.length > 0)
    throw new Error(
      `Somebody else than ${others[0]!.name} has their number here: load this tenant into a database of its own.`,
    )
  const values = table.columns.map((name) =>
    name === 'default_tenant_id'
      ? `case when ${quoted(name)} = ${only} then ${quoted(name)} end`
      : name === 'operator_flag'
        ? '0'
        : quoted(name),
  )
  await client.query(
    `insert into account (${columns}) select ${values.join(', ')} ${from} on conflict (id) do nothing`,
    [text],
  )
}
