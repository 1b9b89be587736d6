import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { row } from '#server/db/database.ts'
import { inspect } from '#server/modules/file/engine/inspect.ts'
import type { FileStore } from '#server/modules/file/engine/store.ts'
import type { Context } from '#server/http/context.ts'

interface Arrived {
  path: string
  name: string
  attachment: string | undefined
  sha256: string
  /** The file's name in the store, without its ending; one of its own where it is not given. */
  id?: string
}
export const address = (tenant: number, key: string) => `/hfle/v1/${tenant}/files/content/${key}`

/**
 * Makes an upload that has come whole into a file of its tenant; answers its address. Errors: 413
 * and 422 for what is not taken.
 */
export async function keepUpload(
  store: FileStore,
  { tenant, writer, write }: Pick<Context, 'tenant' | 'writer' | 'write'>,
  { path, name, attachment, sha256, id = randomUUID() }: Arrived,
): Promise<string> {
  const found = await inspect(path, name)
  // A picture was encoded anew: what counts is what is kept.
  const { size } = await stat(path)
  const key = `${id}.${found.extension}`
  await store.put(`${tenant}/${key}`, path, found.type)
  // Whatever is asked for: a file is its tenant's until it is published (engine/publish.ts).
  await write(async ({ tx, audit }) => {
    const made = await row<{ id: number }>(
      tx,
      sql`insert into file (key, attachment_uuid, bucket_name, file_name, file_type, file_size,
        sha256, width, height, seconds, created_by)
      values (${key}, ${attachment && /^[\da-f-]{36}$/.test(attachment) ? attachment : null},
      'private', ${name}, ${found.type}, ${size}, ${sha256},
        ${found.width ?? null}, ${found.height ?? null}, ${found.seconds ?? null}, ${writer.accountId}) returning id`,
    )
    await audit({
      entity: 'file',
      recordId: made!.id,
      title: name,
      action: 'create',
      after: { fileName: name, fileType: found.type, fileSize: size },
    })
  })
  return address(tenant, key)
}
