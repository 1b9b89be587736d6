import { sql } from 'kysely'
import { channelOf } from '#contract/devices/device-type.ts'
import { protocolsOf, type ProtocolName } from '#contract/devices/protocols.ts'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { device } from '#contract/equipment/device.ts'
import {
  correctType,
  deviceAttempts,
  strangeAttempts,
  type DeviceAttempt,
  deviceHistory,
  deviceMessages,
  deviceNames,
  deviceOutages,
  latestValues,
  mostNames,
  renewCredential,
  revokeCredential,
  showCredential,
  type DeviceMessage,
  type DeviceName,
  type LatestValue,
} from '#contract/equipment/device-calls.ts'
import { ingestTelemetry } from '#contract/telemetry/ingest-calls.ts'
import { contains } from '#server/db/conditions.ts'
import { lockRow } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { protocolOf } from '#server/devices/index.ts'
import { abandon } from '#server/modules/command/engine/order.ts'
import { ensureSwitches, forgetSwitches } from '#server/modules/command/engine/switches.ts'
import {
  credentialOf,
  notifyRevoked,
  renew,
  revoke,
} from '#server/modules/equipment/engine/credential.ts'
import { calculatedWords } from '#server/modules/telemetry/engine/calculated-words.ts'
import { historyOf } from '#server/modules/telemetry/engine/history.ts'
import { keptMessages } from '#server/modules/telemetry/engine/message-log.ts'
import { outagesOf } from '#server/modules/telemetry/engine/outages.ts'
import { crud, demand, type Hooks } from '#server/http/crud.ts'
import { serveMany } from '#server/http/many.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { editsDevice, maySee, seenDevice } from './device-access.ts'

const hooks: Hooks = {
  after: async (action, row, { tx }, { tenant }) => {
    if (action === 'create') await ensureSwitches(tx, row.id, String(row.deviceType))
    if (action !== 'delete' && row.enabledFlag === 0) await abandon(tx, tenant, row.id)
    // Who is connected is asked for again: it may be gone, switched off, or speak otherwise from
    // now on.
    if (action !== 'create') await notifyRevoked(tx, tenant, row.id)
  },
  // Before the log forgets which device it speaks of.
  beforeRemove: (row, { tx }, { tenant }) => abandon(tx, tenant, row.id),
}
/**
 * What speaks LoRaWAN, or is read by a codec, is known to its network by 16 hexadecimal digits
 * alone. A number that stood there before such was asked for may stay.
 */
function devEuiOf(
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
  type = before?.deviceType ?? values.deviceType,
): void {
  const now = { ...before, ...values }
  if (
    before &&
    now.eui === before.eui &&
    now.codecId === before.codecId &&
    (before.deviceType === undefined || type === before.deviceType)
  )
    return
  if (
    (now.codecId || deviceTypeNamed(String(type)).overLorawan) &&
    !/^[\da-f]{16}$/i.test(String(now.eui))
  )
    throw invalidFields({ eui: { code: 'device.dev_eui' } })
}
/** Whoever edits devices of all types keeps to the limits and the dialects of each. */
const asItsType: Hooks['prepare'] = async (values, before) => {
  const type = deviceTypeNamed(String(before?.deviceType ?? values.deviceType))
  devEuiOf(values, before)
  if (
    typeof values.dialect === 'string' &&
    !protocolsOf(type).includes(values.dialect as ProtocolName)
  )
    throw invalidFields({ dialect: { code: 'device.dialect' } })
  return values
}

/** What came of each amount lately; in one question for all of them. */
async function amountsOf(
  tx: Tx,
  id: number,
  metrics: readonly string[],
): Promise<Map<string, NonNullable<LatestValue['sums']>>> {
  if (metrics.length === 0) return new Map()
  const found = await rows<{ metric: string; hour: number; today: number; day: number }>(
    tx,
    sql`select m.metric, coalesce(sum(value) filter (where at > now() - interval '1 hour'), 0) as hour,
      coalesce(sum(value) filter (where at >= date_trunc('day', now(), n.time_zone)), 0) as today,
      coalesce(sum(value) filter (where at > now() - interval '24 hours'), 0) as day
    from unnest(${[...metrics]}::text[]) m (metric) cross join (select time_zone from tenant
    where id = furrow_tenant()) n
      left join telemetry t on t.device_id = ${id} and t.metric = m.metric
      and t.at > now() - interval '25 hours' and t.at <= now() + interval '1 minute' group by m.metric`,
  )
  return new Map(found.map(({ metric, ...sums }) => [metric, sums]))
}

/**
 * Devices: their rows, what they said, and how they sign in. `mqttPort`: where they connect, known
 * once the broker runs.
 */
