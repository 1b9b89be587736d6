import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { MessageProblem } from '#contract/equipment/device-calls.ts'
import type { Totals } from '#server/devices/driver.ts'
import { arrival } from '#server/db/arrival.ts'
import { protocolOf } from '#server/devices/index.ts'
import {
  loggedText,
  pointsOf,
  readMoments,
  type Moment,
  type Point,
  type ReadMoments,
  type Translate,
} from './read-message.ts'
import type { Incoming } from './store.ts'

const latest = new Map<number, number>()
/**
 * Ours, and never the same twice for one device: two reports without a time in one millisecond are
 * two reports.
 */
function now(deviceId: number): number {
  const at = Math.max(Date.now(), (latest.get(deviceId) ?? 0) + 1)
  latest.set(deviceId, at)
  return at
}

const totals = new Map<number, Totals>()
/** What reads a device's messages where they are not in our words. */
export function translateFor({ deviceId, deviceType, dialect }: Speaker): Translate | undefined {
  const spoken = protocolOf(deviceType, dialect)
  if (!spoken) return undefined
  const own = totals.get(deviceId) ?? new Map()
  totals.set(deviceId, own)
  return (message, complain) => spoken.decode(message, complain, own)
}

interface Speaker {
  deviceId: number
  deviceType: string
  dialect: string
}
/** While it waits for its commit its values are kept as they are stored. */
class Said implements Incoming {
  readonly device: number
  readonly moments: readonly Moment[]
  readonly problems: MessageProblem[]
  readonly bytes: number
  readonly text: string
  readonly receivedAt: number
  readonly arrivedAt: number
  constructor(
    device: number,
    { moments, problems }: ReadMoments,
    payload: Buffer,
    receivedAt: number,
    arrivedAt: number,
  ) {
    this.device = device
    this.moments = moments
    this.problems = problems
    this.bytes = payload.length
    this.text = loggedText(payload)
    this.receivedAt = receivedAt
    this.arrivedAt = arrivedAt
  }
  get points(): Point[] {
    return pointsOf(this.moments)
  }
}
/** A message of values as ingest takes it, whichever road it came by. */
export function parseTelemetry(device: Speaker, payload: Buffer): Incoming {
  const { deviceId, deviceType, dialect } = device
  const arrivedAt = arrival()
  const receivedAt = now(deviceId)
  const translate = dialect === 'standard' ? undefined : translateFor(device)
  const read = readMoments(deviceTypeNamed(deviceType), payload, receivedAt, translate)
  return new Said(deviceId, read, payload, receivedAt, arrivedAt)
}
