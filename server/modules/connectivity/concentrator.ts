import { sql } from 'kysely'
import { deviceTypeNamed, deviceTypeNames, type DeviceTypeName } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { alarmScreen } from '#contract/alarm/alarm-calls.ts'
import {
  concentratorVisualization,
  deviceMarkers,
  gatewayOffline,
  gatewaysOfBase,
  loraGatewayHistory,
  mostMarkers,
  synchronizeNodes,
  updateConcentrator,
  type ConcentratorView,
  type DeviceMarker,
} from '#contract/connectivity/concentrator-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { loraNetwork, payloadCodec } from '#contract/connectivity/lora.ts'
import { area } from '#contract/farm/area.ts'
import { lockRow, showRow, updateRow } from '#server/db/crud.ts'
import { row, rows } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { historyOf } from '#server/modules/telemetry/engine/history.ts'
import { outagesOf } from '#server/modules/telemetry/engine/outages.ts'
import { demand, makeRow, stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import {
  devicesOfBase,
  editsDevice,
  maySee,
  seenDevice,
  seenOfType,
} from '#server/modules/equipment/device-access.ts'

const seenTypes = (codes: ReadonlySet<string>) =>
  deviceTypeNames.filter((type) => maySee(codes, type))
/** Channels that say whether something is open, with the type that each is of. */
const switched = deviceTypeNames.flatMap((type) =>
  switchPlaces(deviceTypeNamed(type))
    .filter(({ about }) => about.kind === 'switch')
    .map(({ channel }) => ({ type, channel })),
)
type Found = Omit<ConcentratorView, 'baseConcentratorDTO' | 'readings'>

/**
 * Devices as maps and other systems name them, and the calls of gateways that are those of every
 * device.
 */
export function concentrators(app: Services): void {
  serve(app, concentratorVisualization, ({ id }, { read, codes }) =>
    read(async (tx) => {
      await seenDevice(tx, id, codes)
      const found = (await row<Found>(
        tx,
        sql`select d.id, d.id as concentrator_id, d.name, d.eui, l.land_name, d.iccid, d.online,
          d.file_url, d.device_type, d.area_id, a.area_name, d.land_id, d.camera_id, d.latlng, d.last_seen_at,
          d.report_minutes
      from device d join area a on a.tenant_id = d.tenant_id and a.id = d.area_id left
      join land l on l.tenant_id = d.tenant_id and l.id = d.land_id where d.id = ${id}`,
      ))!
      const { name, eui, landName, iccid, online, fileUrl, deviceType } = found
      const readings = await rows<ConcentratorView['readings'][number]>(
        tx,
        sql`select metric, value, at from device_latest where device_id = ${id} order by metric`,
      )
      return {
        ...found,
        baseConcentratorDTO: { name, eui, landName, iccid, online, fileUrl, deviceType },
        readings,
      }
    }),
  )
  serve(app, deviceMarkers, ({ areaId }, { read, codes }) =>
    read((tx) =>
      rows<DeviceMarker>(
        tx,
        sql`select id, id as concentrator_id, device_type, eui, name, device_type as icon, online,
          area_id, land_id, latlng,
          (select max((l.value = 1)::int) from device_latest l
            join unnest(${switched.map(({ type }) => type)}::text[],
              ${switched.map(({ channel }) => channel)}::text[]) as s (type, channel)
            on s.type = device.device_type and s.channel = l.metric
            where l.device_id = device.id) as is_open,
          ${
            codes.has(alarmScreen.permission!)
              ? sql`(select max(level) from alarm
            where device_id = device.id and state <> 'cleared')`
              : sql`null::int`
          } as alarm from device
    where latlng is not null and latlng <> ''
    and device_type = any(${seenTypes(codes)}::text[]) ${areaId ? sql`and area_id = ${areaId}` : sql``} order by id limit ${mostMarkers}`,
      ),
    ),
  )
  serve(app, updateConcentrator, ({ id, objectVersionNumber, fileUrl }, { write, codes, actor }) =>
    write(async ({ tx, audit, announce }) => {
      await lockRow(tx, device, id)
      const before = await seenDevice(tx, id, codes)
      editsDevice(codes, String(before.deviceType))
      if (!(await updateRow(tx, device, id, objectVersionNumber, { fileUrl }, actor.accountId)))
        throw await stale(tx, device, id)
      await audit({
        entity: device.name,
        recordId: id,
        title: String(before.name),
        action: 'edit',
        before: { fileUrl: before.fileUrl },
        after: { fileUrl },
      })
      await announce({ resource: device.name, ids: [id], kind: 'updated' })
      const after = (await showRow(tx, device, id))!
      return {
        id,
        objectVersionNumber: after.objectVersionNumber as number,
        fileUrl: (after.fileUrl as string | null) ?? null,
      }
    }),
  )
  serve(app, gatewaysOfBase, ({ id }, { read }) => read((tx) => devicesOfBase(tx, id, 'gateway')))
  serve(app, gatewayOffline, ({ id }, { read, codes }) =>
    read(async (tx) => (await seenOfType(tx, id, codes, 'gateway'), outagesOf(tx, id))),
  )
  serve(app, loraGatewayHistory, ({ id, ...asked }, { read, codes }) =>
    read(
      async (tx) => (await seenOfType(tx, id, codes, 'lorawan_gateway'), historyOf(tx, id, asked)),
    ),
  )
  serve(app, synchronizeNodes, ({ networkId, areaId, codecId = null, nodes }, context) =>
    context.write(async (write) => {
      const { tx, audit, announce } = write
      const absent = (field: string) => () =>
        Promise.reject(invalidFields({ [field]: { code: 'field.missing_reference' } }))
      await demand(tx, loraNetwork, networkId, 'show').catch(absent('networkId'))
      await demand(tx, area, areaId, 'show').catch(absent('areaId'))
      for (const one of new Set([codecId, ...(nodes ?? []).map((node) => node.codecId ?? null)]))
        if (one !== null) await demand(tx, payloadCodec, one, 'show').catch(absent('codecId'))
      const types = new Set<DeviceTypeName>(
        nodes ? nodes.map(({ deviceType }) => deviceType) : ['lorawan_node'],
      )
      for (const type of types) {
        const needed = [device.permissions.create, deviceTypeNamed(type).permissions.create]
        if (!needed.some((code) => context.codes.has(code)))
          throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
      }
      const asked = nodes && new Map(nodes.map((node) => [node.devEui.toLowerCase(), node]))
      const strangers = await rows<{ devEui: string; name: string | null }>(
        tx,
        sql`select s.dev_eui, s.name from lora_stranger s where s.network_id = ${networkId}
      and not exists (select 1 from device d where lower(d.eui) = lower(s.dev_eui)) order by s.dev_eui`,
      )
      const rules = app.rules.get(device.name)!
      const made: { id: number; name: string; eui: string }[] = []
      for (const { devEui, name } of strangers) {
        const eui = devEui.toUpperCase()
        const own = asked?.get(devEui.toLowerCase())
        if (asked && !own) continue
        const values = {
          name: (name ?? eui).slice(0, 60),
          eui,
          areaId,
          codecId: own ? (own.codecId ?? null) : codecId,
          deviceType: own?.deviceType ?? 'lorawan_node',
          enabledFlag: 1,
        }
        const id = await makeRow(rules, values, write, context)
        const after = (await showRow(tx, rules.entity, id))!
        await audit({
          entity: device.name,
          recordId: id,
          title: values.name,
          action: 'create',
          after: values,
        })
        await rules.hooks.after?.('create', after, write, context)
        made.push({ id, name: values.name, eui })
      }
      await sql`delete from lora_stranger s where network_id = ${networkId} and exists (select 1
        from device d where lower(d.eui) = lower(s.dev_eui))`.execute(tx)
      if (made.length > 0)
        await announce({ resource: device.name, ids: made.map(({ id }) => id), kind: 'created' })
      return made
    }),
  )
}
