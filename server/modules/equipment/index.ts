import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { camera, deleteCameras, transferCameras } from '#contract/equipment/camera.ts'
import { completed } from '#server/db/complete.ts'
import { updateRow } from '#server/db/crud.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { AlarmEngine } from '#server/engines/alarm/engine.ts'
import { alarmInbox } from './alarm.ts'
import { alarmContacts } from './alarm-contact.ts'
import { alarmRules } from './alarm-rule.ts'
import type { CodecRunner } from '#server/engines/lora/codec.ts'
import type { Intake } from '#server/engines/telemetry/intake.ts'
import { control } from './control.ts'
import { devices } from './device.ts'
import { ingest, type TakeLora } from './ingest.ts'
import { lora } from './lora.ts'
import { switches } from './switches.ts'

/** Each once and in one order, so that two calls over the same rows do not wait for each other in a circle. */
const inOrder = <T extends { id: number }>(list: readonly T[]): T[] => [...new Map(list.map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id)

/** What equipment needs of the field: where devices connect, and the roads on which their values come. */
export interface FieldRoads { mqttPort: { value: number | null }; intake: Intake; codecs: CodecRunner; takeLora: TakeLora; alarms: AlarmEngine }

export function equipment(app: FastifyInstance, { mqttPort, intake, codecs, takeLora, alarms }: FieldRoads): void {
  devices(app, mqttPort)
  switches(app)
  control(app)
  lora(app, codecs)
  ingest(app, intake, takeLora)
  alarmRules(app)
  alarmContacts(app, alarms)
  alarmInbox(app, alarms)
  const { remove } = crud(app, camera)
  serve(app, deleteCameras, async (list, context) => context.write(async (write) => {
    const wanted = inOrder(list)
    for (const { id } of wanted) await remove(id, write, context)
    return wanted.length
  }))
  serve(app, transferCameras, async (list, { write, actor }) => write(async ({ tx, audit, announce }) => {
    const wanted = inOrder(list)
    for (const { id, areaId, landId } of wanted) {
      await sql`select 1 from camera where id = ${id} for update`.execute(tx)
      const before = await demand(tx, camera, id, 'transfer')
      const values = await completed(tx, camera, { areaId, landId })
      await updateRow(tx, camera, id, before.objectVersionNumber, values, actor.accountId)
      await audit({ entity: camera.name, recordId: id, title: String(before.name), action: 'transfer', before, after: await demand(tx, camera, id, 'transfer') })
    }
    await announce({ resource: camera.name, ids: wanted.map(({ id }) => id), kind: 'updated' })
    return wanted.length
  }))
}
