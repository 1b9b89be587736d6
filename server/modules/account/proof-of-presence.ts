import { sql } from 'kysely'
import { row } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { checkPassword } from '#server/modules/account/engine/password.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Account, Services } from '#server/services/services.ts'

/**
 * The password that is so now: whoever sits down at an open console does not know it, and does not
 * get to guess it.
 */
export async function requirePresent(
  app: Services,
  { seal, attempts }: Account,
  context: SignedIn,
  sealed: string,
): Promise<void> {
  await requirePresentPlain(app, attempts, context, await seal.open(sealed))
}
export async function requirePresentPlain(
  app: Services,
  attempts: Account['attempts'],
  { actor, address }: SignedIn,
  original: string,
): Promise<void> {
  const guessed = {
    kind: 'present',
    name: `present ${actor.accountId}`,
    account: actor.accountId,
  } as const
  await attempts.begin(guessed, address)
  const stored = await app.platform.db.platform((tx) =>
    row<{ passwordHash: string | null }>(
      tx,
      sql`select password_hash from account where id = ${actor.accountId}`,
    ),
  )
  if (!(await checkPassword(stored!.passwordHash, original)))
    throw invalidFields({ originalPassword: { code: 'error.password.originalPassword' } })
  await attempts.succeeded(guessed, address)
}
