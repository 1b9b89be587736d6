import { sql } from 'kysely'
import { cancelCommand, commandsNamed, deviceCommands } from '#contract/command/command.ts'
import {
  controlDevices,
  controlSwitch,
  mostControlled,
  mqttControlSwitch,
} from '#contract/command/switch.ts'
import { rows } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError } from '#server/db/http-error.ts'
import { cancel, order } from '#server/modules/command/engine/order.ts'
import { commandById, commandsByIds, commandsOf } from '#server/modules/command/engine/store.ts'
import { ensureSwitches, switchById, switchesAt } from '#server/modules/command/engine/switches.ts'
import { serve } from '#server/http/serve.ts'
import { sentence } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'
import { commandActor } from './command-actor.ts'
import { listeningOf } from './switches.ts'
import { maySee, seenDevice } from '#server/modules/equipment/device-access.ts'

const mostCommands = 50

/** Orders to devices, each a row with an end, and the log of them. */
export function control(app: Services): void {
  serve(app, controlSwitch, ({ id, ...given }, context) =>
    context.write(async ({ tx }) => {
      const target = await switchById(tx, id)
      if (!target || !maySee(context.codes, target.deviceType)) throw notFound()
      return order(tx, context.tenant, target, given, commandActor('web', context))
    }),
  )
  serve(app, mqttControlSwitch, ({ switchId, sw, eui, circuit, confirmation }, context) =>
    context.write(async ({ tx }) => {
      const target = await switchById(tx, switchId)
      if (!target || !maySee(context.codes, target.deviceType)) throw notFound()
      if (target.eui.toLowerCase() !== eui.toLowerCase())
        throw invalidFields({ eui: { code: 'switch.other_device' } })
      if (target.circuit !== circuit)
        throw invalidFields({ circuit: { code: 'switch.other_circuit' } })
      return order(
        tx,
        context.tenant,
        target,
        { value: sw, confirmation },
        commandActor('api', context),
      )
    }),
  )
  serve(app, controlDevices, ({ deviceIds, channel, value }, context) =>
    context.write(async ({ tx }) => {
      const ids = [...new Set(deviceIds)].sort((a, b) => a - b)
      const found = await rows<{ id: number; deviceType: string }>(
        tx,
        sql`select id, device_type from device where id = any(${ids}::bigint[]) order by id`,
      )
      const known = found.filter(({ deviceType }) => maySee(context.codes, deviceType))
      for (const { id, deviceType } of known) await ensureSwitches(tx, id, deviceType)
      const targets = new Map(
        (
          await switchesAt(
            tx,
            known.map(({ id }) => id),
            channel,
          )
        ).map((one) => [one.deviceId, one]),
      )
      const results = []
      for (const deviceId of ids) {
        const target = targets.get(deviceId)
        const code = known.some(({ id }) => id === deviceId)
          ? 'command.no_actuator'
          : 'error.not_found'
        try {
          if (!target) throw new HttpError(422, code)
          results.push({
            deviceId,
            command: await order(
              tx,
              context.tenant,
              target,
              { value },
              commandActor('group', context),
            ),
            refusal: null,
          })
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          const fault = Object.values(error.fields ?? {})[0] ?? error
          results.push({
            deviceId,
            command: null,
            refusal: sentence(fault.code, context.language, fault.params),
          })
        }
      }
      return results
    }),
  )
  serve(app, deviceCommands, ({ id }, { read, codes }) =>
    read(async (tx) => {
      await seenDevice(tx, id, codes)
      return commandsOf(tx, id, mostCommands)
    }),
  )
  serve(app, commandsNamed, ({ ids }, { read, codes }) =>
    read(async (tx) => {
      const found = (
        await commandsByIds(
          tx,
          ids.split(',').map(Number).filter(Number.isSafeInteger).slice(0, mostControlled),
        )
      ).filter(({ deviceType }) => maySee(codes, deviceType))
      const listening = await listeningOf(
        tx,
        found.flatMap(({ deviceId }) => deviceId ?? []),
      )
      return found.map((one) => ({
        ...one,
        listensAt: (one.deviceId !== null && listening.get(one.deviceId)) || null,
      }))
    }),
  )
  serve(app, cancelCommand, ({ id }, { write, tenant, codes }) =>
    write(async ({ tx }) => {
      const command = await commandById(tx, id)
      if (!command || !maySee(codes, command.deviceType)) throw notFound()
      return cancel(tx, tenant, command)
    }),
  )
}
