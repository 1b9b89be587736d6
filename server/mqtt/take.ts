import { z } from 'zod'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { Control, DeviceAnswer } from '#server/engines/control/control.ts'
import type { KnownDevice } from '#server/engines/device/credential.ts'
import type { Intake } from '#server/engines/telemetry/intake.ts'
import { loggedText, readMessage } from '#server/engines/telemetry/read-message.ts'

/** The topics of a device; whose they are, its credential says. */
export const topics = { telemetry: 'v1/devices/me/telemetry', status: 'v1/devices/me/status', commands: 'v1/devices/me/commands', answers: 'v1/devices/me/commands/answer' } as const

const latest = new Map<number, number>()
/** Ours, and never the same twice for one device: two reports without a time in one millisecond are two reports. */
function now(deviceId: number): number {
  const at = Math.max(Date.now(), (latest.get(deviceId) ?? 0) + 1)
  latest.set(deviceId, at)
  return at
}

interface Published { topic: string; payload: string | Buffer }
const mostAnswerBytes = 2048
const answer = z.object({ id: z.int().positive(), ok: z.boolean(), reason: z.string().optional().catch(undefined) })

/** What a device says of a command; null where it says nothing that can be understood. */
export function readAnswer(payload: Buffer): DeviceAnswer | null {
  if (payload.length > mostAnswerBytes) return null
  try {
    return answer.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
/** What a device's messages are for. */
export interface Receivers { intake: Intake; control: Pick<Control, 'answered'> }

/** Hands on what a device published. `done` comes after the commit; with an error the connection is closed. */
export function take({ intake, control }: Receivers, { tenantId, deviceId, deviceType }: KnownDevice, packet: Published, done: (error?: Error | null) => void): void {
  const payload = Buffer.from(packet.payload)
  if (packet.topic === topics.telemetry) {
    const receivedAt = now(deviceId)
    const read = readMessage(deviceTypeNamed(deviceType), payload, receivedAt)
    intake.message(tenantId, { device: deviceId, ...read, bytes: payload.length, text: loggedText(payload), receivedAt }, done)
  } else if (packet.topic === topics.status) {
    if (payload.toString() === 'offline') intake.lost(tenantId, deviceId, done)
    else intake.seen(tenantId, deviceId, done)
  } else if (packet.topic === topics.answers) {
    const read = readAnswer(payload)
    if (!read) return done()
    // Acknowledged like everything else once it is written down; what cannot be now, the device may say again.
    control.answered(tenantId, deviceId, read).then(() => done(), (error: Error) => done(error))
  } else done(new Error(`topic ${packet.topic} is not a device's own`))
}
