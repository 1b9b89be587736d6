import { sql } from 'kysely'
import type { z } from 'zod'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import { device } from '#contract/equipment/device.ts'
import {
  callStrategy,
  operateStrategy,
  removeStrategy,
  strategyList,
  type Strategy,
} from '#contract/command/strategy-calls.ts'
import { row, type Tx } from '#server/db/database.ts'
import {
  invalidFields,
  notFound,
  unprocessable,
  HttpError,
  type FieldFault,
} from '#server/db/http-error.ts'
import type { Row } from '#server/db/crud.ts'
import type { Target } from '#server/modules/command/engine/settings.ts'
import { lockDevice } from '#server/modules/command/engine/store.ts'
import {
  callNow,
  freeSlot,
  presentStrategy,
  sendStrategy,
  strategiesOf,
} from '#server/modules/command/engine/strategies.ts'
import type { SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { controlsAll, editsDevice, seenDevice } from '#server/modules/equipment/device-access.ts'
import { commandActor } from './command-actor.ts'

const targetOf = (found: Row) => found as unknown as Target
type Given = z.output<typeof operateStrategy.input>

/** A gateway that keeps strategies, and how many. Errors: 404 for any other device. */
async function gateway(tx: Tx, id: number, codes: ReadonlySet<string>) {
  const found = await seenDevice(tx, id, codes)
  const most = deviceTypeNamed(String(found.deviceType)).strategies
  if (most === undefined) throw notFound()
  return { found, most }
}
async function known(tx: Tx, id: number): Promise<Strategy> {
  const [found] = await strategiesOf(tx, sql`s.id = ${id}`)
  if (!found) throw notFound()
  return found
}

/**
 * Only what may move unattended is switched, and only by what the gateway knows. Errors: 422 by
 * field.
 */
async function check(tx: Tx, found: Row, { trigger, target }: Given): Promise<void> {
  const faults: Record<string, FieldFault> = {}
  const place = placeOf(deviceTypeNamed(String(found.deviceType)), target)
  if (place?.about.kind !== 'switch' || place.about.danger)
    faults.target = { code: 'field.invalid' }
  if (trigger.kind === 'time') {
    if (trigger.from === trigger.to) faults.to = { code: 'strategy.no_span' }
  } else {
    const source =
      trigger.deviceId === null
        ? String(found.deviceType)
        : (
            await row<{ deviceType: string }>(
              tx,
              sql`select d.device_type from gateway_collection c
                join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
      where c.gateway_id = ${found.id} and c.device_id = ${trigger.deviceId} and c.metric = ${trigger.channel}`,
            )
          )?.deviceType
    const reading =
      source === undefined
        ? undefined
        : channelOf(deviceTypeNamed(source), trigger.channel)?.reading
    if (!reading || reading.isInternal || reading.isCalculated)
      faults.channel = { code: 'strategy.not_gathered' }
    else
      for (const name of ['value', 'back'] as const) {
        if (trigger[name] < reading.min)
          faults[name] = { code: 'field.too_small', params: { min: reading.min } }
        else if (trigger[name] > reading.max)
          faults[name] = { code: 'field.too_big', params: { max: reading.max } }
      }
    if (
      !faults.back &&
      (trigger.comparison === 'below'
        ? trigger.back <= trigger.value
        : trigger.back >= trigger.value)
    )
      faults.back = {
        code: trigger.comparison === 'below' ? 'strategy.back_above' : 'strategy.back_below',
      }
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

async function save(
  tx: Tx,
  given: Given,
  most: number,
  by: number,
): Promise<{ id: number; before: Strategy | null }> {
  const { deviceId, id, objectVersionNumber, name, enabledFlag, trigger, target } = given
  const values = sql`name = ${name}, enabled_flag = ${enabledFlag},
    trigger = ${JSON.stringify(trigger)}::jsonb, target = ${target}, removed_flag = 0,
    object_version_number = gateway_strategy.object_version_number + 1,
    revision = gateway_strategy.revision + 1, last_update_date = now(), last_updated_by = ${by}`
  if (id === undefined) {
    const slot = await freeSlot(tx, deviceId, most)
    if (slot === null) throw unprocessable('strategy.most', { most })
    const made = await row<{ id: number }>(
      tx,
      sql`insert into gateway_strategy (device_id, slot, name, enabled_flag, trigger, target,
        created_by, last_updated_by) values (${deviceId}, ${slot}, ${name}, ${enabledFlag},
        ${JSON.stringify(trigger)}::jsonb, ${target}, ${by}, ${by})
      on conflict (tenant_id, device_id, slot) do update
      set ${values}, creation_date = now(), created_by = ${by} returning id`,
    )
    return { id: made!.id, before: null }
  }
  const before = await known(tx, id)
  if (before.deviceId !== deviceId || before.removedFlag === 1) throw notFound()
  const saved = await row(
    tx,
    sql`update gateway_strategy set ${values} where id = ${id}
      and object_version_number = ${objectVersionNumber ?? 0} returning id`,
  )
  if (!saved) throw new HttpError(409, 'error.optimistic_lock', { extra: { current: before } })
  return { id, before }
}

/** Strategies that gateways keep and run without us. */
export function strategies(app: Services): void {
  serve(app, strategyList, ({ deviceId }, { read, codes }) =>
    read(async (tx) => {
      await gateway(tx, deviceId, codes)
      return strategiesOf(tx, sql`s.device_id = ${deviceId} and ${presentStrategy}`)
    }),
  )
  serve(app, operateStrategy, (given, context) =>
    context.write(async ({ tx, audit, announce }) => {
      const { found, most } = await gateway(tx, given.deviceId, context.codes)
      editsDevice(context.codes, String(found.deviceType))
      // The gateway will switch by itself what one may switch oneself.
      controlsAll(context.codes, [String(found.deviceType)])
      if (found.enabledFlag === 0) throw unprocessable('command.device_disabled')
      await lockDevice(tx, context.tenant, given.deviceId)
      await check(tx, found, given)
      const { id, before } = await save(tx, given, most, context.actor.accountId)
      const after = await known(tx, id)
      await sendStrategy(tx, context.tenant, targetOf(found), after, commandActor('web', context))
      const told = ({ name, enabledFlag, trigger, target }: Given | Strategy) => ({
        strategy: { name, enabledFlag, trigger, target },
      })
      await audit({
        entity: device.name,
        recordId: given.deviceId,
        title: String(found.name),
        action: 'edit',
        ...(before && { before: told(before) }),
        after: told(after),
      })
      await announce({ resource: device.name, ids: [given.deviceId], kind: 'updated' })
      return known(tx, id)
    }),
  )
  serve(app, callStrategy, ({ id }, context) =>
    context.write(async ({ tx }) => {
      const one = await known(tx, id)
      const { found } = await gateway(tx, one.deviceId, context.codes)
      if (one.removedFlag === 1) throw notFound()
      if (one.standing !== 'held') throw unprocessable('strategy.not_held')
      return callNow(tx, context.tenant, targetOf(found), one, commandActor('web', context))
    }),
  )
  serve(app, removeStrategy, ({ id }, context: SignedIn) =>
    context.write(async ({ tx, audit, announce }) => {
      const one = await known(tx, id)
      const { found } = await gateway(tx, one.deviceId, context.codes)
      editsDevice(context.codes, String(found.deviceType))
      if (found.enabledFlag === 0) throw unprocessable('command.device_disabled')
      await lockDevice(tx, context.tenant, one.deviceId)
      await sql`update gateway_strategy set removed_flag = 1,
        object_version_number = object_version_number + 1, last_update_date = now(),
        last_updated_by = ${context.actor.accountId} where id = ${id}`.execute(tx)
      const after = await known(tx, id)
      await sendStrategy(tx, context.tenant, targetOf(found), after, commandActor('web', context))
      await audit({
        entity: device.name,
        recordId: one.deviceId,
        title: String(found.name),
        action: 'edit',
        before: { strategy: one.name },
      })
      await announce({ resource: device.name, ids: [one.deviceId], kind: 'updated' })
      return known(tx, id)
    }),
  )
}
