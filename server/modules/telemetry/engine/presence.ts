import { sql } from 'kysely'
import { changed, type Tx } from '#server/db/database.ts'

/**
 * Notes that devices were heard: online, and their outage over. At most once a second is written
 * down for each.
 */
export async function markSeen(tx: Tx, devices: readonly number[]): Promise<void> {
  if (devices.length === 0) return
  await sql`with seen as (
      select id, online from device where id = any(${devices}::bigint[]) and (online = 0
      or last_seen_at is null or last_seen_at < now() - interval '1 second') order by id for update
    ), ended as (
      update device_offline set ended_at = now() where ended_at is null and device_id in (select id
      from seen where online = 0)
    ) update device d set online = 1, last_seen_at = now() from seen where d.id = seen.id`.execute(
    tx,
  )
}

/** Notes that a device is not to be heard; answers whether it was before. */
export async function markOffline(
  tx: Tx,
  device: number,
  reason: 'will' | 'silence',
): Promise<boolean> {
  const count = await changed(
    tx,
    sql`with lost as (
      update device d set online = 0 where id = ${device} and online = 1
        ${
          reason === 'silence'
            ? sql`and last_seen_at < now() - greatest(interval '90 seconds',
          report_minutes * interval '150 seconds')`
            : sql``
        } returning id, last_seen_at
    ) insert into device_offline (device_id, reason, began_at)
      select id, ${reason}, ${reason === 'will' ? sql`now()` : sql`coalesce(last_seen_at, now())`} from lost`,
  )
  return count > 0
}
