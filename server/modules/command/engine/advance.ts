import { sql } from 'kysely'
import type { CommandState } from '#contract/command/command.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { whole, type Parts } from '#server/db/parts.ts'
import { standardOrder } from '#server/devices/driver.ts'
import { protocolOf } from '#server/devices/index.ts'
import { answerOf } from './answers.ts'
import { next, type Open } from './machine.ts'
import { claimRecall } from './recall.ts'
import { keepPeriod, reportChannel } from './settings.ts'
import { apply, lockDevice, tellBrowsers } from './store.ts'

/**
 * So long after its end a report is still the answer to it, and not somebody's hand at the valve.
 */
const watchedLate = '1 hour'

/**
 * Of an order whose time is over and that nobody acknowledged: what came so soon may have been
 * under way before it.
 */
const onItsWay = '10 seconds'

/** A command that has just been written down as sent and is to be published once. */
interface Leaving {
  id: number
  payload: string
}
interface OpenRow {
  id: number
  state: CommandState
  wanted: number
  channel: string
  actuator: string
  content: Record<string, unknown> | null
  expiresAt: string
  notBefore: string | null
  endedAt: string | null
  afterId: number | null
  matched: number | null
  stopState: CommandState | null
  stopEndedAt: string | null
}
const ms = (iso: string | null) => (iso === null ? null : Date.parse(iso))
const circuitOf = (channel: string) => {
  const text = channel.split('.')[1]
  return text === undefined ? null : Number(text)
}

/**
 * Notes what a device reported as wanted after its command's time was over, unless it was told
 * otherwise since: the command
 * stays unconfirmed, and nobody has to guess what became of it. Answers the commands concerned.
 */
async function noteLate(tx: Tx, device: number): Promise<number[]> {
  const late = await rows<{ id: number }>(
    tx,
    sql`update device_command c set late_at = found.at, reported = found.value,
      object_version_number = object_version_number + 1, last_update_date = now()
    from (select o.id, t.at, t.value
    from device_command o ${answerOf(sql.ref('o'), sql`coalesce(o.answers_from, o.left_at + ${onItsWay}::interval)`)}
      where t.at is not null and o.device_id = ${device} and o.state in ('timedOut', 'expired')
      and o.sent_at is not null and o.late_at is null and o.ended_at > clock_timestamp() - ${watchedLate}::interval
        and not exists (select 1 from device_command n where n.device_id = o.device_id
        and n.channel = o.channel and n.id > o.id)) found
    where c.id = found.id returning c.id`,
  )
  return late.map(({ id }) => id)
}

/** What one look at a command brought about. */
interface Stepped {
  state: CommandState
  leaving: Leaving | null
  again: number | null
}
/** Moves one command on as far as it goes now. `stop`: what became of the one that comes first. */
async function step(
  tx: Tx,
  device: number,
  one: OpenRow,
  words: ReturnType<typeof protocolOf> | null,
  stop: Open['stop'],
  now: number,
  way: { isAcknowledged: boolean } | null,
  isAtNetwork: boolean,
): Promise<Stepped> {
  let command: Open = {
    state: one.state,
    expiresAt: Date.parse(one.expiresAt),
    notBefore: ms(one.notBefore),
    match: one.matched === null ? null : { value: one.matched },
    isAtNetwork,
    stop,
  }
  for (
    let change = next(command, now, way !== null);
    change;
    change = next(command, now, way !== null)
  ) {
    const order =
      change.state === 'sent'
        ? {
            actuator: one.actuator,
            circuit: circuitOf(one.channel),
            value: one.wanted,
            content: one.content,
          }
        : null
    const said = order && (words ? words.encode(order) : standardOrder(order))
    // Nobody can tell it so in its own words.
    if (order && !said) change = { state: 'rejected', reason: 'unspoken' }
    await apply(tx, one.id, { ...change, isAcknowledged: way?.isAcknowledged ?? true })
    if (change.state === 'confirmed') await keepPeriod(tx, device, one.channel, one.wanted)
    command = { ...command, state: change.state, notBefore: change.notBefore ?? command.notBefore }
    if (change.state === 'sent')
      return {
        state: 'sent',
        leaving: {
          id: one.id,
          payload: JSON.stringify({ id: one.id, ...said, expiresAt: one.expiresAt }),
        },
        again: null,
      }
  }
  return {
    state: command.state,
    leaving: null,
    again:
      command.state === 'created' && command.notBefore !== null && command.notBefore > now
        ? command.notBefore - now
        : null,
  }
}

