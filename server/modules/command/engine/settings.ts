import { sql } from 'kysely'
import { leastReportMinutes, type Setting } from '#contract/devices/device-type.ts'
import { understands } from '#contract/devices/protocols.ts'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import type { CommandRow } from '#contract/command/command.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable, type FieldFault } from '#server/db/http-error.ts'
import { driverOf } from '#server/devices/index.ts'
import { isOpen } from './machine.ts'
import type { Orderer } from './order.ts'
import { apply, commandById, lockDevice, notifyField, tellBrowsers } from './store.ts'

/** Settings wait this long for a device that is away (docs/specification.md 7.1). */
export const settingTtl = '24 hours'
const reportTtl = '60 seconds'
/** The channel of a call for a report; no device type has a reading of that name. */
export const reportChannel = 'report'

/** A device as an order to it needs to know it. */
export interface Target {
  id: number
  name: string
  deviceType: string
  dialect: string
  areaId: number
  enabledFlag: 0 | 1
}
export interface Held {
  channel: string
  reported: number | null
  reportedAt: string | null
  command: CommandRow | null
}

/** What a device holds of each of its settings, and the newest command about each. */
export async function settingsHeld(tx: Tx, device: number, deviceType: string): Promise<Held[]> {
  const names = Object.keys(deviceTypeNamed(deviceType).settings ?? {})
  const latest = await rows<{ metric: string; value: number; at: string }>(
    tx,
    sql`select metric, value, at from device_latest where device_id = ${device} and metric = any(${names}::text[])`,
  )
  const newest = await rows<{ channel: string; id: number }>(
    tx,
    sql`select channel, max(id) as id from device_command where device_id = ${device}
      and channel = any(${names}::text[]) group by channel`,
  )
  return Promise.all(
    names.map(async (channel) => {
      const at = latest.find(({ metric }) => metric === channel)
      const found = newest.find((one) => one.channel === channel)
      return {
        channel,
        reported: at?.value ?? null,
        reportedAt: at?.at ?? null,
        command: found ? ((await commandById(tx, found.id)) ?? null) : null,
      }
    }),
  )
}

/** Whether what a command orders may still come about. */
export const isOnItsWay = (command: CommandRow | null) => command !== null && isOpen(command.state)
/** What a setting will hold when everything that is on its way has arrived. */
const comingOf = ({ command, reported }: Held, { preset }: Setting) =>
  isOnItsWay(command) ? command!.wanted : (reported ?? preset)

/** As many as the column of commands holds. */
const mostPlaces = 4
const hasPlaces = (value: number, places: number) =>
  Math.abs(value * 10 ** places - Math.round(value * 10 ** places)) < 1e-6
/**
 * What is wrong with values that are to be set together, by setting; those not given stay as they
 * are or as they will be.
 */
function faultsOf(
  settings: Readonly<Record<string, Setting>>,
  held: readonly Held[],
  values: Readonly<Record<string, number>>,
): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {}
  const coming = Object.fromEntries(
    held.map((one) => [one.channel, comingOf(one, settings[one.channel]!)]),
  )
  const all: Record<string, number> = { ...coming, ...values }
  for (const [name, value] of Object.entries(values)) {
    const about = Object.hasOwn(settings, name) ? settings[name] : undefined
    if (!about) faults[name] = { code: 'field.unknown' }
    else if (value < about.min)
      faults[name] = { code: 'field.too_small', params: { min: about.min } }
    else if (value > about.max) faults[name] = { code: 'field.too_big', params: { max: about.max } }
    else if (!hasPlaces(value, about.setsPeriod ? 0 : mostPlaces))
      faults[name] = { code: about.setsPeriod ? 'setting.whole' : 'field.invalid' }
  }
  for (const [name, { above }] of Object.entries(settings)) {
    if (
      !above ||
      faults[name] ||
      faults[above.setting] ||
      (values[name] === undefined && values[above.setting] === undefined)
    )
      continue
    if (all[name]! - all[above.setting]! < above.by)
      faults[values[name] === undefined ? above.setting : name] = {
        code: 'setting.gap',
        params: { by: above.by },
      }
  }
  return faults
}

