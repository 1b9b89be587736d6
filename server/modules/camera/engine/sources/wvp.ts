import { createHash } from 'node:crypto'
import { isAddress } from '#server/http/outgoing.ts'
import {
  CameraFault,
  type CameraFaultCode,
  type Feed,
  type SourceOf,
  type SourceServices,
} from '../source.ts'
import type { Direction } from '#contract/camera/viewing.ts'
import {
  askObject,
  inChina,
  isObject,
  loginOf,
  nationalIds,
  wordOf,
  type Login,
  type PlatformSetup,
} from './asking.ts'
import { Kept } from './kept.ts'
import { wvpEvents } from './wvp-events.ts'
import { wvpHeld } from './wvp-held.ts'

const commands: Readonly<Record<Exclude<Direction, 'stop'>, string>> = {
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  leftUp: 'upleft',
  leftDown: 'downleft',
  rightUp: 'upright',
  rightDown: 'downright',
  zoomIn: 'zoomin',
  zoomOut: 'zoomout',
}
/** Kinds of cameras that cannot turn, as national-standard servers count them. */
const fixed: readonly unknown[] = [3, 4]
/** Ms for which a server's token is used; the server's own are good for half an hour and more. */
const tokenMs = 20 * 60_000
/** Ms for which what a device has is taken as known while its camera is steered. */
const knownMs = 60_000
const mostPresets = 255
/** Ms that a server takes to say that no stream came; who asks for less never hears it. */
const startMs = 12_000
/** The same where it asks a device what it has recorded: twenty seconds, as such servers come. */
const recordsMs = 21_000
const waits: readonly (readonly [RegExp, number])[] = [
  [/\/start\//, startMs],
  [/^gb_record\//, recordsMs],
]

/** One of a device's channels, which is what pictures come from. */
interface Channel {
  id: string
  isOn: boolean
  turns: boolean
}
const tokens = new Kept<string>()
const channels = new Kept<Channel>()
/** Platforms whose last answer named no way to play as WebRTC: nobody is sent there in vain. */
const withoutWebRtc = new Set<string>()
/** How ZLMediaKit exchanges offers and answers in a form of its own. */
const ownExchange = '/index/api/webrtc'
class Expired extends Error {}

/** Cameras of a national-standard server, asked through the interface of WVP. */
export const wvpSource: SourceOf = (setup, services) => {
  const server = new WvpServer(setup, services)
  const { device, channel: named } = nationalIds(setup.serial)
  /** Errors: `not_found`, `offline` where the device is not registered at the moment. */
  const look = async (): Promise<Channel> => {
    const found = (await server.ask(`device/query/devices/${device}`, {})).data
    if (!isObject(found)) throw new CameraFault('not_found', device)
    if (found.onLine !== true) throw new CameraFault('offline')
    const { data } = await server.ask(`device/query/devices/${device}/channels`, {
      page: '1',
      count: '200',
    })
    const all = (isObject(data) && Array.isArray(data.list) ? data.list : [])
      .filter(isObject)
      .map(({ deviceId, status, ptzType }) => ({
        id: wordOf(deviceId),
        isOn: wordOf(status).toUpperCase() !== 'OFF',
        turns: !fixed.includes(ptzType),
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const one = named === null ? all[setup.channel - 1] : all.find(({ id }) => id === named)
    if (!one || !/^\d{20}$/.test(one.id)) throw new CameraFault('not_found', 'no such channel')
    return one
  }
  const known = () =>
    channels.of(`${server.key}/${setup.serial}/${setup.channel}`, async () => ({
      value: await look(),
      until: Date.now() + knownMs,
    }))
  /** The first of some addresses of a stream that may be called. Errors: `no_address`. */
  const addressed = async (
    call: string,
    query: Readonly<Record<string, string>>,
    names: readonly string[],
  ): Promise<string> => {
    const { data } = await server.ask(call, query, 'no_stream')
    if (isObject(data) && (data.rtc || data.rtcs)) withoutWebRtc.delete(server.key)
    else withoutWebRtc.add(server.key)
    const url = (isObject(data) ? names.map((name) => data[name]) : []).find(
      (one) => typeof one === 'string' && isAddress(one, services.outgoing),
    )
    if (typeof url !== 'string')
      throw new CameraFault('no_address', 'no address that may be called')
    return url
  }
  const played = async (call: string, query: Readonly<Record<string, string>>): Promise<Feed> => ({
    kind: 'flv',
    url: await addressed(call, query, ['flv', 'https_flv']),
  })
  const live = async () => `play/start/${device}/${(await known()).id}`
  /** A call that moves it. Errors: `not_allowed` where it cannot. */
  const moved = async (call: string, query: Readonly<Record<string, string>>): Promise<string> => {
    const { id, turns } = await known()
    if (!turns) throw new CameraFault('not_allowed')
    await server.ask(`front-end/${call}/${device}/${id}`, query)
    return id
  }
  const preset = async (call: string, index: number) =>
    void (await moved(`preset/${call}`, { presetId: String(index) }))
  return {
    // One stream a channel; which of a camera's it is, the server's own page says.
    hasHd: false,
    live: async () => played(await live(), {}),
    ...(!withoutWebRtc.has(server.key) && {
      whep: async () => ({
        url: whepAt(await addressed(await live(), {}, ['rtc', 'rtcs'])),
        headers: {},
      }),
    }),
    move: async (direction, speed) => {
      const turn = String(Math.round(speed * 2.55))
      const id = await moved('ptz', {
        command: commands[direction],
        horizonSpeed: turn,
        verticalSpeed: turn,
        zoomSpeed: String(Math.max(1, Math.round(speed * 0.15))),
      })
      return server.order(`front-end/ptz/${device}/${id}`, {
        command: 'stop',
        horizonSpeed: '0',
        verticalSpeed: '0',
        zoomSpeed: '0',
      })
    },
    presets: {
      add: async (_name, taken) => {
        const index = Array.from({ length: mostPresets }, (_, i) => i + 1).find(
          (one) => !taken.includes(one),
        )
        if (index === undefined) throw new CameraFault('command_failed', 'no place left')
        await preset('add', index)
        return index
      },
      recall: (index) => preset('call', index),
      remove: (index) => preset('delete', index),
    },
    // It ends by itself once nobody reads it.
    playback: async (from, to) =>
      played(`playback/start/${device}/${(await known()).id}`, {
        startTime: inChina(from),
        endTime: inChina(to),
      }),
    recorded: async (from, to) => wvpHeld(server, device, (await known()).id, from, to),
    events: (since) =>
      wvpEvents(
        server,
        device,
        async () => {
          const { id, isOn } = await known()
          if (!isOn) throw new CameraFault('offline')
          // A device with one channel may speak of itself.
          return named === null && setup.channel === 1 ? [id, device] : [id]
        },
        since,
        services,
      ),
    check: async () => {
      const { isOn } = await look()
      if (!isOn) throw new CameraFault('offline')
    },
  }
}
/**
 * Where the ZLMediaKit of such a server takes viewers by WHEP. The address it is named by is that of
 * its own exchange, which says of no session where it is ended.
 */
function whepAt(address: string): string {
  const url = new URL(address)
  if (!url.pathname.endsWith(ownExchange)) throw new CameraFault('no_address', 'no ZLMediaKit')
  url.pathname = `${url.pathname.slice(0, -ownExchange.length)}/index/api/whep`
  url.searchParams.delete('type')
  return url.href
}
/** Whether the server knows us at all. Errors: `CameraFault`. */
export const checkWvp = async (setup: PlatformSetup, services: SourceServices): Promise<void> =>
  void (await new WvpServer(setup, services).token({ isFresh: true }))

export class WvpServer {
  readonly #setup: PlatformSetup
  readonly #services: SourceServices
  constructor(setup: PlatformSetup, services: SourceServices) {
    this.#setup = setup
    this.#services = services
  }
  get #login(): Login {
    return loginOf(this.#setup, 'wvp')
  }
  get key(): string {
    return this.#login.key
  }
  /** Errors: `no_platform`, `refused`, `unreachable`. */
  async token({ isFresh = false } = {}): Promise<string> {
    const { key, url, account, secret } = this.#login
    if (isFresh) tokens.drop(key)
    return tokens.of(key, async () => {
      const query = new URLSearchParams({
        username: account,
        // As the server wants it; it keeps passwords so.
        password: createHash('md5').update(secret).digest('hex'),
      })
      const { object } = await this.#get(`${url}/api/user/login?${query}`, {})
      const value = isObject(object.data) ? wordOf(object.data.accessToken) : ''
      if (wordOf(object.code) !== '0' || !value)
        throw new CameraFault('refused', wordOf(object.msg))
      return { value, until: Date.now() + tokenMs }
    })
  }
  #get(url: string, headers: Readonly<Record<string, string>>, leastMs = 0) {
    const { outgoing } = this.#services
    const timeoutMs = Math.max(outgoing.timeoutMs, leastMs)
    return askObject('GET', url, null, headers, { ...outgoing, timeoutMs })
  }
  /** `otherwise`: what a refusal counts as that is none of the known ones. */
  async ask(
    call: string,
    query: Readonly<Record<string, string>>,
    otherwise: CameraFaultCode = 'command_failed',
  ): Promise<Readonly<Record<string, unknown>>> {
    for (const isLast of [false, true]) {
      const token = await this.token()
      try {
        return await this.#once(call, query, token, otherwise)
      } catch (error) {
        if (!(error instanceof Expired)) throw error
        await tokens.refused(this.key, token)
        if (isLast) break
      }
    }
    throw new CameraFault('refused', '401')
  }
  async #once(
    call: string,
    query: Readonly<Record<string, string>>,
    token: string,
    otherwise: CameraFaultCode,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { status, object } = await this.#get(
      this.#at(call, query),
      { 'access-token': token },
      waits.find(([one]) => one.test(call))?.[1] ?? 0,
    )
    const code = wordOf(object.code)
    if (code === '0') return object
    if (status === 401 || code === '401') throw new Expired()
    const said = wordOf(object.msg)
    if (code === '') throw new CameraFault('unreachable', `HTTP ${status}, no code`)
    throw new CameraFault(faultOf(code, said) ?? otherwise, `${code} ${said}`.trim())
  }
  #at(call: string, query: Readonly<Record<string, string>>): string {
    const asked = new URLSearchParams(query).toString()
    return `${this.#login.url}/api/${call}${asked && `?${asked}`}`
  }
  async order(call: string, query: Readonly<Record<string, string>>) {
    return {
      method: 'GET',
      url: this.#at(call, query),
      headers: { 'access-token': await this.token() },
      body: '',
      done: '"code"\\s*:\\s*0\\b',
    } as const
  }
}
/**
 * Servers tell by their sentence what they have one number for: that something is not there or was
 * not found, that it is offline, that nothing is left to do it with.
 */
const sentences: readonly (readonly [RegExp, CameraFaultCode])[] = [
  [/\u4e0d\u5b58\u5728|\u672a\u627e\u5230/, 'not_found'],
  [/\u79bb\u7ebf|\u4e0d\u5728\u7ebf/, 'offline'],
  [/\u8d44\u6e90\u8017\u5c3d/, 'busy'],
  // Of a device that it asked and that said nothing.
  [/^timeout$|message: timeout/i, 'late'],
]
function faultOf(code: string, said: string): CameraFaultCode | null {
  if (code === '403') return 'refused'
  return sentences.find(([sentence]) => sentence.test(said))?.[1] ?? null
}
