import { deviceTypeNamed } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import type { Row } from '#server/db/crud.ts'
import type { Tx } from '#server/db/database.ts'
import { notFound, Refusal } from '#server/db/failure.ts'
import { demand } from '#server/http/crud.ts'

/** Whether somebody may see devices of a type: all devices, or those of this type. */
export const maySee = (codes: ReadonlySet<string>, type: string) => codes.has(device.permissions.list) || codes.has(deviceTypeNamed(type).permissions.list)

/** A device as its viewer may see it. Errors: 404 where there is none, and where its type is hidden from who asks. */
export async function seenDevice(tx: Tx, id: number, codes: ReadonlySet<string>): Promise<Row> {
  const row = await demand(tx, device, id, 'show')
  if (!maySee(codes, String(row.deviceType))) throw notFound()
  return row
}

/** Errors: 403 for whoever edits neither all devices nor those of this type. */
export function editsDevice(codes: ReadonlySet<string>, type: string): void {
  const needed = [device.permissions.edit, deviceTypeNamed(type).permissions.edit]
  if (!needed.some((code) => codes.has(code))) throw new Refusal(403, 'error.permission.mismatch', { extra: { missing: needed } })
}
