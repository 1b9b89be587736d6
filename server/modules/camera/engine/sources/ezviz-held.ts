import type { HeldPlace } from '#contract/camera/recording.ts'
import { CameraFault, type Held, type Holding } from '../source.ts'
import { chinaMs, isObject, wordOf } from './asking.ts'
import type { EzvizPlatform } from './ezviz.ts'

/** As it counts where recordings are, and how many files it tells of at a time. */
const sources = {
  cloud: { recType: '1', pageSize: '1000' },
  card: { recType: '2', pageSize: '500' },
} as const satisfies Record<HeldPlace, object>
const mostPages = 10

/** What a camera's card and its cloud have; each is asked for itself, and may fail by itself. */
export async function ezvizHeld(
  platform: EzvizPlatform,
  who: Readonly<Record<string, string>>,
  from: number,
  to: number,
): Promise<Holding> {
  const [card, cloud] = await Promise.allSettled([
    filesOf(platform, who, 'card', from, to),
    filesOf(platform, who, 'cloud', from, to),
  ])
  if (card.status === 'rejected' && cloud.status === 'rejected') throw card.reason
  const told = [card, cloud].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = [card, cloud].find((one) => one.status === 'rejected')?.reason ?? null
  if (failed !== null && !(failed instanceof CameraFault)) throw failed
  return {
    held: told.flatMap(({ held }) => held),
    lacks: failed ?? told.find(({ lacks }) => lacks)?.lacks ?? null,
  }
}

/** Page after page; older versions of the interface answer a plain list, or nothing at all. */
async function filesOf(
  platform: EzvizPlatform,
  who: Readonly<Record<string, string>>,
  place: HeldPlace,
  from: number,
  to: number,
): Promise<Holding> {
  const held: Held[] = []
  let begin = from
  for (let page = 0; page < mostPages; page++) {
    const { data } = await platform.asked('video/by/time', {
      ...who,
      ...sources[place],
      version: '2.0',
      startTime: String(begin),
      endTime: String(to),
    })
    const files = Array.isArray(data) ? data : isObject(data) ? data.files : []
    for (const file of Array.isArray(files) ? files.filter(isObject) : []) {
      const [start, end] = [momentOf(file.startTime), momentOf(file.endTime)]
      if (start < end) held.push({ place, from: start, to: end })
    }
    if (!isObject(data) || data.isAll !== false) return { held, lacks: null }
    const next = momentOf(data.nextFileTime)
    // One that does not go on would be asked for ever.
    if (!(next > begin)) break
    begin = next
  }
  return { held, lacks: new CameraFault('command_failed', `${held.length}+`) }
}
/** Ms since 1970, or as it writes times elsewhere; NaN for anything else. */
function momentOf(value: unknown): number {
  const word = wordOf(value)
  return /^\d{13}$/.test(word) ? Number(word) : chinaMs(word)
}
