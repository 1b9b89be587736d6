import { createHash } from 'node:crypto'
import type { Direction } from '#contract/camera/viewing.ts'
import { CameraFault, type CameraSetup, type SourceOf, type SourceServices } from '../source.ts'
import { addressed } from './address.ts'
import { Kept } from './kept.ts'
import { onvifEvents } from './onvif-events.ts'
import { askSoap, envelope, soapHeaders, type Signer } from './soap.ts'
import { escaped, named, textOf, type Element } from './xml.ts'

const device = 'http://www.onvif.org/ver10/device/wsdl'
const media = 'http://www.onvif.org/ver10/media/wsdl'
const ptz = 'http://www.onvif.org/ver20/ptz/wsdl'
const schema = 'http://www.onvif.org/ver10/schema'

/** How far each direction goes: across, up, in. */
const ways: Readonly<Record<Exclude<Direction, 'stop'>, readonly [number, number, number]>> = {
  up: [0, 1, 0],
  down: [0, -1, 0],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  leftUp: [-1, 1, 0],
  leftDown: [-1, -1, 0],
  rightUp: [1, 1, 0],
  rightDown: [1, -1, 0],
  zoomIn: [0, 0, 1],
  zoomOut: [0, 0, -1],
}
/** Ms for which the clock and the services of a device are taken as known. */
const knownMs = 5 * 60_000
/** Ms after which a camera stops by itself when it is not told to go on. */
const movesForMs = 1000
const mostPresets = 255
/** What positions of ours are called at the device, whose own counting may be of any form. */
const presetName = (index: number) => `furrow-${index}`

interface Device {
  signer: Signer | null
  media: string
  /** null: it neither turns nor zooms. */
  ptz: string | null
  /** null: it tells of nothing. */
  events: string | null
  /** The fullest first. */
  profiles: readonly { token: string; turns: boolean }[]
}
const devices = new Kept<Device>()

/** Cameras that speak ONVIF, asked at their device service (core, media and PTZ specifications). */
export const onvifSource: SourceOf = (setup, services) => {
  const camera = new OnvifCamera(setup, services)
  /** What turns it, and the profile it turns by. Errors: `not_allowed`. */
  const turning = async () => {
    const known = await camera.device()
    const profile = known.profiles.find(({ turns }) => turns)
    if (!known.ptz || !profile) throw new CameraFault('not_allowed')
    return { url: known.ptz, signer: known.signer, token: escaped(profile.token) }
  }
  const turn = async (call: string, inner: string): Promise<Element> => {
    const { url, signer, token } = await turning()
    const body = `<${call} xmlns="${ptz}"><ProfileToken>${token}</ProfileToken>${inner}</${call}>`
    return askSoap(url, body, signer, services.outgoing)
  }
  const tokenOf = async (index: number): Promise<string | null> =>
    named(await turn('GetPresets', ''), 'Preset').find(
      (one) => textOf(one, 'Name') === presetName(index),
    )?.attributes.token ?? null
  /** Errors: `command_failed` where the device has no such position any more. */
  const at = async (call: string, index: number): Promise<void> => {
    const token = await tokenOf(index)
    if (token === null) throw new CameraFault('command_failed', `no ${presetName(index)}`)
    await turn(call, `<PresetToken>${escaped(token)}</PresetToken>`)
  }
  return {
    hasHd: true,
    movesForMs,
    live: async (clarity) => ({ kind: 'rtsp', url: await camera.stream(clarity) }),
    move: async (direction, speed) => {
      const { url, signer, token } = await turning()
      const [x, y, zoom] = ways[direction].map((way) => (way * speed) / 100) as [
        number,
        number,
        number,
      ]
      const velocity =
        zoom === 0
          ? `<PanTilt xmlns="${schema}" x="${x}" y="${y}"/>`
          : `<Zoom xmlns="${schema}" x="${zoom}"/>`
      await turn(
        'ContinuousMove',
        `<Velocity>${velocity}</Velocity><Timeout>PT${movesForMs / 1000}S</Timeout>`,
      )
      return {
        method: 'POST',
        url,
        headers: soapHeaders,
        body: envelope(
          `<Stop xmlns="${ptz}"><ProfileToken>${token}</ProfileToken><PanTilt>true</PanTilt><Zoom>true</Zoom></Stop>`,
          signer,
        ),
      }
    },
    presets: {
      add: async (_name, taken) => {
        const index = Array.from({ length: mostPresets }, (_, i) => i + 1).find(
          (one) => !taken.includes(one),
        )
        if (index === undefined) throw new CameraFault('command_failed', 'no place left')
        const token = await tokenOf(index)
        const known = token === null ? '' : `<PresetToken>${escaped(token)}</PresetToken>`
        await turn('SetPreset', `<PresetName>${presetName(index)}</PresetName>${known}`)
        return index
      },
      recall: (index) => at('GotoPreset', index),
      remove: (index) => at('RemovePreset', index),
    },
    events: (since) =>
      onvifEvents(
        async () => {
          const { events, signer } = await camera.device()
          if (!events) throw new CameraFault('not_allowed')
          return { events, signer, at: (address) => camera.at(address) }
        },
        since,
        services,
      ),
    check: () => camera.check(),
  }
}

