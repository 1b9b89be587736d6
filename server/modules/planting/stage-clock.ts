import { batch } from '#contract/planting/batch.ts'
import type { Database } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { announce } from '#server/live/events.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { reckonDue } from './engine/stage-days.ts'

const everyMs = 5 * 60_000

/** Reckons the stages of what grows by warmth, once a day, as soon as yesterday is known. */
export async function reckonStages(db: Database, tenant: number): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    after = await db.write(tenant, async (tx) => {
      const { changed, last } = await reckonDue(tx, await today(tx, tenant), from)
      if (changed.length > 0)
        await announce(tx, { tenant, resource: batch.name, ids: changed, kind: 'updated' })
      return last
    })
  }
}

/** Looks every five minutes until told to stop. */
export const watchStages = (db: Database, report: (error: unknown) => void) =>
  everySoOften(
    everyMs,
    () => eachTenant(db, 'stages by warmth', (tenant) => reckonStages(db, tenant)),
    report,
  )
