import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import {
  configureDevice,
  deviceFaults,
  deviceSettings,
  refreshAliases,
  refreshDevice,
  saveDeviceSettings,
  type HeldSetting,
} from '#contract/command/setting-calls.ts'
import type { Row } from '#server/db/crud.ts'
import { unprocessable } from '#server/db/http-error.ts'
import {
  askForReport,
  set,
  settingsHeld,
  type Target,
} from '#server/modules/command/engine/settings.ts'
import { faultsOf } from '#server/modules/telemetry/engine/faults.ts'
import type { SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { commandActor } from './command-actor.ts'
import { editsDevice, seenDevice } from '#server/modules/equipment/device-access.ts'

const targetOf = (row: Row) => row as unknown as Target

/** Sets a device for whoever may edit it, and answers what it holds now. */
export async function configure(
  id: number,
  values: Readonly<Record<string, number>>,
  context: SignedIn,
): Promise<HeldSetting[]> {
  const { write, codes, tenant } = context
  return write(async ({ tx, audit, announce }) => {
    const row = await seenDevice(tx, id, codes)
    editsDevice(codes, String(row.deviceType))
    // A call that could set nothing says so: what is set of a LoRaWAN gateway is set at its network
    // server.
    if (
      Object.keys((deviceTypeNamed(String(row.deviceType)) as DeviceType).settings ?? {}).length ===
      0
    )
      throw unprocessable('setting.none')
    const made = await set(tx, tenant, targetOf(row), values, commandActor('web', context))
    if (made.length > 0)
      await audit({
        entity: device.name,
        recordId: id,
        title: String(row.name),
        action: 'edit',
        after: {
          settings: Object.fromEntries(made.map(({ channel, wanted }) => [channel, wanted])),
        },
      })
    await announce({ resource: device.name, ids: [id], kind: 'updated' })
    return settingsHeld(tx, id, String(row.deviceType))
  })
}
const refresh = (id: number, context: SignedIn) =>
  context.write(async ({ tx }) =>
    askForReport(
      tx,
      context.tenant,
      targetOf(await seenDevice(tx, id, context.codes)),
      commandActor('web', context),
    ),
  )

/** What devices keep, the call for a report, and the faults that they have reported. */
export function settings(app: Services): void {
  serve(app, deviceSettings, ({ id }, { read, codes }) =>
    read(async (tx) => settingsHeld(tx, id, String((await seenDevice(tx, id, codes)).deviceType))),
  )
  for (const call of [saveDeviceSettings, ...configureDevice])
    serve(app, call, ({ id, values }, context) => configure(id, values, context))
  for (const call of [refreshDevice, ...refreshAliases])
    serve(app, call, ({ id }, context) => refresh(id, context))
  serve(app, deviceFaults, ({ id }, { read, codes }) =>
    read(async (tx) => faultsOf(tx, id, String((await seenDevice(tx, id, codes)).deviceType))),
  )
}
