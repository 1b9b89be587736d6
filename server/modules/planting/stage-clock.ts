import type { Database } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { reckonStages } from './engine/reckon-stages.ts'

const everyMs = 5 * 60_000

/** Looks every five minutes until told to stop. */
export const watchStages = (db: Database, report: (error: unknown) => void) =>
  everySoOften(
    everyMs,
    () => eachTenant(db, 'stages by warmth', (tenant) => reckonStages(db, tenant)),
    report,
  )
