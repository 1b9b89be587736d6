import { createHash } from 'node:crypto'
import { named, readXml, textOf, type Element } from '#server/modules/camera/engine/sources/xml.ts'
import { listen } from './camera-peers.ts'
import { PullPoints } from './pull-points.ts'

const soap = 'http://www.w3.org/2003/05/soap-envelope'
/** A camera that speaks ONVIF, with a clock of its own. */
export interface OnvifPeer {
  url: string
  close(): void
  account: string
  secret: string
  /** Ms that its clock is ahead. */
  ahead: number
  canTurn: boolean
  /** What it says of where its stream is; {host} is its own. */
  stream: string
  /** Instead of what it would answer. */
  says: { status: number; text: string } | null
  velocity: { x: number; y: number; zoom: number } | null
  /** By their tokens: name, and where it looked. */
  presets: Map<string, string>
  at: string
  /** Where it tells of what it sees; null: it tells of nothing. */
  points: PullPoints | null
  asked: string[]
  nonces: Set<string>
}
const fault = (subcode: string, text: string) =>
  `<x:Fault><x:Code><x:Value>x:Sender</x:Value><x:Subcode><x:Value>ter:${subcode}</x:Value></x:Subcode></x:Code><x:Reason><x:Text xml:lang="en">${text}</x:Text></x:Reason></x:Fault>`
const wrap = (body: string) =>
  `<?xml version="1.0"?><x:Envelope xmlns:x="${soap}" xmlns:ter="http://www.onvif.org/ver10/error" xmlns:d="http://www.onvif.org/ver10/device/wsdl" xmlns:m="http://www.onvif.org/ver10/media/wsdl" xmlns:p="http://www.onvif.org/ver20/ptz/wsdl" xmlns:t="http://www.onvif.org/ver10/schema"><x:Body>${body}</x:Body></x:Envelope>`

