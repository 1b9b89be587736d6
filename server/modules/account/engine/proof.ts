import { createHmac } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { sql } from 'kysely'
import { changed, type Database } from '#server/db/database.ts'

/** About a second of a phone's time. */
const mostNumber = 60_000
const lifeMs = 5 * 60_000
const keyOf = (secret: string) => createHmac('sha256', secret).update('proof of work').digest('hex')

export async function newProof(secret: string) {
  const { challenge, salt, signature } = await createChallenge({
    hmacKey: keyOf(secret),
    algorithm: 'SHA-256',
    maxnumber: mostNumber,
    expires: new Date(Date.now() + lifeMs),
  })
  return { algorithm: 'SHA-256' as const, challenge, salt, signature, maxnumber: mostNumber }
}
/** Whether the work was done, for a challenge of ours that is fresh and was never used. */
export async function takeProof(
  db: Database,
  secret: string,
  proof: string | undefined,
): Promise<boolean> {
  if (!proof) return false
  let challenge: unknown
  try {
    challenge = (
      JSON.parse(Buffer.from(proof, 'base64').toString('utf8')) as { challenge?: unknown }
    ).challenge
    if (typeof challenge !== 'string' || !(await verifySolution(proof, keyOf(secret)))) return false
  } catch {
    return false
  }
  const nonce = `proof ${challenge.slice(0, 100)}`
  return (
    (await db.platform((tx) =>
      changed(tx, sql`insert into used_nonce (nonce) values (${nonce}) on conflict do nothing`),
    )) === 1
  )
}
