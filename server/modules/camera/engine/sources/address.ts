import {
  CameraFault,
  type CameraSetup,
  type Feed,
  type SourceOf,
  type WhepTarget,
} from '../source.ts'

type Account = Pick<CameraSetup, 'accountName' | 'secret'>
/** An address with the account that it asks for; the secret is never kept in the address itself. */
export function addressed(address: string, { accountName, secret }: Account): string {
  if (!accountName) return address
  const url = new URL(address)
  url.username = encodeURIComponent(accountName)
  url.password = encodeURIComponent(secret ?? '')
  return url.href
}
/** The same over HTTP: an account and its password, or a secret alone, which is a token. */
export function authorized({ accountName, secret }: Account): Readonly<Record<string, string>> {
  if (accountName) {
    const text = Buffer.from(`${accountName}:${secret ?? ''}`).toString('base64')
    return { authorization: `Basic ${text}` }
  }
  return secret ? { authorization: `Bearer ${secret}` } : {}
}
/** What an address is read as. Errors: `no_address` for what no stream is asked for at. */
export function feedAt(address: string, account: Account): Feed {
  if (!URL.canParse(address)) throw new CameraFault('no_address')
  const { protocol, pathname } = new URL(address)
  if (protocol === 'rtsp:' || protocol === 'rtsps:')
    return { kind: 'rtsp', url: addressed(address, account) }
  if (protocol !== 'http:' && protocol !== 'https:') throw new CameraFault('no_address')
  const kind = /\.m3u8$/i.test(pathname) ? 'hls' : 'flv'
  return { kind, url: address, headers: authorized(account) }
}
const whepOf = (address: string, setup: CameraSetup) => async (): Promise<WhepTarget> => ({
  url: address,
  headers: authorized(setup),
})

/**
 * A camera with nothing but addresses: RTSP, FLV over HTTP or a list of pieces, that is read here; and
 * where an outside server plays it as WebRTC.
 */
export const addressSource: SourceOf = (setup) => {
  const { hdAddress, streamAddress, whepAddress } = setup
  const read = (address: string | null): Feed => {
    if (address) return feedAt(address, setup)
    throw new CameraFault(whepAddress ? 'webrtc_only' : 'no_address')
  }
  return {
    hasHd: hdAddress !== null,
    live: async (clarity) => read((clarity === 'hd' ? hdAddress : null) ?? streamAddress),
    ...(whepAddress && { whep: whepOf(whepAddress, setup) }),
    // There is nobody to ask but the stream itself.
    check: async () => {
      read(streamAddress)
    },
  }
}
