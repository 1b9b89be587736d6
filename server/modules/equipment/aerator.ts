import { sql } from 'kysely'
import {
  addPump,
  aeratorCommands,
  aeratorFaults,
  aeratorOutages,
  controlPump,
  deletePump,
  editPump,
  mostPumps,
  pumpList,
  type Pump,
} from '#contract/equipment/aerator-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, unprocessable, HttpError } from '#server/db/http-error.ts'
import { order } from '#server/modules/command/engine/order.ts'
import { commandsOf } from '#server/modules/command/engine/store.ts'
import { ensureSwitches, switchesAt } from '#server/modules/command/engine/switches.ts'
import { faultsOf } from '#server/modules/telemetry/engine/faults.ts'
import { outagesOf } from '#server/modules/telemetry/engine/outages.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { commandActor } from '#server/modules/command/command-actor.ts'
import { seenOfType } from './device-access.ts'

const type = 'aerator_ii'
const mostCommands = 50

const latest = (reading: string) =>
  sql`(select l.value from device_latest l where l.tenant_id = p.tenant_id
    and l.device_id = p.device_id and l.metric = ${`${reading}.`} || p.node)`
const pumps = (tx: Tx, where: Sql) =>
  rows<Pump>(
    tx,
    sql`select p.id, p.object_version_number, p.device_id as regulator_id, p.name, 'pump' as icon,
      p.node, ${latest('pump')} as status_flag, ${latest('pumpOnline')} as online_flag,
  ${latest('pumpFault')} as fault_flag, ${latest('pumpCurrent')} as current from aerator_pump p
    where ${where} order by p.node`,
  )

const aerator = (tx: Tx, id: number, codes: ReadonlySet<string>) => seenOfType(tx, id, codes, type)
/**
 * A port has one pump. Its circuit carries the pump's name, so that the control log names it too.
 */
async function nameCircuit(
  tx: Tx,
  regulator: number,
  node: number,
  name: string | null,
): Promise<void> {
  await ensureSwitches(tx, regulator, type)
  await sql`update device_switch set name = ${name},
    object_version_number = object_version_number + 1 where device_id = ${regulator}
    and channel = ${`pump.${node}`}`.execute(tx)
}
const isTaken = async (tx: Tx, regulator: number, node: number, but = 0) =>
  (
    await rows(
      tx,
      sql`select 1 from aerator_pump where device_id = ${regulator} and node = ${node} and id <> ${but}`,
    )
  ).length > 0

/** Aerators: their pumps, and what was told to and heard of them. */
export function aerators(app: Services): void {
  serve(app, pumpList, ({ regulatorId }, { read, codes }) =>
    read(async (tx) => {
      await aerator(tx, regulatorId, codes)
      return pumps(tx, sql`p.device_id = ${regulatorId}`)
    }),
  )
  serve(app, addPump, ({ regulatorId, name, node }, { write, codes, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const { name: title } = await aerator(tx, regulatorId, codes)
      // One after another: two at once would both find the last place free.
      await sql`select 1 from device where id = ${regulatorId} for update`.execute(tx)
      const held = await pumps(tx, sql`p.device_id = ${regulatorId}`)
      if (held.length >= mostPumps) throw unprocessable('pump.most', { most: mostPumps })
      if (held.some((one) => one.node === node))
        throw invalidFields({ node: { code: 'field.taken' } })
      const { id } = (await row<{ id: number }>(
        tx,
        sql`insert into aerator_pump (device_id, name, node, created_by, last_updated_by)
          values (${regulatorId}, ${name}, ${node}, ${actor.accountId}, ${actor.accountId}) returning id`,
      ))!
      await nameCircuit(tx, regulatorId, node, name)
      await audit({
        entity: device.name,
        recordId: regulatorId,
        title: String(title),
        action: 'edit',
        after: { pump: name, node },
      })
      await announce({ resource: device.name, ids: [regulatorId], kind: 'updated' })
      return (await pumps(tx, sql`p.id = ${id}`))[0]!
    }),
  )
  serve(app, editPump, ({ id, objectVersionNumber, name, node }, { write, codes, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const [before] = await pumps(tx, sql`p.id = ${id}`)
      if (!before) throw notFound()
      const { name: title } = await aerator(tx, before.regulatorId, codes)
      if (await isTaken(tx, before.regulatorId, node, id))
        throw invalidFields({ node: { code: 'field.taken' } })
      const saved = await rows(
        tx,
        sql`update aerator_pump set name = ${name}, node = ${node},
          object_version_number = object_version_number + 1, last_update_date = now(),
          last_updated_by = ${actor.accountId}
      where id = ${id} and object_version_number = ${objectVersionNumber} returning id`,
      )
      if (saved.length === 0)
        throw new HttpError(409, 'error.optimistic_lock', { extra: { current: before } })
      if (node !== before.node) await nameCircuit(tx, before.regulatorId, before.node, null)
      await nameCircuit(tx, before.regulatorId, node, name)
      await audit({
        entity: device.name,
        recordId: before.regulatorId,
        title: String(title),
        action: 'edit',
        before: { pump: before.name, node: before.node },
        after: { pump: name, node },
      })
      await announce({ resource: device.name, ids: [before.regulatorId], kind: 'updated' })
      return (await pumps(tx, sql`p.id = ${id}`))[0]!
    }),
  )
  serve(app, deletePump, ({ id }, { write, codes }) =>
    write(async ({ tx, audit, announce }) => {
      const [before] = await pumps(tx, sql`p.id = ${id}`)
      if (!before) throw notFound()
      const { name: title } = await aerator(tx, before.regulatorId, codes)
      await sql`delete from aerator_pump where id = ${id}`.execute(tx)
      await nameCircuit(tx, before.regulatorId, before.node, null)
      await audit({
        entity: device.name,
        recordId: before.regulatorId,
        title: String(title),
        action: 'edit',
        before: { pump: before.name, node: before.node },
      })
      await announce({ resource: device.name, ids: [before.regulatorId], kind: 'updated' })
      return 1 as const
    }),
  )
  serve(app, controlPump, ({ pumpId, statusFlag, confirmation }, context) =>
    context.write(async ({ tx }) => {
      const [pump] = await pumps(tx, sql`p.id = ${pumpId}`)
      if (!pump) throw notFound()
      await aerator(tx, pump.regulatorId, context.codes)
      await ensureSwitches(tx, pump.regulatorId, type)
      const [target] = await switchesAt(tx, [pump.regulatorId], `pump.${pump.node}`)
      return order(
        tx,
        context.tenant,
        target!,
        { value: statusFlag, confirmation },
        commandActor('api', context),
      )
    }),
  )
  serve(app, aeratorFaults, ({ id }, { read, codes }) =>
    read(async (tx) => (await aerator(tx, id, codes), faultsOf(tx, id, type))),
  )
  serve(app, aeratorCommands, ({ id }, { read, codes }) =>
    read(async (tx) => (await aerator(tx, id, codes), commandsOf(tx, id, mostCommands))),
  )
  serve(app, aeratorOutages, ({ id }, { read, codes }) =>
    read(async (tx) => (await aerator(tx, id, codes), outagesOf(tx, id))),
  )
}
