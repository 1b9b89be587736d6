import { ask, type Answered, type Outgoing } from '#server/http/outgoing.ts'
import { CameraFault, type CameraFaultCode, type WhepTarget } from './source.ts'

/** Of an offer or an answer; those of browsers have some thousand letters. */
export const mostSdp = 48 * 1024
/** Ms for which an offer waits: a server may have to fetch the stream first. */
const offerMs = 12_000
const refusals: Readonly<Record<number, CameraFaultCode>> = {
  401: 'refused',
  403: 'refused',
  404: 'not_found',
  // As ZLMediaKit answers for a stream that nobody sends.
  406: 'no_stream',
  503: 'busy',
}
const isSdp = (text: string) => text.startsWith('v=0')
/** Whether it is an offer of somebody who looks: nothing is sent, and nothing but pictures and sound. */
export const isViewersOffer = (text: unknown): text is string =>
  typeof text === 'string' &&
  text.length <= mostSdp &&
  isSdp(text) &&
  !/^a=(sendonly|sendrecv)\s*$/m.test(text) &&
  /^m=video /m.test(text) &&
  !/^m=(?!video |audio )/m.test(text)

/** An answered offer. */
export interface Accepted {
  answer: string
  /** Where its session is ended. */
  resource: string
}
/** Where a session lies: the path that the server names, at the host that we were given. */
function resourceAt(endpoint: string, location: unknown): string | null {
  if (typeof location !== 'string' || !URL.canParse(location, endpoint)) return null
  const [asked, named] = [new URL(endpoint), new URL(location, endpoint)]
  asked.pathname = named.pathname
  asked.search = named.search
  return asked.href
}
/**
 * Has an offer answered. Errors: `CameraFault`; `no_session` where the server does not say how a
 * viewer is cut off: what it begins for nobody ends by itself.
 */
export async function offerTo(
  { url, headers }: WhepTarget,
  offer: string,
  outgoing: Outgoing,
): Promise<Accepted> {
  const timeoutMs = Math.max(outgoing.timeoutMs, offerMs)
  const {
    status,
    headers: said,
    body,
  } = await ask(
    'POST',
    url,
    Buffer.from(offer),
    { ...headers, 'content-type': 'application/sdp', accept: 'application/sdp' },
    { ...outgoing, timeoutMs },
  ).catch((error: unknown): Answered => {
    throw new CameraFault('unreachable', error instanceof Error ? error.message : '')
  })
  const answer = body.toString()
  if ((status !== 201 && status !== 200) || !isSdp(answer) || answer.length > mostSdp)
    throw new CameraFault(refusals[status] ?? 'no_stream', `HTTP ${status}`)
  const resource = resourceAt(url, said.location)
  if (!resource) throw new CameraFault('no_session')
  return { answer, resource }
}
/** Ms in which a server is told that a session is over. */
const endMs = 3000
/** Ends a session. A server that does not answer ends it once its viewer is silent. */
export async function endSession(
  { headers }: WhepTarget,
  resource: string,
  outgoing: Outgoing,
): Promise<void> {
  await ask('DELETE', resource, null, headers, { ...outgoing, timeoutMs: endMs }).catch(
    () => undefined,
  )
}

/** How a server answered that it would send the picture: 'h264', 'vp8'. */
export function codecOfAnswer(answer: string): string | null {
  const video = answer.split(/^(?=m=)/m).find((part) => part.startsWith('m=video '))
  const [, first] = /^m=video \d+ \S+ (\d+)/.exec(video ?? '') ?? []
  const [, codec] = new RegExp(`^a=rtpmap:${first ?? 'x'} ([\\w.-]+)/`, 'm').exec(video ?? '') ?? []
  return codec?.toLowerCase() ?? null
}
