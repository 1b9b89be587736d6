import type { CameraEvent, CameraEventKind, CameraEvents, SourceServices } from '../source.ts'
import { wordOf } from './asking.ts'
import type { EzvizPlatform } from './ezviz.ts'
import { Kept } from './kept.ts'

/** Kinds of alarms, as the open platform counts them; others are not about what a camera sees. */
const kinds: Readonly<Record<string, CameraEventKind>> = {
  10000: 'motion',
  10002: 'motion',
  10010: 'motion',
  10013: 'line',
  10014: 'line',
  10011: 'tamper',
  10012: 'tamper',
  10020: 'tamper',
}
/** Ms between two askings, of an account for all of its cameras. */
const usualPaceMs = 30_000
/** Ms that are asked for again each time: clouds hear of some things late. */
const backMs = 10 * 60_000
/** Ms after which a camera is looked at again whether it is there. */
const thereMs = 5 * 60_000
const perPage = 50
const mostPages = 10
const all = { alarmType: '-1', status: '2' } as const

interface Alarm {
  id: string
  serial: string
  channel: string
  type: string
  at: number
}
interface Alarms {
  list: readonly Alarm[]
  /** All that there were; else each device is asked for its own. */
  isWhole: boolean
}
const alarms = new Kept<Alarms>()
const there = new Kept<true>()

/** The alarms of an account, or of one device, in the last minutes. */
async function lately(
  platform: EzvizPlatform,
  call: string,
  fields: Readonly<Record<string, string>>,
): Promise<Alarms> {
  const list: Alarm[] = []
  const now = Date.now()
  for (let page = 0; page < mostPages; page++) {
    const { lines, total } = await platform.page(call, {
      ...fields,
      ...all,
      startTime: String(now - backMs),
      endTime: String(now),
      pageStart: String(page),
      pageSize: String(perPage),
    })
    for (const line of lines)
      list.push({
        id: wordOf(line.alarmId),
        serial: wordOf(line.deviceSerial).toUpperCase(),
        channel: wordOf(line.channelNo),
        type: wordOf(line.alarmType),
        at: Number(line.alarmTime),
      })
    if (lines.length === 0 || (page + 1) * perPage >= total) return { list, isWhole: true }
  }
  return { list, isWhole: false }
}

/**
 * Alarms of a camera, polled: the account's list once for all of its cameras, the device's own where
 * that is too long. `isThere` throws where the camera is not.
 */
export function ezvizEvents(
  platform: EzvizPlatform,
  { deviceSerial, channelNo, since }: { deviceSerial: string; channelNo: string; since: number },
  isThere: () => Promise<void>,
  { eventPaceMs: paceMs = usualPaceMs }: SourceServices,
): CameraEvents {
  const kept = (key: string, call: string, fields: Readonly<Record<string, string>>) =>
    alarms.of(key, async () => ({
      value: await lately(platform, call, fields),
      // So that the cameras of an account, asked one after the other, have one answer.
      until: Date.now() + paceMs * 0.8,
    }))
  const found = async (): Promise<readonly Alarm[]> => {
    const { list, isWhole } = await kept(platform.key, 'alarm/list', {})
    if (isWhole) return list
    const own = await kept(`${platform.key}/${deviceSerial}`, 'alarm/device/list', { deviceSerial })
    return own.list
  }
  const eventOf = ({ id, type, at, serial, channel }: Alarm): CameraEvent[] => {
    const kind = kinds[type]
    const isOurs = serial === deviceSerial.toUpperCase() && channel === channelNo
    const when = Math.min(at, Date.now())
    return kind && isOurs && id && when >= since
      ? [{ id, kind, at: when, isOver: false, lasts: false }]
      : []
  }
  return {
    paceMs,
    next: async () => {
      await there.of(`${platform.key}/${deviceSerial}`, async () => {
        await isThere()
        return { value: true, until: Date.now() + thereMs }
      })
      return (await found()).flatMap(eventOf).sort((a, b) => a.at - b.at)
    },
    end: async () => undefined,
  }
}
