import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { KnownDevice } from '#server/engines/device/credential.ts'
import type { Intake } from '#server/engines/telemetry/intake.ts'
import { loggedText, readMessage } from '#server/engines/telemetry/read-message.ts'

/** The three topics of a device; whose they are, its credential says. */
export const topics = { telemetry: 'v1/devices/me/telemetry', status: 'v1/devices/me/status', commands: 'v1/devices/me/commands' } as const

const latest = new Map<number, number>()
/** Ours, and never the same twice for one device: two reports without a time in one millisecond are two reports. */
function now(deviceId: number): number {
  const at = Math.max(Date.now(), (latest.get(deviceId) ?? 0) + 1)
  latest.set(deviceId, at)
  return at
}

interface Published { topic: string; payload: string | Buffer }

/** Hands on what a device published. `done` comes after the commit; with an error the connection is closed. */
export function take(intake: Intake, { tenantId, deviceId, deviceType }: KnownDevice, packet: Published, done: (error?: Error | null) => void): void {
  const payload = Buffer.from(packet.payload)
  if (packet.topic === topics.telemetry) {
    const receivedAt = now(deviceId)
    const read = readMessage(deviceTypeNamed(deviceType), payload, receivedAt)
    intake.message(tenantId, { device: deviceId, ...read, bytes: payload.length, text: loggedText(payload), receivedAt }, done)
  } else if (packet.topic === topics.status) {
    if (payload.toString() === 'offline') intake.lost(tenantId, deviceId, done)
    else intake.seen(tenantId, deviceId, done)
  } else done(new Error(`topic ${packet.topic} is not a device's own`))
}
