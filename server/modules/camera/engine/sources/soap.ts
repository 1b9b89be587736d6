import { createHash, randomBytes } from 'node:crypto'
import { ask, type Outgoing } from '#server/http/outgoing.ts'
import { CameraFault, type CameraFaultCode } from '../source.ts'
import { escaped, named, readXml, textOf, type Element } from './xml.ts'

const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
const mostBytes = 512 * 1024

export interface Signer {
  account: string
  secret: string
  /** Ms that the device's clock is ahead of ours; it takes no signature of another time. */
  ahead: number
}
/** A signature of this moment (WS-Security UsernameToken, digest of nonce, time and password). */
function signed({ account, secret, ahead }: Signer): string {
  const nonce = randomBytes(16)
  const created = new Date(Date.now() + ahead).toISOString()
  const digest = createHash('sha1')
    .update(Buffer.concat([nonce, Buffer.from(created + secret)]))
    .digest('base64')
  return `<w:Security xmlns:w="${security}-wssecurity-secext-1.0.xsd" xmlns:u="${security}-wssecurity-utility-1.0.xsd" s:mustUnderstand="1"><w:UsernameToken><w:Username>${escaped(account)}</w:Username><w:Password Type="${security}-username-token-profile-1.0#PasswordDigest">${digest}</w:Password><w:Nonce EncodingType="${security}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</w:Nonce><u:Created>${created}</u:Created></w:UsernameToken></w:Security>`
}
export const soapHeaders = { 'content-type': 'application/soap+xml; charset=utf-8' }
/** `header`: what stands in it besides the signature. */
export const envelope = (body: string, signer: Signer | null, header = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${signer ? signed(signer) : ''}${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`

/** What faults say (ONVIF core, 5.8.2), by the end of their names. */
const faults: readonly (readonly [RegExp, CameraFaultCode])[] = [
  [/NotAuthorized|FailedAuthentication|InvalidSecurity/i, 'refused'],
  [/NotSupported|NoPTZProfile|PTZNotSupported|OptionalActionNotImplemented/i, 'not_allowed'],
  [/NoProfile|NoEntity|NoToken|NoSource/i, 'not_found'],
  [/MovingPTZ|ResourcesExhausted|MaxNrOf/i, 'busy'],
]

/**
 * Asks a device; answers the body of what it said. Errors: `unreachable` where nothing came in time,
 * or no XML; else what its fault says.
 */
export async function askSoap(
  url: string,
  body: string,
  signer: Signer | null,
  outgoing: Outgoing,
  header = '',
): Promise<Element> {
  const bytes = Buffer.from(envelope(body, signer, header))
  const { status, body: answer } = await ask(
    'POST',
    url,
    bytes,
    soapHeaders,
    outgoing,
    mostBytes,
  ).catch((error: unknown) => {
    throw new CameraFault('unreachable', error instanceof Error ? error.message : '')
  })
  if (status === 401) throw new CameraFault('refused', 'HTTP 401')
  const root = readXml(answer.toString())
  const found = root && named(root, 'Body')[0]
  if (!found) throw new CameraFault('unreachable', `HTTP ${status}, no SOAP`)
  const fault = named(found, 'Fault')[0]
  if (!fault && status < 300) return found
  const said = fault ? named(fault, 'Value').map(({ text }) => text.trim()) : []
  const reason = textOf(fault, 'Text') || textOf(fault, 'faultstring')
  const code = faults.find(([name]) => said.some((one) => name.test(one)))?.[1]
  throw new CameraFault(code ?? 'command_failed', [said.at(-1), reason].filter(Boolean).join(' '))
}