/** What a device is told beside its switches. */
export interface Told {
  channel: string
  actuator?: string
  effect: string
  wanted: number
  tolerance: number
  ttl: string
  /** What it is called in the log, and what goes out with it. */
  name?: string
  content?: Record<string, unknown> | undefined
}
/** Writes an order down in place of an open one about the same. */
export async function write(
  tx: Tx,
  tenant: number,
  target: Target,
  one: Told,
  by: Orderer,
): Promise<CommandRow> {
  const open = await rows<{ id: number }>(
    tx,
    sql`select id from device_command where device_id = ${target.id} and channel = ${one.channel}
      and state in ('created', 'sent', 'delivered')`,
  )
  for (const { id } of open) await apply(tx, id, { state: 'superseded' })
  const { id } = (await row<{ id: number }>(
    tx,
    sql`insert into device_command (state, device_name, device_type, device_id, area_id,
      switch_name, content, circuit, channel, actuator, effect, wanted, person_name, origin,
      address, expires_at, request_id, tolerance, created_by, last_updated_by)
    values ('created', ${target.name}, ${target.deviceType}, ${target.id}, ${target.areaId},
    ${one.name ?? null}, ${one.content ? JSON.stringify(one.content) : null}::jsonb, 1,
    ${one.channel}, ${one.actuator ?? one.channel}, ${one.effect}, ${one.wanted}, ${by.personName},
    ${by.origin}, ${by.address},
      clock_timestamp() + ${one.ttl}::interval, ${by.requestId}, ${one.tolerance}, ${by.accountId},
      ${by.accountId}) returning id`,
  ))!
  await notifyField(tx, tenant, target.id)
  await tellBrowsers(tx, tenant, target.id, [...open.map((earlier) => earlier.id), id])
  return (await commandById(tx, id))!
}

/**
 * Has a device keep these values. What it holds already, or is being told, is left alone. Errors:
 * 422 by setting.
 */
export async function set(
  tx: Tx,
  tenant: number,
  target: Target,
  values: Readonly<Record<string, number>>,
  by: Orderer,
): Promise<CommandRow[]> {
  const type = deviceTypeNamed(target.deviceType)
  const { settings = {} } = type
  if (target.enabledFlag === 0) throw unprocessable('command.device_disabled')
  await lockDevice(tx, tenant, target.id)
  const held = await settingsHeld(tx, target.id, target.deviceType)
  const faults = faultsOf(settings, held, values)
  for (const name of Object.keys(values))
    if (Object.hasOwn(settings, name) && !understands(type, target.dialect, name))
      faults[name] = { code: 'command.unspoken' }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const made: CommandRow[] = []
  for (const one of held) {
    const wanted = values[one.channel]
    if (
      wanted === undefined ||
      (isOnItsWay(one.command) ? one.command!.wanted === wanted : one.reported === wanted)
    )
      continue
    made.push(
      await write(
        tx,
        tenant,
        target,
        {
          channel: one.channel,
          effect: 'set',
          wanted,
          tolerance: driverOf(target.deviceType).tolerance(one.channel, wanted),
          ttl: settingTtl,
        },
        by,
      ),
    )
  }
  return made
}

/**
 * The next number of what a device counts as it is told: more than it was ever told, or says it
 * holds.
 */
export async function nextNumber(tx: Tx, device: number, channel: string): Promise<number> {
  const { wanted } = (await row<{ wanted: number }>(
    tx,
    sql`select greatest(
    coalesce((select max(wanted) from device_command where device_id = ${device} and channel = ${channel}), 0),
    coalesce((select value from device_latest where device_id = ${device} and metric = ${channel}), 0)) + 1 as wanted`,
  ))!
  return wanted
}

/** Asks a device to report now; whatever it says after that is the answer. */
export async function askForReport(
  tx: Tx,
  tenant: number,
  target: Target,
  by: Orderer,
): Promise<CommandRow> {
  if (target.enabledFlag === 0) throw unprocessable('command.device_disabled')
  if (!understands(deviceTypeNamed(target.deviceType), target.dialect, reportChannel))
    throw unprocessable('command.unspoken')
  await lockDevice(tx, tenant, target.id)
  return write(
    tx,
    tenant,
    target,
    { channel: reportChannel, effect: 'report', wanted: 1, tolerance: 0, ttl: reportTtl },
    by,
  )
}

/** A device that has confirmed how often it reports is expected so often. */
export async function keepPeriod(
  tx: Tx,
  device: number,
  channel: string,
  minutes: number,
): Promise<void> {
  const types = deviceTypeNames.filter(
    (name) => deviceTypeNamed(name).settings?.[channel]?.setsPeriod,
  )
  if (types.length > 0)
    await sql`update device set report_minutes = ${Math.max(leastReportMinutes, Math.round(minutes))}
      where id = ${device} and device_type = any(${types}::text[])`.execute(tx)
}
