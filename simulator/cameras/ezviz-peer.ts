import { randomBytes } from 'node:crypto'
import { directions, type Direction } from '#contract/camera/viewing.ts'
import { answerJson, fieldsOf, polesOf } from './answers.ts'
import type { Peer, PeerOptions, Pole } from './pole.ts'

/** An Ezviz cloud, and what a test does to it. */
interface EzvizPeer extends Peer {
  /** Ends every token that was given out. */
  endTokens(): void
  /** The next so many calls are refused with this code, whatever they ask. */
  refuse(code: string, times?: number): void
  /** What was asked, by call. */
  asked: { call: string; fields: Readonly<Record<string, string>> }[]
}
const tokenMs = 7 * 86_400_000
/** Alarms are kept so long, and answered so many at a time at most. */
const [alarmsMs, mostAlarms] = [7 * 86_400_000, 50]
/** Files that are answered at a time at most, by where they are; by themselves, so many. */
const mostFiles = { cloud: 1000, card: 500 } as const
/** Kinds of alarms, as they are counted here. */
const alarmTypes = { motion: 10_002, line: 10_013, tamper: 10_011 } as const
/** Places that a camera of theirs keeps. */
const mostPresets = 12
type Fields = Readonly<Record<string, string>>
interface Refusal {
  code: string
  msg: string
}
const refusals = {
  parameters: { code: '10001', msg: 'wrong parameters' },
  token: { code: '10002', msg: 'accessToken is wrong or over' },
  appKey: { code: '10017', msg: 'no such appKey' },
  appSecret: { code: '10030', msg: 'appKey and appSecret do not match' },
  channel: { code: '20001', msg: 'no such channel' },
  device: { code: '20002', msg: 'no such device' },
  offline: { code: '20007', msg: 'the device is offline' },
  serial: { code: '20014', msg: 'deviceSerial is not lawful' },
  ptz: { code: '60000', msg: 'the device has no pan and tilt' },
  busy: { code: '60006', msg: 'the movement failed' },
  presets: { code: '60007', msg: 'too many presets' },
  preset: { code: '60011', msg: 'no such preset' },
} as const satisfies Record<string, Refusal>
const nameOf = Object.fromEntries(
  Object.entries(directions).map(([name, code]) => [code, name]),
) as Readonly<Record<number, Exclude<Direction, 'stop'>>>

/**
 * The part of the Ezviz open platform that cameras are asked through: forms are posted, whatever
 * happens is answered with 200, and the code within says what it was.
 */
