import type { FastifyInstance } from 'fastify'
import { camera } from '#contract/equipment/camera.ts'
import { deviceOutage } from '#contract/equipment/outage.ts'
import { crud } from '#server/http/crud.ts'
import { serveMany } from '#server/http/many.ts'
import { deviceChannelCalls } from './channel.ts'
import { devices } from './device.ts'
import { deviceHistoryCalls, type Files } from './history.ts'

export function equipment(app: FastifyInstance, mqttPort: { value: number | null }, files: Files): void {
  devices(app, mqttPort)
  deviceChannelCalls(app)
  deviceHistoryCalls(app, files)
  crud(app, deviceOutage)
  serveMany(app, camera, crud(app, camera))
}
