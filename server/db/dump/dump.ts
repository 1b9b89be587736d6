import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import tar, { type Pack } from 'tar-stream'
import {
  accountColumns,
  quoted,
  steady,
  sumOf,
  tablesOf,
  tenantsOf,
  turnTo,
  type Bytes,
  type Table,
} from './catalogue.ts'

export const format = 'furrow dump 1'
const rowsAtOnce = 2000

export interface Part {
  table: string
  tenant: number | null
  count: number
  sum: string
}
/** The last entry of a dump: what it holds, so that what was cut off or changed is noticed. */
export interface Manifest {
  format: string
  version: string
  madeAt: string
  /** The one tenant of it; null: all. */
  tenant: number | null
  migrations: string[]
  /** Of each migration's text: what made the tables. */
  hashes: Record<string, string>
  months: string[]
  sequences: Record<string, number>
  parts: Part[]
  /** SHA-256 of each entry, by its name. */
  entries: Record<string, string>
  /** Files that a row names and nobody has. */
  missing: string[]
}
interface DumpOptions {
  ownerUrl: string
  store: Bytes
  file: string
  version: string
  tenant?: number | null
  /** What seals the installation's secrets; goes with a whole dump. */
  secrets?: Buffer | null
}

/**
 * Nobody's password. A tenant that leaves takes along who works there, and of whoever works for
 * others or has left no way to sign in as them.
 */
const closed =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const leaving = (tenant: number) =>
  `to_jsonb(t) || case when t.operator_flag = 1 or (select array_agg(m.tenant_id) from member m where m.account_id = t.id) is distinct from '{${tenant}}' then '{"password_hash": "${closed}"}' else '{}' end::jsonb`

/** Sessions and codes are of an installation, not of one tenant that leaves it. */
const ofTenantAlso = ['tenant', 'account']

/**
 * Writes all, or one tenant, as one moment saw it. Under its name the file is whole. Errors: throws
 * a sentence.
 */
