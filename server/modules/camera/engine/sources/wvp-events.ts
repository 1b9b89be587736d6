import {
  CameraFault,
  type CameraEvent,
  type CameraEventKind,
  type CameraEvents,
  type SourceServices,
} from '../source.ts'
import { chinaMs, inChina, isObject, wordOf } from './asking.ts'
import { Kept } from './kept.ts'
import type { WvpServer } from './wvp.ts'

/** As servers name them since their list of alarms has a kind of its own (2026-04). */
const named: Readonly<Record<string, CameraEventKind>> = {
  MotionDetection: 'motion',
  MobileDetection: 'motion',
  TripwireDetection: 'line',
  IntrusionDetection: 'line',
  DeviceTamper: 'tamper',
  VideoLoss: 'tamper',
  VideoOcclusion: 'tamper',
  SceneChange: 'tamper',
}
/** Method and type of GB/T 28181, as older servers pass them on. */
const counted: Readonly<Record<string, CameraEventKind>> = {
  '5/2': 'motion',
  '5/5': 'line',
  '5/6': 'line',
  '2/1': 'tamper',
  '2/2': 'tamper',
}
const usualPaceMs = 30_000
/** Ms that are asked for again each time. */
const backMs = 10 * 60_000
const perPage = 200

interface Alarm {
  id: string
  /** What raised it: the channel, or the device itself. */
  from: string
  kind: CameraEventKind | undefined
  at: number
}
/** null: the server is too old to have one list of all. */
const lists = new Kept<readonly Alarm[] | null>()

type Line = Readonly<Record<string, unknown>>
async function linesOf(
  server: WvpServer,
  call: string,
  query: Readonly<Record<string, string>>,
): Promise<Line[]> {
  const { data } = await server.ask(call, { page: '1', count: String(perPage), ...query })
  return isObject(data) && Array.isArray(data.list) ? data.list.filter(isObject) : []
}
/** Errors: as asking; not for a server that has no such list. */
async function ofAll(server: WvpServer): Promise<readonly Alarm[] | null> {
  const beginTime = inChina(Date.now() - backMs)
  try {
    const lines = await linesOf(server, 'alarm/list', { beginTime })
    return lines.map((line) => ({
      id: wordOf(line.id),
      from: wordOf(line.channelDeviceId),
      kind: named[wordOf(line.alarmType)],
      at: Number(line.alarmTime),
    }))
  } catch (error) {
    if (error instanceof CameraFault && /\b404\b/.test(error.detail)) return null
    throw error
  }
}
async function ofDevice(server: WvpServer, deviceId: string): Promise<readonly Alarm[]> {
  const startTime = inChina(Date.now() - backMs)
  const lines = await linesOf(server, 'alarm/all', { deviceId, startTime })
  return lines.map((line) => ({
    id: wordOf(line.id),
    from: wordOf(line.channelId) || deviceId,
    kind: counted[`${wordOf(line.alarmMethod)}/${wordOf(line.alarmType)}`],
    at: chinaMs(wordOf(line.alarmTime)),
  }))
}

/** Alarms of a channel, polled. `names`: what it is known by; throws where it is not there. */
export function wvpEvents(
  server: WvpServer,
  device: string,
  names: () => Promise<readonly string[]>,
  since: number,
  { eventPaceMs: paceMs = usualPaceMs }: SourceServices,
): CameraEvents {
  const kept = <T extends readonly Alarm[] | null>(key: string, make: () => Promise<T>) =>
    lists.of(key, async () => ({ value: await make(), until: Date.now() + paceMs * 0.8 }))
  const found = async (): Promise<readonly Alarm[]> =>
    (await kept(server.key, () => ofAll(server))) ??
    (await kept(`${server.key}/${device}`, () => ofDevice(server, device))) ??
    []
  const eventOf = ({ id, kind, at }: Alarm): CameraEvent[] => {
    const when = Math.min(at, Date.now())
    return kind && id && when >= since ? [{ id, kind, at: when, isOver: false, lasts: false }] : []
  }
  return {
    paceMs,
    next: async () => {
      const own = await names()
      const list = (await found()).filter(({ from }) => own.includes(from))
      return list.flatMap(eventOf).sort((a, b) => a.at - b.at)
    },
    end: async () => undefined,
  }
}
