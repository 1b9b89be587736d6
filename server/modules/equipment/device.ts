import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { dialectsOf, type DialectName } from '#contract/devices/dialects.ts'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { equipment } from '#contract/equipment/by-type.ts'
import { device } from '#contract/equipment/device.ts'
import { deviceHistory, deviceMessages, deviceNames, deviceOutages, latestValues, mostNames, renewCredential, revokeCredential, showCredential, type DeviceMessage, type DeviceName, type LatestValue } from '#contract/equipment/device-calls.ts'
import { contains } from '#server/db/crud.ts'
import { rows } from '#server/db/database.ts'
import { invalid } from '#server/db/failure.ts'
import { dialectOf } from '#server/devices/index.ts'
import { abandon } from '#server/engines/control/order.ts'
import { ensureSwitches } from '#server/engines/control/switches.ts'
import { credentialOf, cutOff, renew, revoke } from '#server/engines/device/credential.ts'
import { historyOf } from '#server/engines/telemetry/history.ts'
import { keptMessages } from '#server/engines/telemetry/message-log.ts'
import { outagesOf } from '#server/engines/telemetry/outages.ts'
import { crud, demand, type Hooks } from '#server/http/crud.ts'
import { serveMany } from '#server/http/many.ts'
import { serve } from '#server/http/serve.ts'
import { maySee, seenDevice } from './seen.ts'

const hooks: Hooks = {
  after: async (action, row, { tx }, { tenant }) => {
    if (action === 'create') await ensureSwitches(tx, row.id, String(row.deviceType))
    if (action !== 'delete' && row.enabledFlag === 0) await abandon(tx, tenant, row.id)
    // Who is connected is asked for again: it may be gone, switched off, or speak otherwise from now on.
    if (action !== 'create') await cutOff(tx, tenant, row.id)
  },
  // Before the log forgets which device it speaks of.
  beforeRemove: (row, { tx }, { tenant }) => abandon(tx, tenant, row.id),
}
/** What a codec reads is a LoRaWAN node, known to its network by 16 hexadecimal digits alone. */
function devEuiOf(values: Record<string, unknown>, before: Record<string, unknown> | null): void {
  const now = { ...before, ...values }
  if (now.codecId && !/^[\da-f]{16}$/i.test(String(now.eui))) throw invalid({ eui: { code: 'device.dev_eui' } })
}
/** Whoever edits devices of all types keeps to the limits and the dialects of each. */
const asItsType: Hooks['prepare'] = async (values, before) => {
  const type = deviceTypeNamed(String(before?.deviceType ?? values.deviceType))
  const { leastMinutes = 1 } = type
  devEuiOf(values, before)
  if (typeof values.dialect === 'string' && !dialectsOf(type).includes(values.dialect as DialectName)) throw invalid({ dialect: { code: 'device.dialect' } })
  if (typeof values.reportMinutes === 'number' && values.reportMinutes < leastMinutes) throw invalid({ reportMinutes: { code: 'field.too_small', params: { min: leastMinutes } } })
  return values
}

/** Devices: their rows, what they said, and how they sign in. `mqttPort`: where they connect, known once the broker runs. */
export function devices(app: FastifyInstance, mqttPort: { value: number | null }): void {
  serveMany(app, device, crud(app, device, { ...hooks, prepare: asItsType }))
  for (const { entity } of equipment) serveMany(app, entity, crud(app, entity, { ...hooks, prepare: async (values, before) => (devEuiOf(values, before), values) }))
  serve(app, deviceNames, ({ name, areaId, page = 1 }, { read, codes }) => read((tx) => rows<DeviceName>(tx, sql`select id, name, device_type, area_id from device
    where device_type = any(${deviceTypeNames.filter((type) => maySee(codes, type))}::text[]) ${name ? sql`and name ilike ${contains(name)}` : sql``} ${areaId ? sql`and area_id = ${areaId}` : sql``} order by name, id limit ${mostNames} offset ${(page - 1) * mostNames}`)))
  serve(app, latestValues, ({ id }, { read, codes }) => read(async (tx) => {
    await seenDevice(tx, id, codes)
    return rows<LatestValue>(tx, sql`select metric, value, at, clock from device_latest where device_id = ${id} order by metric`)
  }))
  serve(app, deviceMessages, ({ id }, { read, codes }) => read(async (tx) => {
    await seenDevice(tx, id, codes)
    return rows<DeviceMessage>(tx, sql`select id, at, bytes, payload, outcome, points, problems from device_message where device_id = ${id} order by id desc limit ${keptMessages}`)
  }))
  serve(app, deviceHistory, ({ id, ...asked }, { read, codes }) => read(async (tx) => {
    await seenDevice(tx, id, codes)
    return historyOf(tx, id, asked)
  }))
  serve(app, deviceOutages, ({ id }, { read, codes }) => read(async (tx) => {
    await seenDevice(tx, id, codes)
    return outagesOf(tx, id)
  }))
  serve(app, showCredential, ({ id }, { read }) => read(async (tx) => {
    const row = await demand(tx, device, id, 'credential')
    const dialect = dialectOf(String(row.deviceType), String(row.dialect))
    return { key: null, createdAt: null, ...(await credentialOf(tx, id)), mqttPort: mqttPort.value, example: dialect && JSON.stringify(dialect.example) }
  }))
  serve(app, renewCredential, async ({ id }, { write, actor, tenant }) => {
    let secret = ''
    const { key } = await write(async ({ tx, audit }) => {
      const row = await demand(tx, device, id, 'credential')
      const made = await renew(tx, tenant, id, actor.accountId)
      await audit({ entity: device.name, recordId: id, title: String(row.name), action: 'credential', after: { key: made.key } })
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
      if (held) await audit({ entity: device.name, recordId: id, title: String(row.name), action: 'credential', before: { key: held.key } })
    })
  })
}
