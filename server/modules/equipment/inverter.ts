import {
  controlInverter,
  exportInverter,
  inverterConnections,
  inverterFaults,
  inverterHistory,
  inverterLog,
  invertersOfBase,
} from '#contract/equipment/inverter-calls.ts'
import type { Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { order } from '#server/modules/command/engine/order.ts'
import { commandsOf } from '#server/modules/command/engine/store.ts'
import { ensureSwitches, switchesAt } from '#server/modules/command/engine/switches.ts'
import { sheetOf, sheetTypes } from '#server/modules/file/engine/sheet.ts'
import { faultsOf } from '#server/modules/telemetry/engine/faults.ts'
import { historyOf } from '#server/modules/telemetry/engine/history.ts'
import { measuredTable } from '#server/modules/telemetry/engine/table.ts'
import { FileAnswer } from '#server/http/file-answer.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { commandActor } from '#server/modules/command/command-actor.ts'
import { devicesOfBase, seenOfType } from './device-access.ts'

const type = 'inverter'
const mostCommands = 50

const inverter = (tx: Tx, id: number, codes: ReadonlySet<string>) => seenOfType(tx, id, codes, type)

/**
 * Inverters under the addresses that clients know; their rows, settings and the call for a report
 * are those of every device.
 */
export function inverters(app: Services): void {
  for (const call of invertersOfBase)
    serve(app, call, ({ id }, { read }) => read((tx) => devicesOfBase(tx, id, type)))
  for (const call of inverterConnections) {
    serve(app, call, ({ id, eui }, { read, codes }) =>
      read(async (tx) => {
        const found = await inverter(tx, id, codes)
        if (eui !== undefined && eui.toLowerCase() !== String(found.eui).toLowerCase())
          throw invalidFields({ eui: { code: 'switch.other_device' } })
        return {
          eui: String(found.eui),
          online: found.online as 0 | 1,
          lastSeenAt: found.lastSeenAt as string | null,
        }
      }),
    )
  }
  serve(app, inverterFaults, ({ id }, { read, codes }) =>
    read(async (tx) => (await inverter(tx, id, codes), faultsOf(tx, id, type))),
  )
  serve(app, inverterLog, ({ id }, { read, codes }) =>
    read(async (tx) => (await inverter(tx, id, codes), commandsOf(tx, id, mostCommands))),
  )
  serve(app, inverterHistory, ({ id, ...asked }, { read, codes }) =>
    read(async (tx) => (await inverter(tx, id, codes), historyOf(tx, id, asked))),
  )
  serve(
    app,
    exportInverter,
    ({ id, from, to, channels, format = 'csv' }, { read, codes, language }) =>
      read(async (tx) => {
        const { name } = await inverter(tx, id, codes)
        const lines = await measuredTable(tx, {
          id,
          deviceType: type,
          from,
          to,
          channels,
          language,
        })
        return new FileAnswer(
          `${String(name)}-${from.slice(0, 10)}.${format}`,
          sheetTypes[format],
          await sheetOf(String(name), lines, format),
        )
      }),
  )
  serve(app, controlInverter, ({ id, en, confirmation }, context) =>
    context.write(async ({ tx }) => {
      await inverter(tx, id, context.codes)
      await ensureSwitches(tx, id, type)
      const [target] = await switchesAt(tx, [id], 'run')
      return order(
        tx,
        context.tenant,
        target!,
        { value: en, confirmation },
        commandActor('api', context),
      )
    }),
  )
}