export function ezvizPeer({ poles, media, account, secret }: PeerOptions): EzvizPeer {
  let tokens = new Map<string, number>()
  const moving = new Set<Pole>()
  let refusing = { code: '', times: 0 }
  const asked: EzvizPeer['asked'] = []
  const fine = (data: object | null = null) => ({ code: '200', msg: 'done', data })

  const turning: Readonly<Record<string, (pole: Pole, fields: Fields) => object>> = {
    'device/ptz/start': (pole, { direction, speed }) => {
      const way = nameOf[Number(direction)]
      if (!way || !direction || !['0', '1', '2'].includes(speed ?? '')) return refusals.parameters
      // A second one is taken only after the first was stopped.
      if (moving.has(pole)) return refusals.busy
      moving.add(pole)
      pole.move(way, [20, 50, 100][Number(speed)]!)
      return fine()
    },
    'device/ptz/stop': (pole) => {
      moving.delete(pole)
      pole.stop()
      return fine()
    },
    'device/preset/add': (pole) => {
      if (pole.presets.size >= mostPresets) return refusals.presets
      let index = 1
      while (pole.presets.has(index)) index += 1
      pole.presets.set(index, { ...pole.look })
      return fine({ index })
    },
    'device/preset/move': (pole, { index }) => {
      const look = pole.presets.get(Number(index))
      if (!look) return refusals.preset
      Object.assign(pole.look, look)
      return fine()
    },
    'device/preset/clear': (pole, { index }) =>
      pole.presets.delete(Number(index)) ? fine() : refusals.preset,
  }
  const address = (pole: Pole, fields: Fields) => {
    const { protocol = '1', quality = '1', type = '1', startTime, stopTime } = fields
    // Of what it answers, only this is given out here.
    if (protocol !== '4' || !['1', '2'].includes(quality)) return refusals.parameters
    const url = media(pole, quality === '1' ? 'hd' : 'sd')
    const played = type === '1' ? '' : `#${startTime}/${stopTime}`
    if (type !== '1' && !(startTime && stopTime)) return refusals.parameters
    return fine({ id: randomBytes(8).toString('hex'), url: `${url}${played}`, expireTime: '' })
  }

  /** Files by time: all of them in a list, or since 2.0 a page of them and where the next begins. */
  const files = (pole: Pole, fields: Fields): object => {
    const { startTime, endTime, recType = '0', version, pageSize } = fields
    const now = Date.now()
    const [from, to] = [Number(startTime ?? now - (now % 86_400_000)), Number(endTime ?? now)]
    const place = recType === '1' ? 'cloud' : 'card'
    if (!(from < to) || !['0', '1', '2'].includes(recType)) return refusals.parameters
    if (pole.state === 'dead' && place === 'card') return refusals.offline
    const all = pole
      .films(place, from, to)
      .toSorted((a, b) => a.from - b.from)
      .map((film) => ({
        deviceSerial: pole.serial,
        channelNo: pole.channel,
        startTime: film.from,
        endTime: film.to,
        recType: place === 'cloud' ? 1 : 2,
        fileId: place === 'cloud' ? `${pole.serial}-${film.from}` : null,
        coverPic: null,
        downloadPath: null,
        isEncrypt: 0,
        cloudType: 0,
        fileSize: 0,
      }))
    const isPaged = version === '2.0' && (place === 'cloud' || pageSize !== undefined)
    if (!isPaged) return fine(all.length > 0 ? all : null)
    const size = Number(pageSize ?? 50)
    if (!(size >= 1 && size <= mostFiles[place])) return refusals.parameters
    return fine({
      files: all.slice(0, size),
      isAll: all.length <= size,
      nextFileTime: all[size]?.startTime ?? null,
    })
  }

  /** Of the account, or of one device: the newest first, a page of them. */
  const alarms = (of: readonly Pole[], fields: Fields): object => {
    const { startTime, endTime, status = '0', pageStart = '0', pageSize = '10' } = fields
    const [page, size] = [Number(pageStart), Number(pageSize)]
    if (!(size >= 1 && size <= mostAlarms && page >= 0)) return refusals.parameters
    const now = Date.now()
    const from = Math.max(Number(startTime ?? now - (now % 86_400_000)), now - alarmsMs)
    // Nobody reads them here: all of them are unread.
    const found =
      status === '1'
        ? []
        : of.flatMap((pole) =>
            pole.seen(from, Number(endTime ?? now)).map(({ id, kind, at }) => ({
              alarmId: id,
              alarmName: pole.serial,
              alarmType: alarmTypes[kind],
              alarmTime: at,
              channelNo: pole.channel,
              deviceSerial: pole.serial,
              isChecked: 0,
              isEncrypt: 0,
            })),
          )
    const lines = found.toSorted((a, b) => b.alarmTime - a.alarmTime)
    return {
      ...fine(lines.slice(page * size, (page + 1) * size)),
      page: { total: lines.length, page, size },
    }
  }

  const answer = (call: string, fields: Fields): object => {
    if (call === 'token/get') {
      if (fields.appKey !== account) return refusals.appKey
      if (fields.appSecret !== secret) return refusals.appSecret
      const accessToken = `at.${randomBytes(24).toString('hex')}`
      const expireTime = Date.now() + tokenMs
      tokens.set(accessToken, expireTime)
      return fine({ accessToken, expireTime })
    }
    if (!((tokens.get(fields.accessToken ?? '') ?? 0) > Date.now())) return refusals.token
    if (call === 'alarm/list') return alarms([...poles.values()], fields)
    const serial = fields.deviceSerial ?? ''
    if (!serial || serial !== serial.toUpperCase()) return refusals.serial
    const channels = polesOf(poles, serial)
    if (channels.length === 0) return refusals.device
    if (call === 'alarm/device/list') return alarms(channels, fields)
    if (call === 'device/info')
      return fine({
        deviceSerial: serial,
        status: channels.every(({ state }) => state === 'dead') ? 0 : 1,
        isEncrypt: 0,
      })
    const pole = channels.find(({ channel }) => String(channel) === (fields.channelNo ?? '1'))
    if (!pole) return refusals.channel
    // What its cloud keeps is there without it.
    if (call === 'video/by/time') return files(pole, fields)
    if (pole.state === 'dead') return refusals.offline
    if (call === 'v2/live/address/get') return address(pole, fields)
    const turn = turning[call]
    if (!turn) return refusals.parameters
    return pole.canTurn ? turn(pole, fields) : refusals.ptz
  }

  const peer: Peer = (request, response, path) => {
    void fieldsOf(request).then(
      (fields) => {
        const call = /^\/api\/lapp\/([\w/]+)/.exec(path)?.[1] ?? ''
        asked.push({ call, fields })
        if (asked.length > 1000) asked.shift()
        if (request.method !== 'POST' || call === '') return answerJson(response, {}, 404)
        if (call !== 'token/get' && refusing.times > 0) {
          refusing.times -= 1
          return answerJson(response, { code: refusing.code, msg: 'refused', data: null })
        }
        answerJson(response, { data: null, ...answer(call, fields) })
      },
      () => response.destroy(),
    )
  }
  return Object.assign(peer, {
    asked,
    endTokens: () => void (tokens = new Map()),
    refuse: (code: string, times = 1) => void (refusing = { code, times }),
  })
}
