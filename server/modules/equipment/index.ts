import type { FastifyInstance } from 'fastify'
import { camera } from '#contract/equipment/camera.ts'
import { deviceOutage } from '#contract/equipment/outage.ts'
import { crud } from '#server/http/crud.ts'
import { serveMany } from '#server/http/many.ts'
import type { CodecRunner } from '#server/engines/lora/codec.ts'
import type { Intake } from '#server/engines/telemetry/intake.ts'
import { deviceChannelCalls } from './channel.ts'
import { devices } from './device.ts'
import { deviceHistoryCalls, type Files } from './history.ts'
import { ingest, type TakeLora } from './ingest.ts'
import { lora } from './lora.ts'

/** What equipment needs of the field: where devices connect, and the roads on which their values come. */
export interface FieldRoads { mqttPort: { value: number | null }; intake: Intake; codecs: CodecRunner; takeLora: TakeLora }

export function equipment(app: FastifyInstance, { mqttPort, intake, codecs, takeLora }: FieldRoads, files: Files): void {
  devices(app, mqttPort)
  deviceChannelCalls(app)
  deviceHistoryCalls(app, files)
  crud(app, deviceOutage)
  lora(app, codecs)
  ingest(app, intake, takeLora)
  serveMany(app, camera, crud(app, camera))
}
