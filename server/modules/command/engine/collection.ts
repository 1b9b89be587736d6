import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CollectionStanding } from '#contract/command/collection-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import type { Orderer } from './order.ts'
import { isOnItsWay, nextNumber, settingTtl, write, type Target } from './settings.ts'
import { commandById, lockDevice } from './store.ts'

const channel = 'collection'

/** What a gateway is to gather, as it is told: channels by the numbers of their devices. */
async function listOf(
  tx: Tx,
  gateway: number,
): Promise<{ devices: { eui: string; channels: string[] }[] }> {
  return {
    devices: await rows<{ eui: string; channels: string[] }>(
      tx,
      sql`select d.eui, array_agg(c.metric order by c.metric) as channels
    from gateway_collection c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
    where c.gateway_id = ${gateway} group by d.eui order by d.eui`,
    ),
  }
}

/**
 * Whether a gateway has the list as it is now: a device that has gone, or has another number, makes
 * it an old one.
 */
export async function collectionHeld(tx: Tx, gateway: number): Promise<CollectionStanding> {
  const newest = await row<{ id: number; content: unknown }>(
    tx,
    sql`select id, content from device_command where device_id = ${gateway} and channel = ${channel}
      order by id desc limit 1`,
  )
  const reported = await row<{ value: number; at: string }>(
    tx,
    sql`select value, at from device_latest where device_id = ${gateway} and metric = ${channel}`,
  )
  const command = newest ? (await commandById(tx, newest.id))! : null
  const list = await listOf(tx, gateway)
  const standing = () => {
    if (!command) return list.devices.length === 0 ? 'none' : 'missing'
    if (!isDeepStrictEqual(newest!.content, list)) return 'missing'
    if (reported?.value === command.wanted) return 'held'
    return isOnItsWay(command) ? 'waiting' : 'missing'
  }
  return { standing: standing(), reportedAt: reported?.at ?? null, command }
}

/**
 * Tells a gateway what it is to gather from now on; one that is switched off is told when somebody
 * asks for it again.
 */
export async function tellCollection(
  tx: Tx,
  tenant: number,
  target: Target,
  by: Orderer,
): Promise<void> {
  if (target.enabledFlag === 0) return
  await lockDevice(tx, tenant, target.id)
  const wanted = await nextNumber(tx, target.id, channel)
  await write(
    tx,
    tenant,
    target,
    {
      channel,
      effect: 'gather',
      wanted,
      tolerance: 0,
      ttl: settingTtl,
      content: await listOf(tx, target.id),
    },
    by,
  )
}
