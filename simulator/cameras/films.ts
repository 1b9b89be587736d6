import type { HeldPlace } from '#contract/camera/recording.ts'
import { hourMs } from '../models/simulated-device.ts'
import { noise } from '../sky.ts'
import { passings } from './passings.ts'
import type { Film } from './pole.ts'

/** Files of a card: one every half hour; so many of them are lacking, and all that are older. */
const [fileMs, lacking, cardMs] = [hourMs / 2, 0.12, 14 * 24 * hourMs]
/** Clips of a cloud, around whoever passes: before and after. */
const [beforeMs, afterMs] = [5000, 25_000]

/** What a camera recorded until now: the same for the same camera and moments, without a memory. */
export function filmsOf(serial: string, place: HeldPlace, from: number, to: number): Film[] {
  const now = Date.now()
  if (place === 'cloud')
    return passings(serial, from - afterMs, Math.min(to + beforeMs, now - afterMs)).map(
      ({ at }) => ({
        from: at - beforeMs,
        to: at + afterMs,
      }),
    )
  const seed = [...serial].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 10_007
  const films: Film[] = []
  const first = Math.floor(Math.max(from, now - cardMs) / fileMs)
  for (let file = first; file * fileMs < Math.min(to, now); file++)
    if (noise(seed + file) >= lacking)
      films.push({ from: file * fileMs, to: Math.min((file + 1) * fileMs, now) })
  return films
}