export function devices(app: Services): void {
  const address = app.options.deviceAddress ?? null
  serveMany(app, device, crud(app, device, { ...hooks, prepare: asItsType }))
  for (const { entity, type } of devicesByType)
    serveMany(
      app,
      entity,
      crud(app, entity, {
        ...hooks,
        prepare: async (values, before) => (devEuiOf(values, before, type), values),
      }),
    )
  serve(app, deviceNames, ({ name, areaId, ids, page = 1 }, { read, codes }) =>
    read((tx) =>
      rows<DeviceName>(
        tx,
        sql`select id, name, device_type, area_id from device
    where device_type = any(${deviceTypeNames.filter((type) => maySee(codes, type))}::text[]) ${name ? sql`and name ilike ${contains(name)}` : sql``} ${areaId ? sql`and area_id = ${areaId}` : sql``} ${ids ? sql`and id = any(${ids.split(',').map(Number)}::bigint[])` : sql``} order by name, id limit ${mostNames} offset ${(page - 1) * mostNames}`,
      ),
    ),
  )
  serve(app, latestValues, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const { deviceType } = await seenDevice(tx, id, codes)
      const found = await rows<Omit<LatestValue, 'sums' | 'words'>>(
        tx,
        sql`select metric, value, at, clock from device_latest where device_id = ${id} order by metric`,
      )
      const sums = await amountsOf(
        tx,
        id,
        found.flatMap(({ metric }) =>
          channelOf(deviceTypeNamed(String(deviceType)), metric)?.reading.isAmount ? [metric] : [],
        ),
      )
      const words = new Map(
        (await calculatedWords(tx, [id])).map(({ metric, name, unit }) => [metric, { name, unit }]),
      )
      return found.map((one) => ({
        ...one,
        sums: sums.get(one.metric) ?? null,
        words: words.get(one.metric) ?? null,
      }))
    }),
  )
  serve(app, correctType, ({ id, deviceType }, { write, codes, actor, tenant }) =>
    write(async ({ tx, audit, announce }) => {
      await lockRow(tx, device, id)
      const before = await seenDevice(tx, id, codes)
      for (const one of [String(before.deviceType), deviceType]) editsDevice(codes, one)
      // What it has reported would mean something else under another type.
      if (before.lastSeenAt !== null) throw unprocessable('device.reported')
      devEuiOf({}, { ...before, deviceType: null }, deviceType)
      await sql`update device set device_type = ${deviceType}, dialect = default,
        object_version_number = object_version_number + 1, last_update_date = now(),
        last_updated_by = ${actor.accountId} where id = ${id}`.execute(tx)
      await forgetSwitches(tx, id)
      await ensureSwitches(tx, id, deviceType)
      await notifyRevoked(tx, tenant, id)
      await audit({
        entity: device.name,
        recordId: id,
        title: String(before.name),
        action: 'edit',
        before: { deviceType: before.deviceType },
        after: { deviceType },
      })
      await announce({ resource: device.name, ids: [id], kind: 'updated' })
    }),
  )
  serve(app, deviceMessages, ({ id }, { read, codes }) =>
    read(async (tx) => {
      await seenDevice(tx, id, codes)
      return rows<DeviceMessage>(
        tx,
        sql`select id, at, bytes, payload, outcome, points, problems from device_message
          where device_id = ${id} order by id desc limit ${keptMessages}`,
      )
    }),
  )
  serve(app, deviceHistory, ({ id, ...asked }, { read, codes }) =>
    read(async (tx) => {
      await seenDevice(tx, id, codes)
      return historyOf(tx, id, asked)
    }),
  )
  serve(app, deviceOutages, ({ id }, { read, codes }) =>
    read(async (tx) => {
      await seenDevice(tx, id, codes)
      return outagesOf(tx, id)
    }),
  )
  serve(app, showCredential, ({ id }, { read, platform }) =>
    read(async (tx) => {
      const row = await demand(tx, device, id, 'credential')
      const dialect = protocolOf(String(row.deviceType), String(row.dialect))
      return {
        key: null,
        createdAt: null,
        ...(await credentialOf(tx, id)),
        mqttPort: address?.port ?? app.broker?.port ?? null,
        mqttHost: address?.host ?? null,
        httpUrl: `${platform.publicUrl}${ingestTelemetry.endpoint.split(' ')[1]}`,
        channels: dialect && [...dialect.channels],
        example: dialect && JSON.stringify(dialect.example),
      }
    }),
  )
  const attempts = sql`select id, reason, name, address, count, first_at, last_at from device_attempt`
  serve(app, deviceAttempts, ({ id }, { read }) =>
    read(async (tx) => {
      await demand(tx, device, id, 'credential')
      return rows<DeviceAttempt>(
        tx,
        sql`${attempts} where device_id = ${id} order by last_at desc, id desc`,
      )
    }),
  )
  serve(app, strangeAttempts, (_input, { read }) =>
    read((tx) =>
      rows<DeviceAttempt>(
        tx,
        sql`${attempts} where device_id is null order by last_at desc, id desc`,
      ),
    ),
  )
  serve(app, renewCredential, async ({ id }, { write, actor, tenant }) => {
    let secret = ''
    const { key } = await write(async ({ tx, audit }) => {
      const row = await demand(tx, device, id, 'credential')
      const made = await renew(tx, tenant, id, actor.accountId)
      await audit({
        entity: device.name,
        recordId: id,
        title: String(row.name),
        action: 'credential',
        after: { key: made.key },
      })
      secret = made.secret
      // What this answers is kept with an `Idempotency-Key`, so the secret is no part of it.
      return { key: made.key }
    })
    return { key, secret }
  })
  serve(app, revokeCredential, async ({ id }, { write, tenant }) => {
    await write(async ({ tx, audit }) => {
      const row = await demand(tx, device, id, 'credential')
      const held = await credentialOf(tx, id)
      await revoke(tx, tenant, id)
      if (held)
        await audit({
          entity: device.name,
          recordId: id,
          title: String(row.name),
          action: 'credential',
          before: { key: held.key },
        })
    })
  })
}
