import { sql } from 'kysely'
import { deviceTypeNamed, type DeviceTypeName } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import { sees, wantingToControl } from '#contract/equipment/reach.ts'
import type { Row } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import { area } from '#contract/farm/area.ts'
import { demand } from '#server/http/crud.ts'

/** Whether somebody may see devices of a type: all devices, or those of this type. */
export const maySee = sees

/**
 * A device as its viewer may see it. Errors: 404 where there is none, and where its type is hidden
 * from who asks.
 */
export async function seenDevice(tx: Tx, id: number, codes: ReadonlySet<string>): Promise<Row> {
  const row = await demand(tx, device, id, 'show')
  if (!maySee(codes, String(row.deviceType))) throw notFound()
  return row
}

/**
 * The same for calls that the specification gives to one type alone. Errors: 404 for devices of
 * another as well.
 */
export async function seenOfType(
  tx: Tx,
  id: number,
  codes: ReadonlySet<string>,
  type: DeviceTypeName,
): Promise<Row> {
  const row = await seenDevice(tx, id, codes)
  if (row.deviceType !== type) throw notFound()
  return row
}

interface DeviceOfBase {
  id: number
  name: string
  eui: string
  online: 0 | 1
  lastSeenAt: string | null
  landId: number | null
}
/** Devices of one type in a base, by name. Errors: 404 where there is no such base. */
export async function devicesOfBase(
  tx: Tx,
  base: number,
  type: DeviceTypeName,
): Promise<DeviceOfBase[]> {
  await demand(tx, area, base, 'show')
  return rows<DeviceOfBase>(
    tx,
    sql`select id, name, eui, online, last_seen_at, land_id from device where area_id = ${base}
      and device_type = ${type} order by name, id`,
  )
}

/** Errors: 403 for whoever edits neither all devices nor those of this type. */
export function editsDevice(codes: ReadonlySet<string>, type: string): void {
  const needed = [device.permissions.edit, deviceTypeNamed(type).permissions.edit]
  if (!needed.some((code) => codes.has(code)))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
}

/**
 * Errors: 403 with what is missing, for whoever may not move what devices of one of these types
 * have.
 */
export function controlsAll(codes: ReadonlySet<string>, types: Iterable<string>): void {
  const missing = [...new Set([...types].flatMap((type) => wantingToControl(codes, type)))]
  if (missing.length > 0) throw new HttpError(403, 'author.control', { extra: { missing } })
}
