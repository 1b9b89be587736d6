import { sql } from 'kysely'
import { placeOf } from '#contract/devices/switch-places.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { CommandRow } from '#contract/command/command.ts'
import type { Strategy, StrategyTrigger } from '#contract/command/strategy-calls.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { unprocessable } from '#server/db/http-error.ts'
import type { Orderer } from './order.ts'
import { isOnItsWay, nextNumber, settingTtl, write, type Target } from './settings.ts'
import { commandById, lockDevice } from './store.ts'

/** A call is of now; later nobody wants it any more. */
const callTtl = '60 seconds'
const calledChannel = 'strategyCalled'
const channelOf = (slot: number) => `strategy.${slot}`

type Held = Omit<Strategy, 'command' | 'called' | 'standing'> & {
  reported: number | null
  commandId: number | null
  calledId: number | null
}
const newest = (channel: Sql, more = sql``) =>
  sql`(select max(c.id) from device_command c where c.device_id = s.device_id and c.channel = ${channel} ${more})`

/** What was not taken away, or is not gone from its gateway yet. */
export const presentStrategy = sql`not (s.removed_flag = 1 and coalesce(l.value, -1) = 0
  and l.at >= s.last_update_date)`
/** Strategies as they were saved, beside what their gateway says it holds. */
export async function strategiesOf(tx: Tx, where: Sql): Promise<Strategy[]> {
  const found = await rows<Held>(
    tx,
    sql`select s.id, s.object_version_number, s.device_id, s.slot, s.name, s.enabled_flag,
      s.trigger, s.target, s.revision, s.removed_flag, furrow_strategy_state(s.trigger) as state,
      l.value as reported, l.at as reported_at,
      ${newest(sql`'strategy.' || s.slot`)} as command_id,
        ${newest(
          sql`${calledChannel}`,
          sql`and c.content->>'slot' = s.slot::text
        and c.creation_date >= s.creation_date`,
        )} as called_id
    from gateway_strategy s left join device_latest l on l.tenant_id = s.tenant_id
    and l.device_id = s.device_id and l.metric = 'strategy.' || s.slot
    where ${where} order by s.slot`,
  )
  return Promise.all(
    found.map(async ({ reported, commandId, calledId, ...one }) => {
      const command = commandId === null ? null : await commandById(tx, commandId)
      const isHeld = reported === (one.removedFlag === 1 ? 0 : one.revision)
      return {
        ...one,
        standing: isHeld
          ? ('held' as const)
          : isOnItsWay(command)
            ? ('waiting' as const)
            : ('missing' as const),
        command,
        called: calledId === null ? null : await commandById(tx, calledId),
      }
    }),
  )
}

/** Strategies that a clock of the tenant sets off within a day, each at its next moment. */
export const timedStrategies = (tx: Tx, base: number | undefined) =>
  rows<{
    id: number
    name: string
    deviceId: number
    deviceName: string
    deviceType: string
    at: string
  }>(
    tx,
    sql`select s.id, s.name, d.id as device_id, d.name as device_name, d.device_type, min(k.at) as at
      from gateway_strategy s join device d on d.tenant_id = s.tenant_id and d.id = s.device_id
        join tenant n on n.id = s.tenant_id
        cross join lateral (select (now() at time zone n.time_zone)::date + days.ahead as day
          from generate_series(0, 1) days (ahead)) l
        cross join lateral (select (l.day + (s.trigger->>'from')::time) at time zone n.time_zone as at) k
      where s.enabled_flag = 1 and s.removed_flag = 0 and s.trigger->>'kind' = 'time'
        and s.trigger->'days' @> to_jsonb(extract(isodow from l.day)::int)
        and k.at between now() and now() + interval '1 day'
        and d.enabled_flag = 1 ${base ? sql`and d.area_id = ${base}` : sql``}
      group by s.id, s.name, d.id, d.name, d.device_type order by min(k.at), s.id`,
  )

/** A place that is free: never used, or gone from the gateway. Null where all are taken. */
export async function freeSlot(tx: Tx, device: number, most: number): Promise<number | null> {
  const taken = new Set(
    (await strategiesOf(tx, sql`s.device_id = ${device} and ${presentStrategy}`)).map(
      ({ slot }) => slot,
    ),
  )
  return Array.from({ length: most }, (_, i) => i + 1).find((slot) => !taken.has(slot)) ?? null
}

/**
 * What goes out of a trigger: a gathered channel under the number of the device that measures it.
 */
async function spoken(tx: Tx, trigger: StrategyTrigger): Promise<Record<string, unknown>> {
  if (trigger.kind === 'time') return trigger
  const { deviceId, ...rest } = trigger
  return {
    ...rest,
    eui:
      deviceId === null
        ? null
        : ((await row<{ eui: string }>(tx, sql`select eui from device where id = ${deviceId}`))
            ?.eui ?? null),
  }
}
/** Has the gateway keep a strategy as it was saved, or let it go. */
export async function sendStrategy(
  tx: Tx,
  tenant: number,
  target: Target,
  one: Strategy,
  by: Orderer,
): Promise<CommandRow> {
  const place = placeOf(deviceTypeNamed(target.deviceType), one.target)!
  const { timeZone } = (await row<{ timeZone: string }>(
    tx,
    sql`select time_zone from tenant where id = ${tenant}`,
  ))!
  const isRemoved = one.removedFlag === 1
  const content = isRemoved
    ? undefined
    : {
        name: one.name,
        enabled: one.enabledFlag === 1,
        timeZone,
        trigger: await spoken(tx, one.trigger),
        actuator: place.actuator,
        circuit: place.actuatorCircuit,
      }
  return write(
    tx,
    tenant,
    target,
    {
      channel: channelOf(one.slot),
      actuator: 'strategy',
      effect: isRemoved ? 'remove' : 'keep',
      wanted: isRemoved ? 0 : one.revision,
      tolerance: 0,
      ttl: settingTtl,
      name: one.name,
      content,
    },
    by,
  )
}
/** Has the gateway run a strategy now. Errors: 422 for a device that is switched off. */
export async function callNow(
  tx: Tx,
  tenant: number,
  target: Target,
  one: Strategy,
  by: Orderer,
): Promise<CommandRow> {
  if (target.enabledFlag === 0) throw unprocessable('command.device_disabled')
  await lockDevice(tx, tenant, target.id)
  const wanted = await nextNumber(tx, target.id, calledChannel)
  return write(
    tx,
    tenant,
    target,
    {
      channel: calledChannel,
      actuator: 'strategyCall',
      effect: 'call',
      wanted,
      tolerance: 0,
      ttl: callTtl,
      name: one.name,
      content: { slot: one.slot },
    },
    by,
  )
}
