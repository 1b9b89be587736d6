import { sql } from 'kysely'
import type { CommandRow } from '#contract/command/command.ts'
import { arrival } from '#server/db/arrival.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { announce } from '#server/live/events.ts'
import type { Change } from './machine.ts'

/** Tells every process that something is to be done about a device's commands: `tenant/device`. */
export const commandChannel = 'furrow_command'
export const notifyField = (tx: Tx, tenant: number, device: number) =>
  sql`select pg_notify(${commandChannel}, ${`${tenant}/${device}`})`.execute(tx)

/** One after another for a device, on whichever process: what one decides, the next one sees. */
export const lockDevice = (tx: Tx, tenant: number, device: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`furrow command ${tenant}/${device}`}, 0))`.execute(
    tx,
  )

const columns = sql`c.id, c.device_id, c.device_name, c.device_type, c.switch_id, c.switch_name,
  c.circuit, c.channel, c.actuator, c.effect, c.wanted, c.reported, c.state, c.origin, c.person_name, c.address,
  c.created_at, c.sent_at, c.delivered_at, c.ended_at, c.late_at, c.expires_at, c.latency_ms,
  c.reason, c.request_id, c.tolerance`
export const commandById = (tx: Tx, id: number) =>
  row<CommandRow>(tx, sql`select ${columns} from device_command c where c.id = ${id}`)
export const commandsOf = (tx: Tx, device: number, most: number) =>
  rows<CommandRow>(
    tx,
    sql`select ${columns} from device_command c where c.device_id = ${device} order by c.id desc limit ${most}`,
  )
export const commandsByIds = (tx: Tx, ids: readonly number[]) =>
  rows<CommandRow>(
    tx,
    sql`select ${columns} from device_command c where c.id = any(${ids}::bigint[]) order by c.id`,
  )
/** What one call, or one alarm, told devices to do. */
export const commandsOfRequest = (tx: Tx, request: string) =>
  rows<CommandRow>(
    tx,
    sql`select ${columns} from device_command c where c.origin = 'alarm'
      and c.request_id = ${request} order by c.id limit 500`,
  )
/** The newest command to each of these switches. */
export const newestOf = (tx: Tx, switches: readonly number[]) =>
  rows<CommandRow>(
    tx,
    sql`select ${columns} from device_switch s
  cross join lateral (select * from device_command o where o.tenant_id = s.tenant_id
  and o.device_id = s.device_id and o.channel = s.channel order by o.id desc limit 1) c
  where s.id = any(${switches}::bigint[])`,
  )

const isEnd = ({ state }: Change) => !['waiting', 'created', 'sent', 'delivered'].includes(state)

/**
 * What a device says this long after an order left it may have said before it had it, where nothing
 * tells when it had it.
 */
const onItsWayMs = 10_000

/**
 * When an order leaves now, and from when on what comes may be an answer to it; by the clock that
 * messages are stamped with.
 */
const leaves = (isAcknowledged: boolean, now = arrival()) =>
  sql`left_at = to_timestamp(${now / 1000}::float8),
    answers_from = to_timestamp(${isAcknowledged ? null : (now + onItsWayMs) / 1000}::float8),`
const acknowledges = (at: number) =>
  sql`answers_from = least(answers_from, to_timestamp(${at / 1000}::float8)),`
/**
 * It went to a LoRaWAN network server, which has not said what became of it: whatever it is called
 * here, the node may still carry it out.
 */
const isAtNetwork = sql`state = 'sent' and exists (select 1 from device d
  where d.id = device_id and d.codec_id is not null)`
/** What its device went on to report in spite of it: a valve that is stuck does speak. */
const otherwise = sql`(select l.value from device_latest l
  join telemetry n on n.tenant_id = l.tenant_id and n.device_id = l.device_id
    and n.metric = l.metric and n.at = l.at
  where l.tenant_id = device_command.tenant_id and l.device_id = device_command.device_id
    and l.metric = device_command.channel and n.received_at >= device_command.answers_from
    and abs(l.value - device_command.wanted) > device_command.tolerance)`
/** Writes a change down, with its moment by the database's clock. */
export async function apply(tx: Tx, id: number, change: Change): Promise<void> {
  const { state, reported, reason, notBefore, isAcknowledged = true, heardAt } = change
  await sql`update device_command set state = ${state},
    object_version_number = object_version_number + 1, last_update_date = now(),
    ${
      state === 'sent'
        ? sql`sent_at = clock_timestamp(),
      ${leaves(isAcknowledged)}`
        : sql``
    } ${state === 'delivered' ? sql`delivered_at = clock_timestamp(), ${acknowledges(heardAt ?? arrival())}` : sql``}
    ${notBefore === undefined ? sql`` : sql`not_before = to_timestamp(${notBefore / 1000}),`}
    ${
      isEnd(change)
        ? sql`ended_at = clock_timestamp(),
      latency_ms = ${
        state === 'confirmed' || state === 'rejected'
          ? sql`(extract(epoch
      from clock_timestamp() - created_at) * 1000)::bigint`
          : sql`null`
      },`
        : sql``
    }
    reported = coalesce(${state === 'timedOut' ? otherwise : sql`${reported ?? null}`}, reported),
    reason = ${
      state === 'superseded' || state === 'cancelled'
        ? sql`case when ${isAtNetwork} then 'atNetwork' else coalesce(${reason ?? null}, reason) end`
        : sql`coalesce(${reason ?? null}, reason)`
    }
    where id = ${id}`.execute(tx)
}
/** Browsers that look at the device, and at the log, look again. */
export async function tellBrowsers(
  tx: Tx,
  tenant: number,
  device: number,
  commands: number[],
): Promise<void> {
  if (commands.length === 0) return
  await announce(tx, { tenant, resource: 'deviceCommand', ids: commands, kind: 'updated' })
  await announce(tx, { tenant, resource: 'device', ids: [device], kind: 'updated' })
}
