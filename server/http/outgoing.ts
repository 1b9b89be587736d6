import { lookup as resolve, type LookupAddress } from 'node:dns'
import {
  request as plainRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * How calls leave. `allowsPrivate`: http and addresses of one's own network too, where a farm runs
 * its own chat server.
 */
export interface Outgoing {
  allowsPrivate: boolean
  timeoutMs: number
  /**
   * Names that stand for a port of this machine, such as those of the demo's own services; asked by
   * http.
   */
  stands?: ReadonlyMap<string, number>
}

const mostBytes = 64 * 1024
/**
 * Public by their numbers, and answered by the machine a server runs on: the metadata of clouds.
 */
const ofClouds = new Set(['168.63.129.16', '192.0.0.192', '100.100.100.200'])

/**
 * Whether an address may lie within somebody's own network, this machine's included: all but what
 * is plainly one machine of
 * the public internet. IPv4 within IPv6 counts as what it stands for, where it is written so; every
 * other way of hiding one is refused.
 */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return true
  const parsed = ipaddr.process(address)
  if (ofClouds.has(parsed.toString()) || parsed.range() !== 'unicast') return true
  // Of IPv6 only 2000::/3 is given out; the rest of what is no other range was once something else,
  // or will be.
  return parsed.kind() === 'ipv6' && ((parsed as ipaddr.IPv6).parts[0]! & 0xe000) !== 0x2000
}
/**
 * Whether a robot may be reached there at all; the name behind it is looked at when it is called.
 */
export function isAddress(
  text: string,
  { allowsPrivate, stands }: Pick<Outgoing, 'allowsPrivate' | 'stands'>,
): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  if (stands?.has(hostname)) return protocol === 'http:'
  if (allowsPrivate) return protocol === 'https:' || protocol === 'http:'
  const bare = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && hostname.includes('.') && !(isIP(bare) !== 0 && isPrivate(bare))
}

/**
 * The name is looked up once and what was found is what is called: a name that points elsewhere a
 * moment later gains nothing.
 */
export const publicOnly: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '')
    const bad = found.find(({ address }) => isPrivate(address))
    if (bad || found.length === 0)
      return done(new Error('the address lies within a private network'), '')
    if (options.all) return done(null, found)
    return done(null, found[0]!.address, found[0]!.family)
  })
}

/** How an address that `isAddress` took is reached; spread over the options of the request. */
export function wayTo(
  url: string,
  { allowsPrivate, stands }: Pick<Outgoing, 'allowsPrivate' | 'stands'>,
): RequestOptions {
  const port = stands?.get(new URL(url).hostname)
  // 0: it is not open yet, and nobody else's port is meant.
  if (port !== undefined) return { hostname: '127.0.0.1', port: port || 1 }
  return allowsPrivate ? {} : { lookup: publicOnly }
}

/**
 * Posts JSON and answers JSON; follows no redirect. Errors: throws on anything but 2xx with JSON in
 * time.
 */
export const postJson = (
  url: string,
  body: unknown,
  outgoing: Outgoing,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> => askJson('POST', url, Buffer.from(JSON.stringify(body)), headers, outgoing)
/** The same of a question without a body. */
export const getJson = (
  url: string,
  outgoing: Outgoing,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> => askJson('GET', url, null, headers, outgoing)
/** The same by another method; what is empty counts as null. */
export const sendJson = (
  method: 'PUT' | 'PATCH' | 'DELETE' | 'POST',
  url: string,
  body: unknown,
  outgoing: Outgoing,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> =>
  askJson(method, url, body === null ? null : Buffer.from(JSON.stringify(body)), headers, outgoing)

/** What was answered, whatever it says. */
export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}
/**
 * Asks with any method and body; follows no redirect. Errors: throws where the address may not be
 * called, and when nothing whole comes in time.
 */
export function ask(
  method: string,
  url: string,
  body: Buffer | null,
  headers: Readonly<Record<string, string>>,
  outgoing: Outgoing,
  most = mostBytes,
): Promise<Answered> {
  if (!isAddress(url, outgoing))
    return Promise.reject(new Error('the address is not a public https address'))
  const send = new URL(url).protocol === 'http:' ? plainRequest : secureRequest
  return new Promise((done, fail) => {
    const request = send(
      url,
      {
        method,
        headers: { ...headers, ...(body && { 'content-length': body.length }) },
        signal: AbortSignal.timeout(outgoing.timeoutMs),
        ...wayTo(url, outgoing),
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > most) response.destroy(new Error('the answer is too large'))
          else parts.push(part)
        })
        response.on('error', fail)
        response.on('end', () =>
          done({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        )
      },
    )
    request.on('error', fail)
    request.end(body ?? undefined)
  })
}

async function askJson(
  method: string,
  url: string,
  body: Buffer | null,
  headers: Readonly<Record<string, string>>,
  outgoing: Outgoing,
): Promise<unknown> {
  const answered = await ask(
    method,
    url,
    body,
    { ...headers, ...(body && { 'content-type': 'application/json; charset=utf-8' }) },
    outgoing,
  )
  if (answered.status < 200 || answered.status >= 300)
    throw new Error(`answered ${answered.status}`)
  if (answered.body.length === 0 && method === 'DELETE') return null
  try {
    return JSON.parse(answered.body.toString())
  } catch {
    throw new Error('answered no JSON')
  }
}

/**
 * Asks for what goes on for ever; follows no redirect. Answers once the first of it is there,
 * whatever its status. Errors: as `ask`, the time being until then.
 */
export function openStream(
  url: string,
  outgoing: Outgoing,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  if (!isAddress(url, outgoing))
    return Promise.reject(new Error('the address is not a public https address'))
  const send = new URL(url).protocol === 'http:' ? plainRequest : secureRequest
  return new Promise((done, fail) => {
    const request = send(url, { headers, ...wayTo(url, outgoing) }, (answer) => {
      request.setTimeout(0)
      done(answer)
    })
    request.setTimeout(outgoing.timeoutMs, () => request.destroy(new Error('timed out')))
    request.on('error', fail)
    request.end()
  })
}
