import type { Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { SignedIn } from '#server/http/context.ts'

/** An audited change of the caller's own account. */
export function change(context: SignedIn, action: string, work: (tx: Tx) => Promise<unknown>) {
  const { accountId, realName } = context.actor
  // Acting for somebody is for looking and helping, never for taking their account over.
  if (context.actor.impersonator) throw new HttpError(403, 'error.permission.mismatch')
  return context.write(async ({ tx, audit }) => {
    await work(tx)
    await audit({ entity: 'account', recordId: accountId, title: realName, action })
  })
}
