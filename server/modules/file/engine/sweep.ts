import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import type { BucketStore, FileStore } from './store.ts'

/**
 * How long after its upload a file that nothing points to is kept: a form may stand open for a
 * while.
 */
const unusedDays = 30
const smallDays = 30
/** How old bytes are that no row speaks of: before, the row may be on its way. */
const strayDays = 2
const ofTenant = /^\d{1,15}\/$/
const ofOurs = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.\w{1,10})?$/
const dayMs = 24 * 3_600_000
/** Tables whose texts are no pointers: what was, and what is measured. */
const silent = [
  'audit',
  'file',
  'idempotency',
  'device_message',
  'stock_ledger',
  'telemetry_report',
  'telemetry_hour',
  'telemetry_day',
  'session',
]
const name = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

interface Old {
  id: number
  key: string
  attachmentUuid: string | null
}

/**
 * Every name of a file or an attachment that a row anywhere holds, of the tables that can hold one.
 */
async function pointed(tx: Tx, isOfTenants: boolean): Promise<Set<string>> {
  const tables = await rows<{ name: string }>(
    tx,
    sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and c.relname <> all(${silent}::text[]) and has_table_privilege(c.oid, 'select')
    group by c.relname having bool_or(a.attname = 'tenant_id') = ${isOfTenants}
    and bool_or(a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype))`,
  )
  const found = new Set<string>()
  for (const { name: table } of tables) {
    const holding = await rows<{ text: string }>(
      tx,
      sql`select t::text as text from ${sql.table(table)} t
        where t::text ~ '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'`,
    )
    for (const { text } of holding) for (const [uuid] of text.matchAll(name)) found.add(uuid)
  }
  return found
}

/**
 * Takes away uploads that nothing points to any more, with their bytes; answers how many. One
 * process at a time.
 */
export async function sweepUploads(db: Database, store: FileStore): Promise<number> {
  const tenants = await db.platform((tx) =>
    rows<{ id: number }>(tx, sql`select id from tenant order by id`),
  )
  let ofPlatform: Set<string> | null = null
  let count = 0
  for (const { id: tenant } of tenants) {
    const old = await db.read(tenant, (tx) =>
      rows<Old>(
        tx,
        sql`select id, key, attachment_uuid from file
          where creation_date < now() - ${`${unusedDays} days`}::interval order by id`,
      ),
    )
    if (old.length === 0) continue
    ofPlatform ??= await db.platform((tx) => pointed(tx, false))
    const gone = await db.write(tenant, async (tx) => {
      const { mine } = (await row<{ mine: boolean }>(
        tx,
        sql`select pg_try_advisory_xact_lock(hashtext('furrow uploads')) as mine`,
      ))!
      if (!mine) return []
      const used = await pointed(tx, true)
      const isUsed = (uuid: string) => used.has(uuid) || ofPlatform!.has(uuid)
      const unused = old.filter(
        ({ key, attachmentUuid }) =>
          !isUsed(key.slice(0, 36)) && !(attachmentUuid && isUsed(attachmentUuid)),
      )
      return rows<{ key: string }>(
        tx,
        sql`delete from file where id = any(${unused.map(({ id }) => id)}::bigint[]) returning key`,
      )
    })
    // Bytes last: killed between the two, they are what the next sweep of the folder finds.
    for (const { key } of gone) await store.remove(`${tenant}/${key}`)
    count += gone.length
  }
  return count
}

/**
 * Takes away parts of uploads that were never ended, small pictures that are made again when asked
 * for and, where uploads
 * lie in the folder itself, bytes that no row speaks of (of a bucket: `sweepBucket`).
 */
export async function sweepFolder(
  db: Database,
  filesDir: string,
  holdsUploads: boolean,
  now = Date.now(),
): Promise<number> {
  let count = 0
  const clear = async (
    folder: string,
    days: number,
    isWanted: (file: string) => boolean = () => false,
  ) => {
    for (const file of await readdir(folder).catch(() => [])) {
      const found = await stat(join(folder, file)).catch(() => null)
      if (!found || now - found.mtimeMs < days * dayMs || isWanted(file)) continue
      await rm(join(folder, file), { recursive: true, force: true })
      count++
    }
  }
  await clear(join(filesDir, 'incoming'), 2)
  await clear(join(filesDir, 'resized'), smallDays)
  if (!holdsUploads) return count
  for (const folder of (await readdir(filesDir).catch(() => [])).filter((one) =>
    /^\d+$/.test(one),
  )) {
    const known = await keysOf(db, Number(folder))
    await clear(join(filesDir, folder), strayDays, (file) => known.has(file))
  }
  return count
}
const keysOf = async (db: Database, tenant: number) =>
  new Set(
    (await db.read(tenant, (tx) => rows<{ key: string }>(tx, sql`select key from file`))).map(
      ({ key }) => key,
    ),
  )

/**
 * Takes away what lies in a bucket and no row speaks of: uploads whose row was never written, and
 * bytes that outlived theirs. Others may keep their files in it, another installation too: only
 * what has a name like ours and says that we stored it is looked at. There are no halves of uploads:
 * each is stored in one piece.
 */
export async function sweepBucket(
  db: Database,
  { bucket, owner }: Pick<BucketStore, 'bucket' | 'owner'>,
  now = Date.now(),
): Promise<number> {
  let count = 0
  const folders: string[] = []
  for await (const page of bucket.list(''))
    folders.push(...page.filter((one) => ofTenant.test(one)))
  for (const folder of folders)
    for await (const page of bucket.list(folder)) {
      const named = page.filter((one) => ofOurs.test(one))
      // Asked after the names: what was written meanwhile is known.
      const known = named.length > 0 ? await keysOf(db, Number.parseInt(folder, 10)) : new Set()
      for (const file of named.filter((one) => !known.has(one))) {
        const found = await bucket.about(folder + file)
        if (found?.owner !== owner || now - found.at < strayDays * dayMs) continue
        await bucket.remove(folder + file)
        count++
      }
    }
  return count
}
