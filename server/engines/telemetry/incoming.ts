import { deviceTypeNamed } from '#contract/devices/index.ts'
import { loggedText, readMessage } from './read-message.ts'
import type { Incoming } from './store.ts'

const latest = new Map<number, number>()
/** Ours, and never the same twice for one device: two reports without a time in one millisecond are two reports. */
function now(deviceId: number): number {
  const at = Math.max(Date.now(), (latest.get(deviceId) ?? 0) + 1)
  latest.set(deviceId, at)
  return at
}

/** A message of values as ingest takes it, whichever road it came by. */
export function incoming({ deviceId, deviceType }: { deviceId: number; deviceType: string }, payload: Buffer): Incoming {
  const receivedAt = now(deviceId)
  return { device: deviceId, ...readMessage(deviceTypeNamed(deviceType), payload, receivedAt), bytes: payload.length, text: loggedText(payload), receivedAt }
}
