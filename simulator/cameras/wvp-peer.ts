import { createHash, randomBytes } from 'node:crypto'
import type { Direction } from '#contract/camera/viewing.ts'
import { answerJson, fieldsOf, polesOf } from './answers.ts'
import type { Peer, PeerOptions, Pole } from './pole.ts'

/** A national-standard server, and what a test does to it. */
interface WvpPeer extends Peer {
  endTokens(): void
  /** As it was before alarms had a list of their own. */
  isOld: boolean
  /** So many lines of a device's list of recordings are lost on their way. */
  lacking: number
  /** What was asked, by path. */
  asked: { call: string; fields: Readonly<Record<string, string>> }[]
}
const commands: Readonly<Record<string, Exclude<Direction, 'stop'>>> = {
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  upleft: 'leftUp',
  downleft: 'leftDown',
  upright: 'rightUp',
  downright: 'rightDown',
  zoomin: 'zoomIn',
  zoomout: 'zoomOut',
}
/** Kinds of alarms by name, and as GB/T 28181 counts them. */
const alarmTypes = {
  motion: 'MotionDetection',
  line: 'TripwireDetection',
  tamper: 'VideoOcclusion',
} as const
const alarmCodes = {
  motion: { alarmMethod: '5', alarmType: '2' },
  line: { alarmMethod: '5', alarmType: '5' },
  tamper: { alarmMethod: '2', alarmType: '2' },
} as const
type Fields = Readonly<Record<string, string>>
const chinaMs = 8 * 3_600_000
const inChina = (ms: number) => new Date(ms + chinaMs).toISOString().slice(0, 19).replace('T', ' ')
const momentOf = (text = '') => Date.parse(`${text.replace(' ', 'T')}+08:00`)
const fine = (data: unknown = null) => ({ code: 0, msg: 'done', data })
const failed = (msg: string, code = 100) => ({ code, msg, data: null })
/** As its sentences say it, of live pictures and of recordings: `not found: X` and `X is not there`. */
const [notFound, notThere] = ['\u672a\u627e\u5230', '\u4e0d\u5b58\u5728']
const unknown = (isPlayback: boolean, what: string) =>
  isPlayback ? `${notFound}: ${what}` : `${what}${notThere}`
/** The number that a device's channel is registered under. */
const channelId = (serial: string, channel: number) =>
  `${serial.slice(0, 10)}131${String(channel).padStart(3, '0')}${serial.slice(-4)}`

/**
 * The part of a national-standard server's interface that cameras are asked through, as WVP has it:
 * signed in to with the password's MD5, its token in a header; what it refuses is answered with 200
 * and 100, but for somebody unknown.
 */
