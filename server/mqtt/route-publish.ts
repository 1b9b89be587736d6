import { z } from 'zod'
import type { Control, DeviceAnswer } from '#server/modules/command/engine/control.ts'
import type { KnownDevice } from '#server/modules/equipment/engine/credential.ts'
import type { IngestQueue } from '#server/modules/telemetry/engine/ingest-queue.ts'
import { parseTelemetry } from '#server/modules/telemetry/engine/parse-telemetry.ts'

/** The topics of a device; whose they are, its credential says. */
export const topics = {
  telemetry: 'v1/devices/me/telemetry',
  status: 'v1/devices/me/status',
  commands: 'v1/devices/me/commands',
  answers: 'v1/devices/me/commands/answer',
} as const

interface Published {
  topic: string
  payload: string | Buffer
}
const mostAnswerBytes = 2048
const answer = z.object({
  id: z.int().positive(),
  ok: z.boolean(),
  reason: z.string().optional().catch(undefined),
})

/** What a device says of a command; null where it says nothing that can be understood. */
export function readAnswer(payload: Buffer): DeviceAnswer | null {
  if (payload.length > mostAnswerBytes) return null
  try {
    return answer.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
/** Somebody published where they may not. */
export class ForeignTopic extends Error {}
/** What a device's messages are for. */
interface Receivers {
  intake: IngestQueue
  control: Pick<Control, 'answered'>
}

/**
 * Hands on what a device published. `done` comes after the commit; with an error the connection is
 * closed.
 */
export function routePublish(
  { intake, control }: Receivers,
  device: KnownDevice,
  packet: Published,
  done: (error?: Error | null) => void,
): void {
  const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
  const { tenantId, deviceId } = device
  if (packet.topic === topics.telemetry) {
    intake.message(tenantId, parseTelemetry(device, payload), done)
  } else if (packet.topic === topics.status) {
    if (payload.toString() === 'offline') intake.lost(tenantId, deviceId, done)
    else intake.seen(tenantId, deviceId, done)
  } else if (packet.topic === topics.answers) {
    const read = readAnswer(payload)
    if (!read) return done()
    // Acknowledged like everything else once it is written down; what cannot be now, the device may
    // say again.
    control.answered(tenantId, deviceId, read).then(
      () => done(),
      (error: Error) => done(error),
    )
  } else done(new ForeignTopic())
}
