import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { rows } from '#server/db/database.ts'
import { eachAlone } from '#server/db/parts.ts'
import { calculateDue } from './calculate.ts'
import type { IngestQueue } from './ingest-queue.ts'

const everyMs = 5000
/** So long values are waited for before their step is worked out. */
const settleMs = 5000

/** Works out what is due in every tenant; `now` in ms. */
export async function calculate(
  db: Database,
  intake: IngestQueue,
  now = Date.now(),
  isOver: () => boolean = () => false,
): Promise<void> {
  const tenants = await db.platform((tx) =>
    rows<{ id: number }>(tx, sql`select furrow_calculating_tenants() as id`),
  )
  await eachAlone(
    tenants,
    ({ id }) => `calculated values of tenant ${id}`,
    async ({ id }) => {
      for (let isBehind = true; isBehind && !isOver();) {
        const done = await db.write(id, (tx) => calculateDue(tx, id, now - settleMs))
        intake.calculated(id, done.incoming, done.devices)
        isBehind = done.isBehind && done.devices.length > 0
      }
    },
    isOver,
  )
}

/** Works out until told to stop. */
export function watchCalculations(db: Database, intake: IngestQueue): () => Promise<void> {
  let isOver = false
  let working: Promise<unknown> | null = null
  const timer = setInterval(() => {
    working ??= calculate(db, intake, Date.now(), () => isOver)
      .catch(() => undefined)
      .finally(() => {
        working = null
      })
  }, everyMs)
  return async () => {
    isOver = true
    clearInterval(timer)
    await working
  }
}