export async function dump({
  ownerUrl,
  store,
  file,
  version,
  tenant = null,
  secrets = null,
}: DumpOptions): Promise<Manifest> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const half = `${file}.part`
  const pack = tar.pack()
  const written = pipeline(pack, createGzip({ level: 6 }), createWriteStream(half, { mode: 0o600 }))
  // Heard of where it is awaited.
  written.catch(() => undefined)
  const entries: Record<string, string> = {}
  const add = async (name: string, bytes: Buffer) => {
    entries[name] = createHash('sha256').update(bytes).digest('hex')
    await entry(pack, name, bytes)
  }
  try {
    await client.query(`begin isolation level repeatable read read only; ${steady}`)
    const all = await tenantsOf(client)
    if (tenant !== null && !all.includes(tenant)) throw new Error(`There is no tenant ${tenant}.`)
    const chosen = tenant === null ? all : [tenant]
    const accounts = tenant === null ? null : await accountsOf(client, tenant)
    const parts: Part[] = []
    const files: string[] = []
    for (const table of await tablesOf(client)) {
      if (tenant !== null && !table.isOfTenant && !ofTenantAlso.includes(table.name)) continue
      const isSplit = table.isOfTenant && !ofTenantAlso.includes(table.name)
      for (const of of isSplit ? chosen : [null]) {
        await turnTo(client, of ?? 0)
        const where = isSplit
          ? `tenant_id = ${of}`
          : table.name === 'tenant' && tenant !== null
            ? `id = ${tenant}`
            : table.name === 'account' && accounts
              ? `id = any('{${accounts.join(',')}}')`
              : 'true'
        const { count, sum } = await sumOf(client, table, where)
        parts.push({ table: table.name, tenant: of, count, sum })
        const as = table.name === 'account' && tenant !== null ? leaving(tenant) : 'to_jsonb(t)'
        if (count > 0)
          await rowsOf(client, table, as, where, async (lines, chunk) => {
            if (table.name === 'file')
              files.push(
                ...lines.map((line) => `${of}/${(JSON.parse(line) as { key: string }).key}`),
              )
            await add(
              `tables/${table.name}/${of ?? 'all'}/${String(chunk).padStart(6, '0')}.jsonl`,
              Buffer.from(lines.join('\n')),
            )
          })
      }
    }
    const missing: string[] = []
    for (const key of files) {
      const found = await store.get(key)
      if (found) entries[`files/${key}`] = await streamed(pack, `files/${key}`, found)
      else missing.push(key)
    }
    if (secrets && tenant === null) await add('secrets.json', secrets)
    const { rows: applied } = await client.query<{ name: string; hash: string }>(
      'select name, hash from migration order by name',
    )
    const { rows: months } = await client.query<{ month: string }>(
      "select right(relname, 7) as month from pg_class where relname ~ '^telemetry_\\d{4}_\\d{2}$' and relkind = 'r' order by 1",
    )
    const { rows: sequences } = await client.query<{ name: string; value: string }>(
      "select sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences where schemaname = 'public'",
    )
    const manifest: Manifest = {
      format,
      version,
      madeAt: new Date().toISOString(),
      tenant,
      migrations: applied.map(({ name }) => name),
      hashes: Object.fromEntries(applied.map(({ name, hash }) => [name, hash])),
      months: months.map(({ month }) => month.replace('_', '-')),
      sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, Number(value)])),
      parts,
      entries,
      missing,
    }
    await client.query('commit')
    await entry(pack, 'manifest.json', Buffer.from(JSON.stringify(manifest)))
    pack.finalize()
    await written
    await settle(half)
    await rename(half, file)
    await settle(dirname(file))
    return manifest
  } catch (error) {
    pack.destroy()
    await written.catch(() => undefined)
    await rm(half, { force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** On the disk, and not only on its way there. */
async function settle(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function entry(pack: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * An entry that is never held whole; answers its SHA-256. Errors: throws where it is longer or
 * shorter than was said.
 */
async function streamed(
  pack: Pack,
  name: string,
  { stream, size }: { stream: NodeJS.ReadableStream; size: number },
): Promise<string> {
  const hash = createHash('sha256')
  const sink = pack.entry({ name, mode: 0o600, size })
  await pipeline(
    stream,
    async function* (parts) {
      for await (const part of parts) {
        hash.update(part as Buffer)
        yield part as Buffer
      }
    },
    sink as unknown as NodeJS.WritableStream,
  )
  return hash.digest('hex')
}

/**
 * Rows as lines of JSON, which PostgreSQL writes and reads itself: no number passes through ours.
 */
async function rowsOf(
  client: pg.Client,
  table: Table,
  as: string,
  where: string,
  each: (lines: string[], chunk: number) => Promise<void>,
): Promise<void> {
  await client.query(
    `declare dumped no scroll cursor for select (${as})::text as line from ${quoted(table.name)} t where ${where}`,
  )
  for (let chunk = 1; ; chunk++) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from dumped`)
    if (rows.length > 0)
      await each(
        rows.map(({ line }) => line),
        chunk,
      )
    if (rows.length < rowsAtOnce) break
  }
  await client.query('close dumped')
}

/** Everybody whom a tenant's rows name. */
async function accountsOf(client: pg.Client, tenant: number): Promise<number[]> {
  await turnTo(client, tenant)
  const found = new Set<number>()
  const columns = [...(await accountColumns(client)), { table: 'member', column: 'account_id' }]
  for (const { table, column } of columns) {
    const { rows } = await client.query<{ id: string }>(
      `select distinct ${quoted(column)} as id from ${quoted(table)} where tenant_id = ${tenant} and ${quoted(column)} is not null`,
    )
    for (const { id } of rows) found.add(Number(id))
  }
  await turnTo(client, 0)
  return [...found].sort((a, b) => a - b)
}
