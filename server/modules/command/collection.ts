import { sql } from 'kysely'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  addCollection,
  collectionData,
  collectionInfo,
  collectionPage,
  collectionStanding,
  deleteCollection,
  mostCollected,
  sendCollection,
  type CollectionItem,
} from '#contract/command/collection-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { asPage, pageOf } from '#server/db/crud.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, unprocessable } from '#server/db/http-error.ts'
import { collectionHeld, tellCollection } from '#server/modules/command/engine/collection.ts'
import type { Target } from '#server/modules/command/engine/settings.ts'
import { presentStrategy } from '#server/modules/command/engine/strategies.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { commandActor } from './command-actor.ts'
import { editsDevice, maySee, seenDevice } from '#server/modules/equipment/device-access.ts'

type Found = Omit<CollectionItem, 'unit'>
/** What is gathered; the values of what somebody may not see stay out of it. */
async function items(
  tx: Tx,
  codes: ReadonlySet<string>,
  where: Sql,
  limit: Sql = sql``,
): Promise<CollectionItem[]> {
  const found = await rows<Found>(
    tx,
    sql`select c.id, c.device_id, d.name as device_name, d.device_type, d.device_type as icon,
      d.eui, c.metric, coalesce(w.name, '') as name, coalesce(w.description, '') as description,
      l.value as newest_data, l.at as newest_time, d.online
    from gateway_collection c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
      left join device_latest l on l.tenant_id = c.tenant_id and l.device_id = c.device_id and l.metric = c.metric
      left join device_channel w on w.tenant_id = c.tenant_id and w.device_id = c.device_id and w.metric = c.metric
    where ${where} order by d.name, d.id, c.metric ${limit}`,
  )
  return found.map((one) => ({
    ...one,
    ...(!maySee(codes, one.deviceType) && { newestData: null, newestTime: null }),
    unit: channelOf(deviceTypeNamed(one.deviceType), one.metric)?.reading.unit ?? '',
  }))
}
/** A device that gathers what others measure. Errors: 404 for any other. */
export async function collector(tx: Tx, id: number, codes: ReadonlySet<string>) {
  const found = await seenDevice(tx, id, codes)
  if (!deviceTypeNamed(String(found.deviceType)).isCollector) throw notFound()
  return found
}
async function one(
  tx: Tx,
  id: number,
  codes: ReadonlySet<string>,
): Promise<CollectionItem & { gatewayId: number }> {
  const held = await row<{ gatewayId: number }>(
    tx,
    sql`select gateway_id from gateway_collection where id = ${id}`,
  )
  if (!held) throw notFound()
  await collector(tx, held.gatewayId, codes)
  return { ...(await items(tx, codes, sql`c.id = ${id}`))[0]!, ...held }
}

