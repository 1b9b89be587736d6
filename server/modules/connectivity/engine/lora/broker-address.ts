import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { limitPackets } from './packet-limit.ts'
import { isPrivate, publicOnly } from '#server/http/outgoing.ts'

const partsOf = (url: string) => {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'mqtts:'
  return {
    isSecure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 8883 : 1883),
  }
}
/**
 * Whether a tenant's broker may be there at all; the name behind it is looked at when it is called.
 */
export function isBrokerAddress(url: string, allowsPrivate: boolean): boolean {
  if (!URL.canParse(url)) return false
  const { host } = partsOf(url)
  if (allowsPrivate) return host !== ''
  return isIP(host) === 0 ? host.includes('.') : !isPrivate(host)
}
/**
 * A connection to a tenant's broker. Without `allowsPrivate` it ends with an error where the
 * address is not a public one.
 */
export function openBroker(url: string, allowsPrivate: boolean): Socket {
  const { isSecure, host, port } = partsOf(url)
  const isAllowed = isBrokerAddress(url, allowsPrivate)
  // An address that is written out is not looked up, so it is refused here.
  const lookup: typeof publicOnly = (name, options, done) => {
    // Under a code that the client passes on, so that the network's page can say why.
    const answer: typeof done = (error, ...found) =>
      done(error && Object.assign(error, { code: 'ENOTFOUND' }), ...found)
    if (isAllowed) publicOnly(name, options, answer)
    else answer(new Error('the address lies within a private network'), '')
  }
  const target = {
    host: isAllowed ? host : 'refused.invalid',
    port,
    ...(!allowsPrivate && { lookup }),
  }
  const socket = isSecure
    ? connectTls({ ...target, servername: isIP(host) === 0 ? host : undefined })
    : connect(target)
  limitPackets(socket)
  return socket
}
