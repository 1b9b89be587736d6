import { sql } from 'kysely'
import type { Actuator, Reading } from '#contract/devices/device-type.ts'
import { understands } from '#contract/devices/protocols.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { effectAt, needsConfirmation, placeOf } from '#contract/devices/switch-places.ts'
import {
  commandRules,
  type CommandOrigin,
  type CommandRow,
  type CommandState,
} from '#contract/command/command.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable, HttpError } from '#server/db/http-error.ts'
import { driverOf } from '#server/devices/index.ts'
import { plan, type Earlier } from './plan.ts'
import { apply, commandById, lockDevice, notifyField, tellBrowsers } from './store.ts'
import type { Switch } from './switches.ts'

/**
 * An order to a node that listens only when it has reported waits for its next report, and its
 * confirmation for the one after.
 */
const sleepersTtl = (everyMinutes: number) => everyMinutes * 150 + 60
/** Who orders, and from where. */
export interface Orderer {
  origin: CommandOrigin
  accountId: number | null
  personName: string | null
  address: string | null
  requestId: string | null
}
export interface Order {
  value: number
  /** The device's name, for what is dangerous. */
  confirmation?: string
}

const choices = { switch: [0, 1], direction: [0, 1, 2], reset: [0] } as const satisfies Partial<
  Record<Actuator['kind'], readonly number[]>
>
function check({ kind, leastBetweenEnds }: Actuator, reading: Reading, value: number): void {
  const { max } = reading
  const min =
    leastBetweenEnds !== undefined && value !== reading.min ? leastBetweenEnds : reading.min
  if (kind !== 'level') {
    if (!(choices[kind] as readonly number[]).includes(value))
      throw invalidFields({ value: { code: 'field.invalid' } })
  } else if (value < min)
    throw invalidFields({ value: { code: 'field.too_small', params: { min } } })
  else if (value > max) throw invalidFields({ value: { code: 'field.too_big', params: { max } } })
}

interface EarlierRow {
  id: number
  state: CommandState
  wanted: number
  sentAt: string | null
  endedAt: string | null
}
const ms = (iso: string | null) => (iso === null ? null : Date.parse(iso))
const earlier = ({ id, state, wanted, sentAt, endedAt }: EarlierRow): Earlier => ({
  id,
  state,
  wanted,
  sentAt: ms(sentAt),
  endedAt: ms(endedAt),
})

/**
 * Writes down that a switch is to be moved; the command goes out after the commit, from the process
 * that its device is
 * connected to. Answers the command. Errors: 409 while the same is on its way, 422 for a value it
 * cannot take, a device or
 * switch that is switched off, and a dangerous one that was not confirmed.
 */
