import { sql } from 'kysely'
import { rows, type Database } from '#server/db/database.ts'
import { eachAlone } from '#server/db/parts.ts'
import type { IngestQueue } from './ingest-queue.ts'
import { markOffline } from './presence.ts'

const everyMs = 10_000

/**
 * Finds devices that have been silent too long. Every process sweeps; a device is marked once, by
 * whoever is first.
 */
export async function sweepSilent(db: Database, intake: IngestQueue): Promise<number> {
  const silent = await db.platform((tx) =>
    rows<{ tenantId: number; deviceId: number }>(tx, sql`select * from furrow_silent_devices()`),
  )
  let count = 0
  await eachAlone(
    new Set(silent.map(({ tenantId }) => tenantId)),
    (tenant) => `silent devices of tenant ${tenant}`,
    async (tenant) => {
      const marked = await db.write(tenant, async (tx) => {
        const lost = []
        for (const { tenantId, deviceId } of silent)
          if (tenantId === tenant && (await markOffline(tx, deviceId, 'silence')))
            lost.push(deviceId)
        return lost
      })
      if (marked.length > 0) intake.changed(tenant, marked)
      count += marked.length
    },
  )
  return count
}

/** Sweeps until told to stop. */
export function watchSilence(db: Database, intake: IngestQueue): () => Promise<void> {
  let sweeping: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweepSilent(db, intake).catch(() => undefined)
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}
