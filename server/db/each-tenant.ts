import { sql } from 'kysely'
import { rows, type Database } from './database.ts'
import { eachAlone } from './parts.ts'

/** Does something for every tenant that is open, one after the other, each for itself. */
export async function eachTenant(
  db: Database,
  what: string,
  work: (tenant: number) => Promise<unknown>,
): Promise<void> {
  const tenants = await db.platform((tx) =>
    rows<{ id: number }>(tx, sql`select id from tenant where enabled_flag = 1 order by id`),
  )
  await eachAlone(
    tenants,
    ({ id }) => `${what} of tenant ${id}`,
    ({ id }) => work(id),
  )
}

/**
 * Does something again and again until it is told to stop; a round that is not over yet is not
 * begun anew. `report`: a round that failed as a whole.
 */
export function everySoOften(
  everyMs: number,
  work: () => Promise<unknown>,
  report: (error: unknown) => void,
): () => Promise<void> {
  let working: Promise<unknown> | null = null
  const timer = setInterval(() => {
    working ??= work()
      .catch(report)
      .finally(() => {
        working = null
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
  }
}