class OnvifCamera {
  readonly #setup: CameraSetup
  readonly #services: SourceServices
  constructor(setup: CameraSetup, services: SourceServices) {
    this.#setup = setup
    this.#services = services
  }
  get #service(): string {
    const address = this.#setup.streamAddress
    if (!address || !/^https?:/.test(address)) throw new CameraFault('no_address')
    return address
  }
  #ask(url: string, body: string, signer: Signer | null): Promise<Element> {
    return askSoap(url, body, signer, this.#services.outgoing)
  }
  /** Who we are at this device's own time, which it tells without being signed in to. */
  async #signer(): Promise<Signer | null> {
    const { accountName, secret } = this.#setup
    if (!accountName) return null
    const answer = await this.#ask(this.#service, `<GetSystemDateAndTime xmlns="${device}"/>`, null)
    const utc = named(answer, 'UTCDateTime')[0]
    const part = (...path: string[]) => Number(textOf(utc, ...path))
    const theirs = Date.UTC(
      part('Date', 'Year'),
      part('Date', 'Month') - 1,
      part('Date', 'Day'),
      part('Time', 'Hour'),
      part('Time', 'Minute'),
      part('Time', 'Second'),
    )
    const ahead = utc && Number.isFinite(theirs) ? theirs - Date.now() : 0
    return { account: accountName, secret: secret ?? '', ahead }
  }
  /** Where one of its services is: the path that it names, at the host that we were given. */
  at(named: string): string | null {
    if (!URL.canParse(named) || !/^https?:/.test(named)) return null
    const [service, address] = [new URL(this.#service), new URL(named)]
    address.protocol = service.protocol
    address.hostname = service.hostname
    return address.href
  }
  device(): Promise<Device> {
    const { tenant, id, accountName, secret } = this.#setup
    const hash = createHash('sha256').update(`${this.#service}\n${accountName}\n${secret}`)
    return devices.of(`${tenant}/${id}/${hash.digest('base64')}`, async () => ({
      value: await this.#look(),
      until: Date.now() + knownMs,
    }))
  }
  async #look(): Promise<Device> {
    const signer = await this.#signer()
    const capabilities = await this.#ask(
      this.#service,
      `<GetCapabilities xmlns="${device}"><Category>All</Category></GetCapabilities>`,
      signer,
    )
    const serviceOf = (name: string) => this.at(textOf(capabilities, name, 'XAddr'))
    const url = serviceOf('Media')
    if (!url) throw new CameraFault('not_allowed', 'no media service')
    const answer = await this.#ask(url, `<GetProfiles xmlns="${media}"/>`, signer)
    const profiles = named(answer, 'Profiles').flatMap((one) =>
      one.attributes.token
        ? [{ token: one.attributes.token, turns: named(one, 'PTZConfiguration').length > 0 }]
        : [],
    )
    if (profiles.length === 0) throw new CameraFault('not_found', 'no profiles')
    return {
      signer,
      media: url,
      ptz: serviceOf('PTZ'),
      events: serviceOf('Events'),
      profiles,
    }
  }
  /** Errors: `no_address` for a stream of another host: what a device names is not to be trusted. */
  async stream(clarity: 'sd' | 'hd'): Promise<string> {
    const known = await this.device()
    const { token } = clarity === 'hd' ? known.profiles[0]! : known.profiles.at(-1)!
    const answer = await this.#ask(
      known.media,
      `<GetStreamUri xmlns="${media}"><StreamSetup><Stream xmlns="${schema}">RTP-Unicast</Stream><Transport xmlns="${schema}"><Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>${escaped(token)}</ProfileToken></GetStreamUri>`,
      known.signer,
    )
    const uri = textOf(answer, 'MediaUri', 'Uri')
    if (!URL.canParse(uri) || !/^rtsps?:$/.test(new URL(uri).protocol))
      throw new CameraFault('no_address')
    const url = new URL(uri)
    if (url.hostname !== new URL(this.#service).hostname)
      throw new CameraFault('no_address', `the stream is at ${url.hostname}`)
    url.username = ''
    url.password = ''
    return addressed(url.href, this.#setup)
  }
  async check(): Promise<void> {
    await this.#ask(
      this.#service,
      `<GetDeviceInformation xmlns="${device}"/>`,
      await this.#signer(),
    )
  }
}
