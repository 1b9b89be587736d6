import { sql } from 'kysely'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { switchPlaces, typesOf, type SwitchType } from '#contract/devices/switch-places.ts'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'

/** A switch with its device, as an order needs to know them. */
export interface Switch {
  id: number
  deviceId: number
  deviceName: string
  deviceType: string
  dialect: string
  eui: string
  /**
   * Minutes between two reports of a node that listens only just after them; null: it listens all
   * the time.
   */
  listensEvery: number | null
  areaId: number
  deviceEnabledFlag: 0 | 1
  circuit: number
  channel: string
  name: string | null
  switchType: SwitchType
  enabledFlag: 0 | 1
}

const missing = async (tx: Tx, device: number, deviceType: string) => {
  const places = switchPlaces(deviceTypeNamed(deviceType))
  if (places.length === 0) return []
  const known = await rows<{ channel: string }>(
    tx,
    sql`select channel from device_switch where device_id = ${device}`,
  )
  return places.filter(({ channel }) => !known.some((one) => one.channel === channel))
}
/**
 * Makes the rows that the device's type has and the database has not yet: of a new device, or of a
 * type that has learned something.
 */
export async function ensureSwitches(tx: Tx, device: number, deviceType: string): Promise<void> {
  for (const { circuit, channel, about } of await missing(tx, device, deviceType)) {
    await sql`insert into device_switch (device_id, circuit, channel, switch_type, irrigates_flag)
      values (${device}, ${circuit}, ${channel}, ${typesOf(about.kind, about.isMotor)[0]!},
      ${about.irrigates === true || about.irrigates === 'marked' ? 1 : 0}) on conflict do nothing`.execute(
      tx,
    )
  }
}
/**
 * Takes its circuits away, with the names that they were given: it turned out to be of another
 * type.
 */
export const forgetSwitches = (tx: Tx, device: number) =>
  sql`delete from device_switch where device_id = ${device}`.execute(tx)
/** The same for whoever only looks; writes nothing where nothing is missing. */
export async function ensureSwitchesOf(
  db: Database,
  tenant: number,
  device: number,
): Promise<void> {
  const deviceType = await db.read(tenant, async (tx) => {
    const found = await row<{ deviceType: string }>(
      tx,
      sql`select device_type from device where id = ${device}`,
    )
    return found && (await missing(tx, device, found.deviceType)).length > 0
      ? found.deviceType
      : null
  })
  if (deviceType) await db.write(tenant, (tx) => ensureSwitches(tx, device, deviceType))
}

const known = sql`select s.id, s.device_id, d.name as device_name, d.device_type, d.dialect, d.eui,
  case when d.codec_id is not null
  and d.always_listens = 0 then d.report_minutes end as listens_every, d.area_id,
  d.enabled_flag as device_enabled_flag, s.circuit, s.channel, s.name, s.switch_type, s.enabled_flag
  from device_switch s join device d on d.tenant_id = s.tenant_id and d.id = s.device_id`
export const switchById = (tx: Tx, id: number) => row<Switch>(tx, sql`${known} where s.id = ${id}`)
export const switchesAt = (tx: Tx, devices: readonly number[], channel: string) =>
  rows<Switch>(
    tx,
    sql`${known} where s.device_id = any(${devices}::bigint[]) and s.channel = ${channel}`,
  )
