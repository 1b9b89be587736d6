import { sql } from 'kysely'
import type { Clip } from '#contract/field.ts'
import { clipFault } from '#contract/file/clip.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

interface Kept {
  key: string
  type: string
  size: number
  width: number | null
  height: number | null
  seconds: number | null
}
const keyOf = (address: string) => address.split('/').at(-1)!
const pictureTypes = new Set(['image/jpeg', 'image/png'])
/**
 * Refuses pictures that are no JPG or PNG and films beyond their bounds. Errors: 422 at the field.
 */
export async function requireMedia(
  tx: Tx,
  { pictures, video }: { pictures: readonly string[]; video: string | null },
  clip: Clip,
): Promise<void> {
  const keys = [...pictures, ...(video ? [video] : [])].map(keyOf)
  if (keys.length === 0) return
  const found = new Map(
    (
      await rows<Kept>(
        tx,
        sql`select key, file_type as type, file_size as size, width, height, seconds from file
          where key = any(${keys}::text[])`,
      )
    ).map((one) => [one.key, one]),
  )
  if (!pictures.every((address) => pictureTypes.has(found.get(keyOf(address))?.type ?? '')))
    throw invalidFields({ pictures: { code: 'picture.type' } })
  const fault = video && clipFault(found.get(keyOf(video)), clip)
  if (fault) throw invalidFields({ video: fault })
}
