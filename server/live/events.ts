import { sql } from 'kysely'
import pg from 'pg'
import type { LiveEvent } from '#contract/platform/platform-calls.ts'
import type { Tx } from '#server/db/database.ts'

export const liveChannel = 'furrow_live'
export interface Addressed extends LiveEvent {
  tenant: number
  /** Only for this account; otherwise for whoever may list the resource. */
  account?: number
}

/** Told to every process when, and only when, the transaction commits. */
export async function announce(tx: Tx, event: Addressed): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(event)})`.execute(tx)
}

/** The same as SQL that needs no parameters. */
export const noticesOf = (events: readonly Addressed[]) =>
  events
    .map(
      (event) => `select pg_notify('${liveChannel}', ${pg.escapeLiteral(JSON.stringify(event))}); `,
    )
    .join('')
