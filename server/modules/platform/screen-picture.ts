import { randomUUID, createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as calls from '#contract/platform/platform-calls.ts'
import { writeAudit } from '#server/db/audit.ts'
import { row, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields, notFound } from '#server/db/http-error.ts'
import type { FileSigner } from '#server/http/file-addresses.ts'
import { serve } from '#server/http/serve.ts'
import { inspect } from '#server/modules/file/engine/inspect.ts'
import type { Services } from '#server/services/services.ts'

const keyOf = (address: string) => address.split('/').at(-1)!
/** The operator's answers are no tenant's: a picture in them is signed by itself. */
export const signedFor = (signer: FileSigner, tenant: number, address: string | null) =>
  address && `${address}?s=${signer.sign(String(tenant), keyOf(address))}`

/** Errors: 422 at the screen whose picture is none of the tenant's. */
export async function requirePictures(
  tx: Tx,
  tenant: number,
  screens: readonly calls.PlatformScreen[],
): Promise<void> {
  for (const [at, { screenImage }] of screens.entries()) {
    if (!screenImage) continue
    const isOwn =
      screenImage.startsWith(`/hfle/v1/${tenant}/`) &&
      (await row(
        tx,
        sql`select 1 from file where key = ${keyOf(screenImage)} and file_type like 'image/%'`,
      ))
    if (!isOwn) throw invalidFields({ [`screenImage-${at}`]: { code: 'field.missing_reference' } })
  }
}

/** Pictures of a tenant's screens: files of that tenant, which its members may see and nobody else. */
export function serveScreenPictures(app: Services): void {
  serve(app, calls.uploadScreenPicture, async ({ id, fileName, content }, { platform, writer }) => {
    const path = join(app.filesDir, 'incoming', randomUUID())
    try {
      await writeFile(path, Buffer.from(content, 'base64'))
      const found = await inspect(path, fileName)
      if (!found.type.startsWith('image/')) throw new HttpError(422, 'error.upload.type')
      // A picture was encoded anew: what counts is what is kept.
      const kept = await readFile(path)
      const key = `${randomUUID()}.${found.extension}`
      await platform.db.write(id, async (tx) => {
        const tenant = await row(tx, sql`select 1 from tenant where id = ${id}`)
        if (!tenant) throw notFound()
        const made = await row<{ id: number }>(
          tx,
          sql`insert into file (key, bucket_name, file_name, file_type, file_size, sha256, width, height)
              values (${key}, 'private', ${fileName}, ${found.type}, ${kept.length},
                ${createHash('sha256').update(kept).digest('hex')},
                ${found.width ?? null}, ${found.height ?? null}) returning id`,
        )
        await writeAudit(tx, writer, {
          entity: 'file',
          recordId: made!.id,
          title: fileName,
          action: 'create',
          after: { fileName, fileType: found.type, fileSize: kept.length },
        })
        await app.store.put(`${id}/${key}`, path, found.type)
      })
      return {
        screenImage: signedFor(app.signer, id, `/hfle/v1/${id}/files/content/${key}`)!,
      }
    } finally {
      await rm(path, { force: true })
    }
  })
}
