import { cameraWays } from '#contract/camera/camera.ts'
import { directions } from '#contract/camera/viewing.ts'
import {
  CameraFault,
  type CameraFaultCode,
  type CameraSource,
  type SourceOf,
  type SourceServices,
  type StopOrder,
} from '../source.ts'
import {
  askObject,
  formHeaders,
  inChina,
  isObject,
  loginOf,
  nationalIds,
  wordOf,
  type PlatformSetup,
} from './asking.ts'
import { ezvizEvents } from './ezviz-events.ts'
import { ezvizHeld } from './ezviz-held.ts'
import { Kept, type Valid } from './kept.ts'

/** What the open platform's codes say, as ours. */
const faults: Readonly<Record<string, CameraFaultCode>> = {
  10005: 'refused',
  10017: 'refused',
  10030: 'refused',
  10028: 'busy',
  10029: 'busy',
  20001: 'not_found',
  20002: 'not_found',
  20014: 'not_found',
  20018: 'not_found',
  20007: 'offline',
  20015: 'not_allowed',
  60000: 'not_allowed',
  60001: 'not_allowed',
  60020: 'not_allowed',
  // The stream is encrypted, and the camera's own password is not the one it is encrypted with.
  60019: 'refused',
  60026: 'no_stream',
  60061: 'busy',
}
/** The token is over, or none that was given out. */
const tokenOver = '10002'
/** Ms before its end at which a token is asked for anew. */
const earlyMs = 10 * 60_000
/** Seconds for which an address of a stream is good; it is opened at once. */
const addressSeconds = 300
const flv = '4'
const qualities = { hd: '1', sd: '2' } as const
/** What an address plays of what was recorded. */
const keptTypes = { card: '2', cloud: '3' } as const
const tokens = new Kept<string>()

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
/** The address of a call; whoever wrote the path of the calls into the platform's is understood. */
const at = (url: string, call: string) => `${url.replace(/\/api\/lapp$/, '')}/api/lapp/${call}`
const dataOf = ({ data }: Readonly<Record<string, unknown>>) => (isObject(data) ? data : {})
/** The token was refused. */
class Expired extends Error {}

/**
 * Cameras of the Ezviz open platform, and national-standard ones that are registered there: those
 * are named by their numbers as well.
 */
export const ezvizSource: SourceOf = (setup, services) => {
  const platform = new EzvizPlatform(setup, services)
  const { device, channel } = nationalIds(setup.serial)
  const isNational = setup.way === cameraWays.cloudGb
  const who = {
    deviceSerial: isNational ? device : setup.serial.toUpperCase(),
    channelNo: String(setup.channel),
    ...(isNational && { gbchannel: channel ?? device }),
  }
  const stream = async (fields: Readonly<Record<string, string>>) => {
    const { url } = await platform.ask('v2/live/address/get', {
      ...who,
      protocol: flv,
      expireTime: String(addressSeconds),
      ...(setup.secret && { code: setup.secret }),
      ...fields,
    })
    if (typeof url !== 'string' || !/^https?:/.test(url))
      throw new CameraFault('no_stream', 'no address')
    return { kind: 'flv', url } as const
  }
  const source: CameraSource = {
    hasHd: true,
    live: (clarity) => stream({ type: '1', quality: qualities[clarity] }),
    move: async (direction, speed) => {
      const fields = { ...who, direction: String(directions[direction]) }
      await platform.ask('device/ptz/start', {
        ...fields,
        speed: String(Math.min(2, Math.floor((speed - 1) / 34))),
      })
      return platform.order('device/ptz/stop', fields)
    },
    presets: {
      add: async () => {
        const index = Number((await platform.ask('device/preset/add', who)).index)
        if (!Number.isInteger(index)) throw new CameraFault('command_failed', 'no index')
        return index
      },
      recall: async (index) =>
        void (await platform.ask('device/preset/move', { ...who, index: String(index) })),
      remove: async (index) =>
        void (await platform.ask('device/preset/clear', { ...who, index: String(index) })),
    },
    playback: (from, to, place) =>
      stream({
        type: keptTypes[place],
        quality: qualities.hd,
        startTime: inChina(from),
        stopTime: inChina(to),
      }),
    recorded: (from, to) => ezvizHeld(platform, who, from, to),
    events: (since) => ezvizEvents(platform, { ...who, since }, () => source.check(), services),
    check: async () => {
      const { status } = await platform.ask('device/info', { deviceSerial: who.deviceSerial })
      if (Number(status) !== 1) throw new CameraFault('offline')
    },
  }
  return source
}
/** Whether the platform knows us at all. Errors: `CameraFault`. */
export const checkEzviz = async (setup: PlatformSetup, services: SourceServices): Promise<void> =>
  void (await new EzvizPlatform(setup, services).token({ isFresh: true }))

