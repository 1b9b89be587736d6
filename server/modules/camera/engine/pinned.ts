import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPrivate, type Outgoing } from '#server/http/outgoing.ts'
import { CameraFault } from './source.ts'

/** The schemes of addresses that cameras stream at. */
const schemes = ['rtsp:', 'rtsps:']
/**
 * An address for a program that looks names up itself: its host looked up here, once, and written as
 * the number that was allowed. Errors: `CameraFault` where it may not be called or has no number.
 */
export async function pinned(url: string, { allowsPrivate }: Outgoing): Promise<string> {
  if (!URL.canParse(url) || !schemes.includes(new URL(url).protocol))
    throw new CameraFault('no_address')
  const parsed = new URL(url)
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true }).catch(() => {
        throw new CameraFault('unreachable', `no address of ${host}`)
      })
  if (!allowsPrivate && addresses.some(({ address }) => isPrivate(address)))
    throw new CameraFault('no_address', 'the address lies within a private network')
  const [{ address, family } = { address: host, family: 4 }] = addresses
  parsed.hostname = family === 6 ? `[${address}]` : address
  return parsed.href
}
