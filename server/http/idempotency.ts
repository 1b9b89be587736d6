import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { changed, row, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Platform } from './context.ts'

/** Longer than any request may take: a holder that is older died. */
const abandonedAfter = '40 seconds'

/** As a header takes it, and no longer than is kept. */
const keyForm = /^[!-~](?:[ -~]{0,98}[!-~])?$/

/** What a write answers may be no answer yet, and hold what JSON does not. */
const keptOf = (value: unknown) =>
  JSON.stringify({ value: value ?? null }, (_name, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  )

/** One use of an `Idempotency-Key`. */
export interface Once {
  /** The answer of the first time, when there was one. */
  replay: { value: unknown } | null
  /** Stores what was done in the transaction that did it: both are there, or neither. */
  done(tx: Tx, value: unknown): Promise<void>
  /** Stores the answer, where what was done is not yet it. */
  settle(value: unknown): Promise<void>
  /** Lets the key be used again; after a refusal also where something was noted before it. */
  release(isRefusal: boolean): Promise<void>
}

/**
 * Claims a key for this call. An answer that holds a secret is not kept: such a call is done once
 * and never answered again.
 * Errors: 400 when it is no key, 422 when it was used with another body, 409 while its first use
 * still runs, and for what was answered with a secret.
 */
export async function claim(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  tenant: number,
  account: number,
  key: string,
  route: string,
  body: unknown,
  isSecret = false,
): Promise<Once> {
  if (!keyForm.test(key)) throw new HttpError(400, 'error.idempotency.key')
  // Under a key: whoever reads the table cannot try short bodies, a password's among them.
  const asked = `${route}\n${JSON.stringify(body)}`
  const fingerprint = createHmac('sha256', secret).update(`once\n${asked}`).digest('base64url')
  const mine = await db.write(tenant, async (tx) => {
    const made = await row(
      tx,
      sql`${prepared}insert into idempotency (account_id, key, fingerprint) values (${account}, ${key}, ${fingerprint})
      on conflict (tenant_id, account_id, key) do update set started_at = now()
        where idempotency.state = 'running'
        and idempotency.started_at < now() - ${abandonedAfter}::interval and idempotency.fingerprint = ${fingerprint}
      returning key`,
    )
    return (
      made ??
      row<{ fingerprint: string; state: string; secretFlag: number; answer: unknown }>(
        tx,
        sql`${prepared}
      select fingerprint, state, secret_flag, answer from idempotency where account_id = ${account} and key = ${key}`,
      )
    )
  })
  const held = mine as {
    fingerprint?: string
    state?: string
    secretFlag?: number
    answer?: { value: unknown }
  }
  // As it was kept up to 0.1.0: a phone may ask again after the upgrade.
  const before = createHash('sha256').update(asked)
  if (
    held.fingerprint &&
    held.fingerprint !== fingerprint &&
    held.fingerprint !== before.digest('base64url')
  )
    throw new HttpError(422, 'error.idempotency.conflict')
  if (held.state === 'running') throw new HttpError(409, 'error.idempotency.running')
  if (held.state === 'done' && held.secretFlag === 1)
    throw new HttpError(409, 'error.idempotency.secret')
  let kept: string | undefined
  const store = (tx: Tx, value: string) =>
    changed(
      tx,
      sql`${prepared}update idempotency set state = 'done', secret_flag = ${isSecret ? 1 : 0},
        answer = ${isSecret ? null : value}::jsonb
      where account_id = ${account} and key = ${key}`,
    )
  return {
    replay: held.state === 'done' ? (held.answer ?? { value: null }) : null,
    done: async (tx, value) => {
      const text = keptOf(value)
      // Work that has turned to another tenant sees no key of this one: it is settled afterwards.
      if ((await store(tx, text)) > 0) kept = text
    },
    settle: async (value) => {
      const text = keptOf(value)
      if (text !== kept) await db.write(tenant, (tx) => store(tx, text))
    },
    release: (isRefusal) =>
      db.write(tenant, async (tx) => {
        await sql`${prepared}delete from idempotency where account_id = ${account} and key = ${key}
          and (state = 'running' or ${isRefusal})`.execute(tx)
      }),
  }
}
