import { sql } from 'kysely'
import type { Sql } from '#server/db/database.ts'
import { hashOf } from '#server/db/token.ts'

/** A browser as it calls itself, without versions: an update makes no new device. */
export const fingerprintOf = (agent: string) =>
  hashOf(agent.replaceAll(/[\d._]+/g, '').slice(0, 300))

/** The one that somebody signed in with, whatever a request says of itself. */
export const fingerprintOfSession = (session: number): Sql =>
  sql`(select fingerprint from session where id = ${session})`
