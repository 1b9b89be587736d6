import { sql } from 'kysely'
import { row, rows, type Database } from '#server/db/database.ts'
import { eachAlone } from '#server/db/parts.ts'
import {
  complaintOf,
  keepStanding,
  noteOperation,
  notePlatform,
  wayOf,
  type Carriers,
} from './cards.ts'

const everyMs = 10 * 60_000

/**
 * Asks platforms how their cards stand that were not asked about for a day. A platform that
 * complains is left alone for an hour.
 */
export async function synchronizeCards(
  db: Database,
  carriers: Carriers,
  isOver: () => boolean = () => false,
): Promise<void> {
  const stale = await db.platform((tx) =>
    rows<{ tenantId: number; cardId: number }>(
      tx,
      sql`select tenant_id, card_id from furrow_sim_stale()`,
    ),
  )
  const complaining = new Set<string>()
  await eachAlone(
    stale,
    ({ cardId }) => `card ${cardId}`,
    async ({ tenantId, cardId }) => {
      const card = await db.read(tenantId, (tx) =>
        row<{ iccid: string; platformId: number }>(
          tx,
          sql`select iccid, platform_id from sim_card where id = ${cardId}`,
        ),
      )
      if (!card || complaining.has(`${tenantId}/${card.platformId}`)) return
      const way = await db.read(tenantId, (tx) => wayOf(tx, card.platformId, carriers))
      if (!way) return
      try {
        const said = await way.carrier.order(card.iccid, 'synchronize')
        await db.write(tenantId, async (tx) => {
          await keepStanding(tx, cardId, said, null)
          await notePlatform(tx, card.platformId, null)
        })
      } catch (error) {
        complaining.add(`${tenantId}/${card.platformId}`)
        await db.write(tenantId, async (tx) => {
          await notePlatform(tx, card.platformId, complaintOf(error))
          await noteOperation(tx, cardId, 'synchronize', null, complaintOf(error), false)
        })
      }
    },
    isOver,
  )
}
/** Looks every ten minutes until told to stop. */
export function watchCards(db: Database, carriers: Carriers): () => Promise<void> {
  let isOver = false
  let asking: Promise<unknown> | null = null
  const timer = setInterval(() => {
    asking ??= synchronizeCards(db, carriers, () => isOver)
      .catch(() => undefined)
      .finally(() => {
        asking = null
      })
  }, everyMs)
  timer.unref()
  return async () => {
    isOver = true
    clearInterval(timer)
    await asking
  }
}
