import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

const keyOf = (address: string) => address.split('/').at(-1)!

/**
 * Lets anybody see the pictures that stand where nobody is signed in, and hides again what stands
 * there no longer.
 * Errors: 422 at the field whose picture is none of the tenant's.
 */
export async function publish(
  tx: Tx,
  tenant: number,
  now: Readonly<Record<string, string | null>>,
  before: readonly (string | null)[],
): Promise<void> {
  const shown = Object.values(now).filter((address) => address !== null)
  for (const [field, address] of Object.entries(now)) {
    if (!address || before.includes(address)) continue
    const found =
      address.startsWith(`/hfle/v1/${tenant}/`) &&
      (await row(
        tx,
        sql`update file set bucket_name = 'public' where key = ${keyOf(address)}
          and file_type like 'image/%' returning id`,
      ))
    if (!found) throw invalidFields({ [field]: { code: 'field.missing_reference' } })
  }
  for (const address of before)
    if (address && !shown.includes(address))
      await sql`update file set bucket_name = 'private' where key = ${keyOf(address)}`.execute(tx)
}
