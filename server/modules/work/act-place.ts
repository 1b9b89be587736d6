import { sql } from 'kysely'
import type { ActPlace } from '#contract/work/act.ts'
import type { Sql, Tx } from '#server/db/database.ts'
import { optionOf } from './option.ts'

/** Six digits are a tenth of a meter. */
const digits = 6

/** Where something was done; what the tenant does not want is not kept, whoever sends it. */
export async function keptPlace(tx: Tx, place: ActPlace | undefined) {
  const kept = place && (await optionOf(tx)).placeFlag === 1 ? place : null
  return {
    latlng: kept && `${kept.lat.toFixed(digits)},${kept.lng.toFixed(digits)}`,
    accuracy: kept && Math.round(kept.accuracy),
  }
}
/** The same, as the columns of a task. */
export async function placed(
  tx: Tx,
  act: 'start' | 'finish',
  place: ActPlace | undefined,
): Promise<Sql> {
  const { latlng, accuracy } = await keptPlace(tx, place)
  return act === 'start'
    ? sql`start_latlng = ${latlng}, start_accuracy = ${accuracy}`
    : sql`finish_latlng = ${latlng}, finish_accuracy = ${accuracy}`
}