export class EzvizPlatform {
  readonly #setup: PlatformSetup
  readonly #services: SourceServices
  constructor(setup: PlatformSetup, services: SourceServices) {
    this.#setup = setup
    this.#services = services
  }
  /** What everything that is kept of it is kept under. */
  get key(): string {
    return loginOf(this.#setup, 'ezviz').key
  }
  /** Errors: `no_platform`; what the platform said. */
  async token({ isFresh = false } = {}): Promise<string> {
    const login = loginOf(this.#setup, 'ezviz')
    if (isFresh) tokens.drop(login.key)
    return tokens.of(login.key, async (): Promise<Valid<string>> => {
      const data = dataOf(
        await this.#once(login.url, 'token/get', {
          appKey: login.account,
          appSecret: login.secret,
        }),
      )
      const value = wordOf(data.accessToken)
      if (!value) throw new CameraFault('unreachable', 'no token')
      return { value, until: Number(data.expireTime) - earlyMs }
    })
  }
  /** A call with a token, and what it answers. */
  async ask(
    call: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    return dataOf(await this.asked(call, fields))
  }
  /** A page of a list, and how many lines it has altogether. */
  async page(
    call: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ lines: readonly Readonly<Record<string, unknown>>[]; total: number }> {
    const { data, page } = await this.asked(call, fields)
    const lines = Array.isArray(data) ? data.filter(isObject) : []
    const total = isObject(page) ? Number(page.total) : lines.length
    return { lines, total: Number.isFinite(total) ? total : lines.length }
  }
  /** The whole answer; with another token once where it is over. */
  async asked(
    call: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { key, url } = loginOf(this.#setup, 'ezviz')
    for (const isLast of [false, true]) {
      const accessToken = await this.token()
      try {
        return await this.#once(url, call, { accessToken, ...fields })
      } catch (error) {
        if (!(error instanceof Expired)) throw error
        await tokens.refused(key, accessToken)
        if (isLast) break
      }
    }
    throw new CameraFault('refused', tokenOver)
  }
  /** The same, to be made by whoever holds it. */
  async order(call: string, fields: Readonly<Record<string, string>>): Promise<StopOrder> {
    const { url } = loginOf(this.#setup, 'ezviz')
    return {
      method: 'POST',
      url: at(url, call),
      headers: formHeaders,
      body: form({ accessToken: await this.token(), ...fields }),
      done: '"code"\\s*:\\s*"?200"?',
    }
  }
  async #once(
    url: string,
    call: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { object } = await askObject(
      'POST',
      at(url, call),
      form(fields),
      formHeaders,
      this.#services.outgoing,
    )
    const code = wordOf(object.code)
    if (code === '200') return object
    if (code === tokenOver) throw new Expired()
    if (code === '') throw new CameraFault('unreachable', 'an answer without a code')
    throw new CameraFault(faults[code] ?? 'command_failed', `${code} ${wordOf(object.msg)}`.trim())
  }
}
