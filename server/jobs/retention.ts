import { sql } from 'kysely'
import { changed, row, rows, type Database, type Tx } from '#server/db/database.ts'
import { retention } from '#server/db/retention.ts'

const atOnce = 2000
const everyMs = 3_600_000
/** A start has other things to do. */
const firstMs = 60_000

/** One process at a time: null where another has the broom, else how many rows went. */
async function portion(tx: Tx, remove: () => Promise<number>): Promise<number | null> {
  const { mine } = (await row<{ mine: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtext('furrow retention')) as mine`,
  ))!
  return mine ? remove() : null
}
async function untilNone(one: () => Promise<number | null>): Promise<number> {
  for (let all = 0; ;) {
    const gone = await one()
    all += gone ?? 0
    if (gone === null || gone < atOnce) return all
  }
}

/** Takes away what its table keeps no longer, in portions, and answers how much of each. */
export async function purge(db: Database): Promise<Record<string, number>> {
  const gone: Record<string, number> = {}
  const tenants = await db.platform((tx) =>
    rows<{ id: number }>(tx, sql`select id from tenant order by id`),
  )
  for (const [name, kept] of Object.entries(retention)) {
    let count = 0
    if ('by' in kept) {
      const { trimmed } = (await db.platform((tx) =>
        row<{ trimmed: number }>(tx, sql`select ${sql.raw(kept.by)}::int as trimmed`),
      ))!
      count = trimmed
    } else if ('gone' in kept) {
      const remove = (tx: Tx) =>
        portion(tx, () =>
          changed(
            tx,
            sql`delete from ${sql.table(name)} where ctid = any(array(select ctid
              from ${sql.table(name)} where ${sql.raw(kept.gone)} limit ${atOnce}))`,
          ),
        )
      if (kept.of === 'platform') count = await untilNone(() => db.platform(remove))
      else for (const { id } of tenants) count += await untilNone(() => db.write(id, remove))
    }
    if (count > 0) gone[name] = count
  }
  return gone
}

/**
 * Purges now and then until told to stop, and does `others` with it; `report` hears of what could
 * not be done.
 */
export function watchRetention(
  db: Database,
  others: readonly (() => Promise<unknown>)[],
  report: (error: unknown) => void,
): () => Promise<void> {
  let isOver = false
  let working: Promise<unknown> = Promise.resolve()
  const pass = async () => {
    for (const one of [() => purge(db), ...others]) if (!isOver) await one().catch(report)
  }
  const work = () => void (working = working.then(pass))
  const timers = [setTimeout(work, firstMs).unref(), setInterval(work, everyMs).unref()]
  return async () => {
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    await working
  }
}
