import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { apply, lockDevice, notifyField, tellBrowsers } from './store.ts'

/** What a network's queue held when it was emptied, by command. */
export interface Recalled {
  /** Never went out, and never will. */
  never: ReadonlySet<number>
  /** Whether something was in the air, and may be carried out yet. */
  isInAir: boolean
}
/** Empties the queue of a device at its network; null where nobody can. */
export type Recall = (tenant: number, device: number) => Promise<Recalled | null>

/** Whoever began longer ago has died over it. */
const longest = '20 seconds'
/** What left so lately may reach the network's queue after that was emptied. */
const underWay = '10 seconds'
/** How long an order that has ended is worth calling back. */
const worth = '1 day'
const lying = sql`reason = 'atNetwork' and recalled_at is null and ended_at > now() - ${worth}::interval`

/**
 * Whether orders that have ended still lie at the network: `mine` to call back, or another process
 * is at it. Until that is over nothing goes out, or it would be called back as well.
 */
export async function claimRecall(tx: Tx, device: number): Promise<'mine' | 'another' | null> {
  const found = await row<{ isClaimed: boolean }>(
    tx,
    sql`select coalesce(bool_or(recall_at > clock_timestamp() - ${longest}::interval), false) as is_claimed
      from device_command where device_id = ${device} and ${lying} having count(*) > 0`,
  )
  if (!found) return null
  if (found.isClaimed) return 'another'
  await sql`update device_command set recall_at = clock_timestamp()
    where device_id = ${device} and ${lying}`.execute(tx)
  return 'mine'
}

/**
 * An order that ended with its network, of which it is known now that it will not be carried out
 * any more; `isNever`: nor has it been.
 */
export async function endForGood(tx: Tx, id: number, isNever: boolean): Promise<void> {
  await sql`update device_command set ended_at = clock_timestamp(), last_update_date = now(),
      object_version_number = object_version_number + 1,
      reason = case when state = 'cancelled' then 'deviceOff' end,
      state = case when state = 'timedOut' then 'expired' else state end
    where id = ${id} and reason = 'atNetwork' and (${isNever} or state <> 'timedOut')`.execute(tx)
}

/** Writes down what came of calling back. What is still wanted goes out again. */
export async function noteRecalled(
  tx: Tx,
  tenant: number,
  device: number,
  outcome: Recalled | null,
): Promise<void> {
  await lockDevice(tx, tenant, device)
  const ended = await rows<{ id: number; hasArrived: boolean }>(
    tx,
    sql`update device_command set recalled_at = clock_timestamp()
      where device_id = ${device} and ${lying} and recall_at is not null
      returning id, sent_at < clock_timestamp() - ${underWay}::interval as has_arrived`,
  )
  const told = ended.map(({ id }) => id)
  for (const { id, hasArrived } of ended)
    if (outcome && (outcome.never.has(id) || (hasArrived && !outcome.isInAir)))
      await endForGood(tx, id, outcome.never.has(id))
  const wanted = await rows<{ id: number }>(
    tx,
    sql`select id from device_command where device_id = ${device} and state = 'sent'
      and id = any(${[...(outcome?.never ?? [])]}::bigint[])`,
  )
  for (const { id } of wanted) await apply(tx, id, { state: 'created' })
  await notifyField(tx, tenant, device)
  await tellBrowsers(tx, tenant, device, [...told, ...wanted.map(({ id }) => id)])
}
