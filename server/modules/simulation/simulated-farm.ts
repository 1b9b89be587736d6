import { sql } from 'kysely'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import {
  breakDevice,
  faultsOf,
  simulatedFarm,
  type SimulatedDeviceRow,
} from '#contract/simulation/simulated-farm.ts'
import { rows } from '#server/db/database.ts'
import { invalidFields, notFound } from '#server/db/http-error.ts'
import type { FarmAtPlay } from '#server/http/context.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** The farm that this process plays for a tenant. Errors: 404 where it plays none. */
function farmOf(app: Services, tenant: number): FarmAtPlay {
  const { farm } = app.platform.simulated
  if (farm?.tenantId !== tenant) throw notFound()
  return farm
}

/** Breaking and mending what the demo plays. */
export function simulatedFarmCalls(app: Services): void {
  serve(app, simulatedFarm, (_, { read, tenant }) => {
    const farm = farmOf(app, tenant)
    return read(async (tx) => {
      const found = await rows<Omit<SimulatedDeviceRow, 'fault'>>(
        tx,
        sql`select d.id, d.name, d.device_type, l.land_name, d.online from device d
        left join land l on l.tenant_id = d.tenant_id and l.id = d.land_id
        where d.id = any(${farm.ids}::bigint[]) order by d.id`,
      )
      return found.map((row) => ({ ...row, fault: farm.faultOf(row.id) }))
    })
  })
  serve(app, breakDevice, async ({ id, fault }, { write, tenant }) => {
    const farm = farmOf(app, tenant)
    await write(async ({ tx, audit }) => {
      const found = await demand(tx, device, id, 'show')
      if (!farm.ids.includes(id)) throw notFound()
      if (fault && !faultsOf(deviceTypeNamed(String(found.deviceType))).includes(fault))
        throw invalidFields({ fault: { code: 'field.invalid' } })
      await audit({
        entity: device.name,
        recordId: id,
        title: String(found.name),
        action: 'simulate',
        before: { fault: farm.faultOf(id) },
        after: { fault },
      })
    })
    farm.break(id, fault)
  })
}
