import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import type { FoundCamera } from '#contract/camera/discover.ts'
import { named, readXml, textOf } from './sources/xml.ts'

/** Where devices are asked who they are (WS-Discovery 1.0, 2.4). */
const multicast = { address: '239.255.255.250', port: 3702 }
/** Ms for which answers are waited for. */
const withinMs = 3000
const mostCameras = 200
const mostBytes = 32 * 1024

const probe = () =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><s:Header><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action><a:MessageID>uuid:${randomUUID()}</a:MessageID><a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To></s:Header><s:Body><d:Probe><d:Types xmlns:n="http://www.onvif.org/ver10/network/wsdl">n:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>`,
  )

/** What a device says of itself in its scopes, such as its name. */
function scoped(scopes: string, what: string): string | null {
  const found = new RegExp(`onvif://www\\.onvif\\.org/${what}/(\\S+)`, 'i').exec(scopes)?.[1]
  try {
    return found ? decodeURIComponent(found).slice(0, 60) : null
  } catch {
    return null
  }
}
/** What an answer speaks of: addresses at the one who sent it alone. */
export function camerasIn(answer: Buffer, sender: string): FoundCamera[] {
  const root = answer.length <= mostBytes ? readXml(answer.toString()) : null
  return (root ? named(root, 'ProbeMatch') : []).flatMap((match) => {
    const address = textOf(match, 'XAddrs')
      .split(/\s+/)
      .find(
        (one) =>
          URL.canParse(one) &&
          /^https?:$/.test(new URL(one).protocol) &&
          new URL(one).hostname === sender,
      )
    if (!address || address.length > 300) return []
    const scopes = textOf(match, 'Scopes')
    return [{ name: scoped(scopes, 'name'), hardware: scoped(scopes, 'hardware'), address }]
  })
}

/** Cameras that answer in the networks that this machine is part of. */
export async function discover(
  { address, port } = multicast,
  ms = withinMs,
): Promise<FoundCamera[]> {
  const found = new Map<string, FoundCamera>()
  // Each network is asked by a socket of its own: the system would choose one of them.
  const hosts = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && internal === address.startsWith('127.'))
  const sockets = hosts.map(({ address: host }) => {
    const socket = createSocket('udp4')
    socket.on('error', () => undefined)
    socket.on('message', (answer, { address: sender }) => {
      for (const one of camerasIn(answer, sender))
        if (found.size < mostCameras) found.set(one.address, one)
    })
    socket.bind(0, host, () => socket.send(probe(), port, address))
    return socket
  })
  await new Promise((done) => setTimeout(done, ms))
  for (const socket of sockets) socket.close()
  return [...found.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1))
}