/** What gateways gather of the devices around them. */
export function collections(app: Services): void {
  serve(app, collectionData, ({ id }, { read, codes }) =>
    read(
      async (tx) => (await collector(tx, id, codes), items(tx, codes, sql`c.gateway_id = ${id}`)),
    ),
  )
  serve(app, collectionPage, ({ id, page, size }, { read, codes }) =>
    read(async (tx) => {
      await collector(tx, id, codes)
      const asked = pageOf({ page: page?.toString(), size: size?.toString() })
      const { count } = (await row<{ count: number }>(
        tx,
        sql`select count(*) as count from gateway_collection where gateway_id = ${id}`,
      ))!
      return asPage(
        await items(
          tx,
          codes,
          sql`c.gateway_id = ${id}`,
          sql`limit ${asked.size} offset ${asked.offset}`,
        ),
        count,
        asked,
      )
    }),
  )
  serve(app, collectionInfo, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const { gatewayId: _gatewayId, ...found } = await one(tx, id, codes)
      return found
    }),
  )
  serve(app, collectionStanding, ({ id }, { read, codes }) =>
    read(async (tx) => (await collector(tx, id, codes), collectionHeld(tx, id))),
  )
  serve(app, sendCollection, ({ id }, context) =>
    context.write(async ({ tx, announce }) => {
      const gateway = await collector(tx, id, context.codes)
      editsDevice(context.codes, String(gateway.deviceType))
      if (gateway.enabledFlag === 0) throw unprocessable('command.device_disabled')
      await tellCollection(
        tx,
        context.tenant,
        gateway as unknown as Target,
        commandActor('web', context),
      )
      await announce({ resource: device.name, ids: [id], kind: 'updated' })
      return collectionHeld(tx, id)
    }),
  )
  serve(app, addCollection, ({ id, deviceId, metrics }, context) =>
    context.write(async ({ tx, audit, announce }) => {
      const { codes, actor } = context
      const gateway = await collector(tx, id, codes)
      editsDevice(codes, String(gateway.deviceType))
      const child = await row<{ name: string; deviceType: string; areaId: number }>(
        tx,
        sql`select name, device_type, area_id from device where id = ${deviceId}`,
      )
      if (
        !child ||
        deviceId === id ||
        child.areaId !== gateway.areaId ||
        !maySee(codes, child.deviceType)
      )
        throw invalidFields({ deviceId: { code: 'field.missing_reference' } })
      const type = deviceTypeNamed(child.deviceType)
      // What is worked out here no gateway can hear.
      const isChannel = (metric: string) => {
        const reading = channelOf(type, metric)?.reading
        return reading !== undefined && !reading.isInternal && !reading.isCalculated
      }
      if (!metrics.every(isChannel)) throw invalidFields({ metrics: { code: 'field.invalid' } })
      // One after another: two at once would both find room.
      await sql`select 1 from device where id = ${id} for update`.execute(tx)
      for (const metric of metrics)
        await sql`insert into gateway_collection (gateway_id, device_id, metric, created_by,
          last_updated_by) values (${id}, ${deviceId}, ${metric}, ${actor.accountId},
          ${actor.accountId}) on conflict do nothing`.execute(tx)
      const held = await items(tx, codes, sql`c.gateway_id = ${id}`)
      if (held.length > mostCollected)
        throw unprocessable('collection.most', { most: mostCollected })
      await tellCollection(
        tx,
        context.tenant,
        gateway as unknown as Target,
        commandActor('web', context),
      )
      await audit({
        entity: device.name,
        recordId: id,
        title: String(gateway.name),
        action: 'edit',
        after: { collection: { device: child.name, metrics } },
      })
      await announce({ resource: device.name, ids: [id], kind: 'updated' })
      return held
    }),
  )
  serve(app, deleteCollection, ({ id }, context) =>
    context.write(async ({ tx, audit, announce }) => {
      const { codes } = context
      const { gatewayId, deviceId, deviceName, metric } = await one(tx, id, codes)
      const gateway = await collector(tx, gatewayId, codes)
      editsDevice(codes, String(gateway.deviceType))
      const used = await row<{ name: string }>(
        tx,
        sql`select s.name from gateway_strategy s left
          join device_latest l on l.tenant_id = s.tenant_id and l.device_id = s.device_id
          and l.metric = 'strategy.' || s.slot
      where s.device_id = ${gatewayId} and ${presentStrategy} and s.removed_flag = 0
      and s.trigger->>'deviceId' = ${String(deviceId)} and s.trigger->>'channel' = ${metric} limit 1`,
      )
      if (used) throw unprocessable('collection.used', { name: used.name })
      await sql`delete from gateway_collection where id = ${id}`.execute(tx)
      await tellCollection(
        tx,
        context.tenant,
        gateway as unknown as Target,
        commandActor('web', context),
      )
      await audit({
        entity: device.name,
        recordId: gatewayId,
        title: String(gateway.name),
        action: 'edit',
        before: { collection: { device: deviceName, metrics: [metric] } },
      })
      await announce({ resource: device.name, ids: [gatewayId], kind: 'updated' })
    }),
  )
}
