import { batch } from '#contract/planting/batch.ts'
import type { Database } from '#server/db/database.ts'
import { announce } from '#server/live/events.ts'
import { reckonDue } from './stage-days.ts'

/** Reckons the stages of what grows by warmth, once a day, as soon as yesterday is known. */
export async function reckonStages(db: Database, tenant: number): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    after = await db.write(tenant, async (tx) => {
      const { changed, last } = await reckonDue(tx, from)
      if (changed.length > 0)
        await announce(tx, { tenant, resource: batch.name, ids: changed, kind: 'updated' })
      return last
    })
  }
}
