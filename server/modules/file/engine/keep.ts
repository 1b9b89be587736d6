import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { FileStore } from './store.ts'

/** Puts a finished file among the private ones of whom it was made for. */
export async function keepResult(
  db: Database,
  store: FileStore,
  made: {
    tenant: number
    accountId: number
    path: string
    key: string
    name: string
    type: string
  },
): Promise<void> {
  const { tenant, accountId, path, key, name, type } = made
  const { size } = await stat(path)
  const sha256 = createHash('sha256')
  for await (const part of createReadStream(path)) sha256.update(part as Buffer)
  await store.put(`${tenant}/${key}`, path, type.split(';')[0]!)
  await db.write(tenant, (tx) =>
    sql`insert into file (key, bucket_name, file_name, file_type, file_size, sha256, created_by)
    values (${key}, 'private', ${name}, ${type}, ${size}, ${sha256.digest('hex')}, ${accountId})`.execute(
      tx,
    ),
  )
}