/** While another process empties the device's queue at its network. */
const lookAgainMs = 1000
interface Advanced {
  leaving: Leaving[]
  again: number | null
  /** What has ended still lies at the network, and is ours to call back first. */
  mustRecall: boolean
}
/**
 * Moves a device's open commands on, in the caller's transaction. What is answered as leaving goes
 * out after the commit: a
 * crash in between loses the sending and not the row, and nothing is ever sent twice. `again`: when
 * to look again, in ms.
 * A command that cannot be moved on ends there, and the next one goes its way.
 */
export async function advance(
  tx: Tx,
  tenant: number,
  device: number,
  way: { isAcknowledged: boolean } | null,
  parts: Parts = whole,
): Promise<Advanced> {
  await lockDevice(tx, tenant, device)
  const recall = await claimRecall(tx, device)
  if (recall !== null)
    return {
      leaving: [],
      again: recall === 'mine' ? null : lookAgainMs,
      mustRecall: recall === 'mine',
    }
  // A call for a report is answered by any.
  const open = await rows<OpenRow>(
    tx,
    sql`select c.id, c.state, c.wanted, c.channel, c.actuator, c.content, c.expires_at,
      c.not_before, c.ended_at, c.after_id, coalesce(t.value, r.value) as matched,
      s.state as stop_state, s.ended_at as stop_ended_at
    from device_command c left join device_command s on s.tenant_id = c.tenant_id and s.id = c.after_id
      ${answerOf(sql.ref('c'), sql`c.answers_from`)}
      left join lateral (select c.wanted as value from device_latest l
      join telemetry n on n.tenant_id = l.tenant_id and n.device_id = l.device_id
      and n.metric = l.metric and n.at = l.at
        where c.channel = ${reportChannel} and l.tenant_id = c.tenant_id
        and l.device_id = c.device_id and n.received_at >= c.answers_from limit 1) r on true
    where c.device_id = ${device} and c.state in ('waiting', 'created', 'sent', 'delivered') order by c.id`,
  )
  const told = await parts.run(
    `late reports of device ${device}`,
    () => noteLate(tx, device),
    () => [],
  )
  if (open.length === 0) {
    await tellBrowsers(tx, tenant, device, told)
    return { leaving: [], again: null, mustRecall: false }
  }
  const now = Date.parse(
    (await row<{ now: string }>(tx, sql`select clock_timestamp() as now`))!.now,
  )
  const leaving: Leaving[] = []
  const ended = new Map<number, { state: CommandState; endedAt: number }>()
  let again: number | null = null
  const speaker = await row<{ deviceType: string; dialect: string; codecId: number | null }>(
    tx,
    sql`select device_type, dialect, codec_id from device where id = ${device}`,
  )
  for (const one of open) {
    const stop =
      (one.afterId !== null && ended.get(one.afterId)) ||
      (one.stopState && { state: one.stopState, endedAt: ms(one.stopEndedAt) })
    const stepped = await parts.run<Stepped>(
      `command ${one.id}`,
      () =>
        step(
          tx,
          device,
          one,
          speaker && (protocolOf(speaker.deviceType, speaker.dialect) ?? null),
          stop || null,
          now,
          way,
          speaker?.codecId != null,
        ),
      async () => {
        await apply(tx, one.id, { state: 'rejected', reason: 'fault' })
        return { state: 'rejected', leaving: null, again: null }
      },
    )
    if (stepped.state !== one.state) {
      told.push(one.id)
      ended.set(one.id, { state: stepped.state, endedAt: now })
    }
    // What is out of time there is called back.
    if (stepped.state === 'timedOut' && one.state === 'sent') again = 0
    if (stepped.leaving) leaving.push(stepped.leaving)
    if (stepped.again !== null) again = Math.min(again ?? Infinity, stepped.again)
  }
  await tellBrowsers(tx, tenant, device, told)
  return { leaving, again, mustRecall: false }
}
