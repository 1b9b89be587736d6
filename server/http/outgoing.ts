import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** How calls leave. `allowsPrivate`: http and addresses of one's own network too, where a farm runs its own chat server. */
export interface Outgoing { allowsPrivate: boolean; timeoutMs: number }

const mostBytes = 64 * 1024
const ours = new BlockList()
for (const [address, bits] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3]] as const) ours.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [['::', 127], ['64:ff9b::', 96], ['100::', 64], ['2002::', 16], ['fc00::', 7], ['fe80::', 10], ['ff00::', 8]] as const) ours.addSubnet(address, bits, 'ipv6')

/** Whether an address may lie within somebody's own network, this machine's included. IPv4 within IPv6 counts as what it stands for. */
export function isPrivate(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return ours.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
/** Whether a robot may be reached there at all; the name behind it is looked at when it is called. */
export function isAddress(text: string, { allowsPrivate }: Pick<Outgoing, 'allowsPrivate'>): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  if (allowsPrivate) return protocol === 'https:' || protocol === 'http:'
  const bare = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && hostname.includes('.') && !(isIP(bare) !== 0 && isPrivate(bare))
}

/** The name is looked up once and what was found is what is called: a name that points elsewhere a moment later gains nothing. */
export const publicOnly: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '')
    const bad = found.find(({ address }) => isPrivate(address))
    if (bad || found.length === 0) return done(new Error('the address lies within a private network'), '')
    if (options.all) return done(null, found)
    return done(null, found[0]!.address, found[0]!.family)
  })
}

/** Posts JSON and answers JSON; follows no redirect. Errors: throws on anything but 2xx with JSON in time. */
export function postJson(url: string, body: unknown, outgoing: Outgoing): Promise<unknown> {
  if (!isAddress(url, outgoing)) return Promise.reject(new Error('the address is not a public https address'))
  const text = Buffer.from(JSON.stringify(body))
  const send = new URL(url).protocol === 'http:' ? plainRequest : secureRequest
  return new Promise((done, fail) => {
    const request = send(url, {
      method: 'POST', headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length }, signal: AbortSignal.timeout(outgoing.timeoutMs),
      ...(!outgoing.allowsPrivate && { lookup: publicOnly }),
    }, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > mostBytes) response.destroy(new Error('the answer is too large'))
        else parts.push(part)
      })
      response.on('error', fail)
      response.on('end', () => {
        if (response.statusCode! < 200 || response.statusCode! >= 300) return fail(new Error(`answered ${response.statusCode}`))
        try {
          done(JSON.parse(Buffer.concat(parts).toString()))
        } catch {
          fail(new Error('answered no JSON'))
        }
      })
    })
    request.on('error', fail)
    request.end(text)
  })
}
