import type { KnownDevice } from '#server/engines/device/credential.ts'
import type { Intake } from '#server/engines/telemetry/intake.ts'
import { incoming } from '#server/engines/telemetry/incoming.ts'

/** The three topics of a device; whose they are, its credential says. */
export const topics = { telemetry: 'v1/devices/me/telemetry', status: 'v1/devices/me/status', commands: 'v1/devices/me/commands' } as const

interface Published { topic: string; payload: string | Buffer }

/** Hands on what a device published. `done` comes after the commit; with an error the connection is closed. */
export function take(intake: Intake, device: KnownDevice, packet: Published, done: (error?: Error | null) => void): void {
  const payload = Buffer.from(packet.payload)
  const { tenantId, deviceId } = device
  if (packet.topic === topics.telemetry) {
    intake.message(tenantId, incoming(device, payload), done)
  } else if (packet.topic === topics.status) {
    if (payload.toString() === 'offline') intake.lost(tenantId, deviceId, done)
    else intake.seen(tenantId, deviceId, done)
  } else done(new Error(`topic ${packet.topic} is not a device's own`))
}