export async function order(
  tx: Tx,
  tenant: number,
  target: Switch,
  { value, confirmation }: Order,
  by: Orderer,
): Promise<CommandRow> {
  const type = deviceTypeNamed(target.deviceType)
  const place = placeOf(type, target.channel)
  if (!place) throw unprocessable('command.no_actuator')
  if (!understands(type, target.dialect, place.actuator)) throw unprocessable('command.unspoken')
  const { about } = place
  const reading = type.readings[about.reading]!
  check(about, reading, value)
  if (target.deviceEnabledFlag === 0) throw unprocessable('command.device_disabled')
  if (target.enabledFlag === 0) throw unprocessable('command.switch_disabled')
  // A program has nobody to ask.
  if (
    needsConfirmation(about, value) &&
    by.accountId !== null &&
    confirmation !== target.deviceName
  )
    throw new HttpError(422, 'command.confirm', {
      fields: { confirmation: { code: 'command.confirm' } },
    })

  await lockDevice(tx, tenant, target.deviceId)
  const mine = sql`device_id = ${target.deviceId} and channel = ${target.channel}`
  const open = (
    await rows<EarlierRow>(
      tx,
      sql`select id, state, wanted, sent_at, ended_at from device_command where ${mine}
        and state in ('waiting', 'created', 'sent', 'delivered') order by id`,
    )
  ).map(earlier)
  const last = await row<EarlierRow>(
    tx,
    sql`select id, state, wanted, sent_at, ended_at from device_command where ${mine}
      and sent_at is not null order by id desc limit 1`,
  )
  const reported = await row<{ value: number; at: string }>(
    tx,
    sql`select value, at from device_latest where device_id = ${target.deviceId} and metric = ${target.channel}`,
  )
  const { now } = (await row<{ now: string }>(tx, sql`select clock_timestamp() as now`))!
  const decided = plan(
    {
      kind: about.kind,
      open,
      last: last && earlier(last),
      reported: reported && { value: reported.value, at: Date.parse(reported.at) },
    },
    value,
    Date.parse(now),
  )
  if ('isAlreadyOnItsWay' in decided) throw new HttpError(409, 'command.pending')

  for (const id of decided.supersedes) await apply(tx, id, { state: 'superseded' })
  const insert = async (
    wanted: number,
    state: CommandState,
    origin: CommandOrigin,
    after: number | null,
    notBefore: number | null,
  ) =>
    (await row<{ id: number }>(
      tx,
      sql`insert into device_command (state, device_name, device_type, device_id, area_id,
        switch_id, switch_name, circuit, channel, actuator, effect, wanted, person_name, origin, address,
        expires_at, request_id, after_id, not_before, tolerance, created_by, last_updated_by)
      values (${state}, ${target.deviceName}, ${target.deviceType}, ${target.deviceId},
      ${target.areaId}, ${target.id}, ${target.name}, ${target.circuit}, ${target.channel},
      ${place.actuator}, ${effectAt(about, reading, target.switchType, wanted)},
        ${wanted}, ${by.personName}, ${origin}, ${by.address},
          clock_timestamp() + ${`${Math.max(about.ttlSeconds, target.listensEvery === null ? 0 : sleepersTtl(target.listensEvery))} seconds`}::interval, ${by.requestId}, ${after}, ${notBefore === null ? null : sql`to_timestamp(${notBefore / 1000})`},
        ${driverOf(target.deviceType).tolerance(target.channel, wanted)}, ${by.accountId},
          ${by.accountId}) returning id`,
    ))!.id
  const isWanted = open.find(({ id }) => id === decided.stop)?.wanted === value
  const stop =
    decided.stop === 'new' ? await insert(0, 'created', 'deadTime', null, null) : decided.stop
  const id = isWanted
    ? (stop as number)
    : await insert(value, stop === null ? 'created' : 'waiting', by.origin, stop, decided.notBefore)
  await notifyField(tx, tenant, target.deviceId)
  await tellBrowsers(tx, tenant, target.deviceId, [
    ...decided.supersedes,
    ...(stop === null ? [] : [stop]),
    id,
  ])
  return (await commandById(tx, id))!
}

/** Takes back what has not gone out yet. Errors: 409 when it has, or has ended. */
export async function cancel(tx: Tx, tenant: number, command: CommandRow): Promise<CommandRow> {
  if (command.deviceId !== null) await lockDevice(tx, tenant, command.deviceId)
  const { state } = (await commandById(tx, command.id))!
  if (!commandRules.cancel.includes(state)) throw new HttpError(409, 'command.left')
  await apply(tx, command.id, { state: 'cancelled' })
  if (command.deviceId !== null) await tellBrowsers(tx, tenant, command.deviceId, [command.id])
  return (await commandById(tx, command.id))!
}
/** Ends everything that is open for a device that is switched off or deleted. */
export async function abandon(tx: Tx, tenant: number, device: number): Promise<void> {
  await lockDevice(tx, tenant, device)
  const open = await rows<{ id: number }>(
    tx,
    sql`select id from device_command where device_id = ${device}
      and state in ('waiting', 'created', 'sent', 'delivered')`,
  )
  for (const { id } of open) await apply(tx, id, { state: 'cancelled', reason: 'deviceOff' })
  await notifyField(tx, tenant, device)
  await tellBrowsers(
    tx,
    tenant,
    device,
    open.map(({ id }) => id),
  )
}
