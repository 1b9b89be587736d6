import type { FastifyInstance } from 'fastify'
import { camera } from '#contract/equipment/camera.ts'
import { crud } from '#server/http/crud.ts'
import { serveMany } from '#server/http/many.ts'
import { deviceChannelCalls } from './channel.ts'
import { devices } from './device.ts'

export function equipment(app: FastifyInstance, mqttPort: { value: number | null }): void {
  devices(app, mqttPort)
  deviceChannelCalls(app)
  serveMany(app, camera, crud(app, camera))
}
