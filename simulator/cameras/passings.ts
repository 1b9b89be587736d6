import { clockHour, hourMs } from '../models/simulated-device.ts'
import { noise } from '../sky.ts'
import type { Sight } from './pole.ts'

/** Within each of these somebody may pass, once. */
const spanMs = 40 * 60_000
/** Between these hours, in China, in so many of the spans. */
const [firstHour, lastHour, share] = [6, 20, 0.5]
const longestMs = 7 * 24 * hourMs

/** When somebody passed a camera: the same for the same camera and moments, without a memory. */
export function passings(serial: string, from: number, to: number): Sight[] {
  const seed = [...serial].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 10_007
  const sights: Sight[] = []
  const first = Math.floor(Math.max(from, to - longestMs) / spanMs)
  for (let span = first; span * spanMs <= to; span++) {
    const at = Math.round((span + noise(seed + span)) * spanMs)
    const hour = clockHour(at)
    if (at < from || at > to || hour < firstHour || hour >= lastHour) continue
    if (noise(seed - span) < share) sights.push({ id: `${serial}-${span}`, kind: 'motion', at })
  }
  return sights
}