export async function onvifPeer(): Promise<OnvifPeer> {
  let timer: NodeJS.Timeout | undefined
  let made = 0
  /** Whether the digest is right, of a time that is its own, and was not there before. */
  const isSigned = (header: Element | undefined): boolean => {
    if (!header) return false
    const created = textOf(header, 'Created')
    const nonce = textOf(header, 'Nonce')
    const digest = createHash('sha1')
      .update(Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(created + peer.secret)]))
      .digest('base64')
    const isNow = Math.abs(Date.parse(created) - (Date.now() + peer.ahead)) < 30_000
    const isNew = !peer.nonces.has(nonce)
    peer.nonces.add(nonce)
    return (
      textOf(header, 'Username') === peer.account &&
      textOf(header, 'Password') === digest &&
      isNow &&
      isNew
    )
  }
  const stop = () => {
    clearTimeout(timer)
    peer.velocity = null
  }
  const answer = async (call: Element, header: Element | undefined): Promise<string | null> => {
    const preset = () => textOf(call, 'PresetToken')
    const done = `<p:${call.name}Response/>`
    switch (call.name) {
      case 'GetDeviceInformation':
        return '<d:GetDeviceInformationResponse><d:Manufacturer>Test</d:Manufacturer></d:GetDeviceInformationResponse>'
      case 'GetCapabilities':
        // As devices behind an address of somebody else's do: they name their own.
        return `<d:GetCapabilitiesResponse><d:Capabilities><t:Media><t:XAddr>http://192.168.250.9:${new URL(peer.url).port}/onvif/media</t:XAddr></t:Media>${peer.canTurn ? `<t:PTZ><t:XAddr>${peer.url}/onvif/ptz</t:XAddr></t:PTZ>` : ''}${peer.points ? `<t:Events><t:XAddr>http://192.168.250.9:${new URL(peer.url).port}/onvif/events</t:XAddr></t:Events>` : ''}</d:Capabilities></d:GetCapabilitiesResponse>`
      case 'GetProfiles':
        return `<m:GetProfilesResponse>${['main&amp;1', 'sub'].map((token) => `<m:Profiles token="${token}" fixed="true"><t:Name>${token}</t:Name>${peer.canTurn ? '<t:PTZConfiguration token="ptz"/>' : ''}</m:Profiles>`).join('')}</m:GetProfilesResponse>`
      case 'GetStreamUri':
        return `<m:GetStreamUriResponse><m:MediaUri><t:Uri>${peer.stream.replace('{host}', new URL(peer.url).hostname)}/${textOf(call, 'ProfileToken').replaceAll('&', '-')}</t:Uri></m:MediaUri></m:GetStreamUriResponse>`
      case 'ContinuousMove': {
        stop()
        const [pan, zoom] = [named(call, 'PanTilt')[0], named(call, 'Zoom')[0]]
        peer.velocity = {
          x: Number(pan?.attributes.x ?? 0),
          y: Number(pan?.attributes.y ?? 0),
          zoom: Number(zoom?.attributes.x ?? 0),
        }
        timer = setTimeout(stop, Number(/^PT([\d.]+)S$/.exec(textOf(call, 'Timeout'))![1]) * 1000)
        return done
      }
      case 'Stop':
        stop()
        return done
      case 'GetPresets':
        return `<p:GetPresetsResponse>${[...peer.presets].map(([token, name]) => `<p:Preset token="${token}"><t:Name>${name.split('@')[0]}</t:Name></p:Preset>`).join('')}</p:GetPresetsResponse>`
      case 'SetPreset': {
        const token = preset() || `Preset-${(made += 1)}`
        peer.presets.set(token, `${textOf(call, 'PresetName')}@${peer.at}`)
        return `<p:SetPresetResponse><p:PresetToken>${token}</p:PresetToken></p:SetPresetResponse>`
      }
      case 'GotoPreset':
        peer.at = peer.presets.get(preset())!.split('@')[1]!
        return done
      case 'RemovePreset':
        peer.presets.delete(preset())
        return done
    }
    return peer.points?.answer(call, header, Date.now() + peer.ahead) ?? null
  }
  const respond = async (text: string): Promise<{ status: number; text: string }> => {
    const root = readXml(text)!
    const call = named(root, 'Body')[0]!.children[0]!
    peer.asked.push(call.name)
    if (peer.says && call.name !== 'GetSystemDateAndTime') return peer.says
    if (call.name === 'GetSystemDateAndTime') {
      const now = new Date(Date.now() + peer.ahead)
      return {
        status: 200,
        text: wrap(
          `<d:GetSystemDateAndTimeResponse><d:SystemDateAndTime><t:UTCDateTime><t:Time><t:Hour>${now.getUTCHours()}</t:Hour><t:Minute>${now.getUTCMinutes()}</t:Minute><t:Second>${now.getUTCSeconds()}</t:Second></t:Time><t:Date><t:Year>${now.getUTCFullYear()}</t:Year><t:Month>${now.getUTCMonth() + 1}</t:Month><t:Day>${now.getUTCDate()}</t:Day></t:Date></t:UTCDateTime></d:SystemDateAndTime></d:GetSystemDateAndTimeResponse>`,
        ),
      }
    }
    if (!isSigned(named(root, 'Security')[0]))
      return { status: 400, text: wrap(fault('NotAuthorized', 'Sender not authorized')) }
    const body = await answer(call, named(root, 'Header')[0])
    return body
      ? { status: 200, text: wrap(body) }
      : { status: 500, text: wrap(fault('ActionNotSupported', 'no such action')) }
  }
  const { url, close } = await listen((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      void respond(Buffer.concat(parts).toString()).then(({ status, text }) =>
        response.writeHead(status, { 'content-type': 'application/soap+xml' }).end(text),
      )
    })
  })
  const peer: OnvifPeer = {
    url,
    close: () => {
      clearTimeout(timer)
      close()
    },
    account: 'admin',
    secret: 'p&ss<word>',
    ahead: 2 * 3_600_000,
    canTurn: true,
    stream: 'rtsp://{host}:8554',
    says: null,
    velocity: null,
    presets: new Map(),
    at: 'home',
    points: new PullPoints(() => peer.url),
    asked: [],
    nonces: new Set(),
  }
  return peer
}
export const onvifFault = (subcode: string) => wrap(fault(subcode, 'refused'))