export function wvpPeer({ poles, media, webrtc, account, secret }: PeerOptions): WvpPeer {
  let tokens = new Set<string>()
  const asked: WvpPeer['asked'] = []
  const hash = createHash('md5').update(secret).digest('hex')

  const login = ({ username, password }: Fields) => {
    if (username !== account || password !== hash) return failed('wrong name or password')
    const accessToken = randomBytes(24).toString('base64url')
    tokens.add(accessToken)
    return fine({ username, accessToken, serverId: '000000' })
  }
  const isOn = ({ state }: Pole) => state !== 'dead'
  const device = (serial: string) => {
    const found = polesOf(poles, serial)
    return found.length === 0 ? null : { deviceId: serial, onLine: found.some(isOn) }
  }
  /** A recorder has all of its channels, also those that no camera is plugged into. */
  const channels = (serial: string) => {
    const found = polesOf(poles, serial)
    const last = Math.max(0, ...found.map(({ channel }) => channel))
    return Array.from({ length: last }, (_, i) => {
      const pole = found.find(({ channel }) => channel === i + 1)
      return {
        parentDeviceId: serial,
        deviceId: channelId(serial, i + 1),
        name: `Channel ${i + 1}`,
        status: pole && isOn(pole) ? 'ON' : 'OFF',
        ptzType: pole?.canTurn ? 1 : 3,
      }
    })
  }
  const poleOf = (serial: string, channel: string) =>
    polesOf(poles, serial).find((pole) => channelId(serial, pole.channel) === channel)
  const stream = (pole: Pole, name: string, more: object = {}) =>
    fine({
      app: 'rtp',
      stream: name,
      flv: media(pole, 'hd'),
      https_flv: null,
      rtc: webrtc?.('rtp', name) ?? null,
      rtcs: null,
      ...more,
    })

  const inRange = (text: string | undefined, most: number) =>
    text !== undefined && /^\d+$/.test(text) && Number(text) <= most
  const turn = (pole: Pole, { command = '', ...speeds }: Fields) => {
    for (const [name, most] of [
      ['horizonSpeed', 255],
      ['verticalSpeed', 255],
      ['zoomSpeed', 15],
    ] as const)
      if (speeds[name] !== undefined && !inRange(speeds[name], most))
        return failed(`${name} is a number from 0 to ${most}`)
    const way = commands[command]
    if (command !== 'stop' && !way) return failed('wrong parameters or method', 400)
    // A camera that cannot turn is told so all the same: the server does not know.
    if (way && pole.canTurn)
      pole.move(way, Math.max(1, Math.round(Number(speeds.horizonSpeed ?? 100) / 2.55)))
    if (!way) pole.stop()
    return fine()
  }
  const preset = (pole: Pole, what: string, { presetId }: Fields) => {
    const index = Number(presetId)
    if (!inRange(presetId, 255) || index < 1) return failed('a preset is a number from 1 to 255')
    if (what === 'add') pole.presets.set(index, { ...pole.look })
    if (what === 'delete') pole.presets.delete(index)
    // Cameras turn to what they know, and say nothing of what they do not.
    const look = what === 'call' ? pole.presets.get(index) : undefined
    if (look) Object.assign(pole.look, look)
    return fine()
  }

  /** Alarms of all channels, or as older servers have them, of one device; the newest first. */
  const alarms = (call: string, { page, count, beginTime, startTime, deviceId }: Fields) => {
    if (!page || !count) return failed('wrong parameters or method', 400)
    const from = momentOf(beginTime ?? startTime)
    const of = call === 'alarm/all' && deviceId ? polesOf(poles, deviceId) : [...poles.values()]
    const list = of
      .flatMap((pole) =>
        pole.seen(Number.isNaN(from) ? 0 : from, Date.now()).map((sight) => ({ pole, ...sight })),
      )
      .toSorted((a, b) => b.at - a.at)
      .map(({ pole, id, kind, at }) =>
        call === 'alarm/all'
          ? {
              id,
              deviceId: pole.serial,
              channelId: channelId(pole.serial, pole.channel),
              ...alarmCodes[kind],
              alarmTime: new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
            }
          : {
              id,
              channelDeviceId: channelId(pole.serial, pole.channel),
              alarmType: alarmTypes[kind],
              alarmTime: at,
            },
      )
    return fine({ total: list.length, list: list.slice(0, Number(count)) })
  }

  /** As the device tells it, gathered: all that it has, or a sentence that it said nothing. */
  const films = (pole: Pole | undefined, serial: string, channel: string, asked: Fields) => {
    for (const name of ['startTime', 'endTime'] as const)
      if (Number.isNaN(momentOf(asked[name])))
        return failed(`${name} error, format is yyyy-MM-dd HH:mm:ss`)
    // It is asked in any case; one that is not there never answers.
    if (!pole || !isOn(pole)) return failed('timeout')
    const found = pole.films('card', momentOf(asked.startTime), momentOf(asked.endTime))
    const recordList = found
      .toSorted((a, b) => a.from - b.from)
      .map((film) => ({
        deviceId: channel,
        name: 'record',
        filePath: `${film.from}_${film.to}`,
        fileSize: '0',
        address: '',
        startTime: inChina(film.from),
        endTime: inChina(film.to),
        secrecy: 0,
        type: 'time',
        recorderId: null,
      }))
    const sumNum = found.length + peer.lacking
    return fine({
      deviceId: serial,
      channelId: channel,
      sn: '17430',
      name: 'record',
      sumNum,
      recordList,
    })
  }

  const answer = (call: string, fields: Fields): object | null => {
    if (call === (peer.isOld ? 'alarm/all' : 'alarm/list')) return alarms(call, fields)
    const [serial = '', channel = ''] = call.split('/').slice(-2)
    const found = /^device\/query\/devices\/(\d+)(\/channels)?$/.exec(call)
    if (found?.[2]) {
      const list = channels(found[1]!)
      return fine({ total: list.length, list })
    }
    if (found) return fine(device(found[1]!))
    const what =
      /^(play\/start|playback\/start|gb_record\/query|front-end\/ptz|front-end\/preset\/(\w+))\//.exec(
        call,
      )
    if (!what) return null
    if (!device(serial)) return failed(unknown(what[1] === 'playback/start', 'device'))
    const pole = poleOf(serial, channel)
    if (what[1] === 'gb_record/query') return films(pole, serial, channel, fields)
    if (!pole) return failed(unknown(what[1] === 'playback/start', 'channel'))
    if (what[1] === 'play/start')
      return isOn(pole)
        ? stream(pole, `${serial}_${channel}`)
        : failed('no stream came in time', -2)
    if (what[1] === 'playback/start') {
      const { startTime, endTime } = fields
      if (!startTime || !endTime) return failed('wrong parameters or method', 400)
      return stream(pole, randomBytes(4).toString('hex'), { startTime, endTime })
    }
    return what[2] ? preset(pole, what[2], fields) : turn(pole, fields)
  }

  const serve: Peer = (request, response, path) => {
    void fieldsOf(request).then(
      (fields) => {
        const call = /^\/api\/([^?]+)/.exec(path)?.[1] ?? ''
        asked.push({ call, fields })
        if (asked.length > 1000) asked.shift()
        if (call === 'user/login') return answerJson(response, login(fields))
        const token = request.headers['access-token']
        if (typeof token !== 'string' || !tokens.has(token))
          return answerJson(response, { code: 401, msg: 'sign in first' }, 401)
        const said = request.method === 'GET' ? answer(call, fields) : null
        answerJson(response, said ?? failed('no such resource', 404), said ? 200 : 404)
      },
      () => response.destroy(),
    )
  }
  const peer: WvpPeer = Object.assign(serve, {
    asked,
    isOld: false,
    lacking: 0,
    endTokens: () => void (tokens = new Set()),
  })
  return peer
}
