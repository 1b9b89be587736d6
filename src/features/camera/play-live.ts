import { play, type PlayEvents, type Playing } from './play.ts'
import { playsWebRtc, playWebRtc } from './play-webrtc.ts'
import type { SocketStream } from './socket-stream.ts'
import type { Protocol } from './stream-ways.ts'

/** Where a camera plays, as its server says. */
export interface LiveAddresses {
  url: string
  hdUrl: string | null
  webrtcUrl: string | null
}
export const addressOf = ({ url, hdUrl }: LiveAddresses, isHd: boolean) =>
  (isHd ? hdUrl : null) ?? url

interface LiveTarget {
  /** Under which it is remembered that WebRTC did not get through. */
  name: string
  isHd: boolean
  isMuted: boolean
  /** What the addresses speak. */
  protocol: Protocol
  language: string
  /** Nobody looks any more. */
  signal: AbortSignal
}
/** Ms for which WebRTC that did not get through is not tried again. */
const avoidedMs = 10 * 60_000
const avoided = new Map<string, number>()

/**
 * Plays a live picture by the best way that gets through: WebRTC straight from an outside server,
 * else what ours reads. Errors: those of `play`.
 */
export async function playLive(
  host: HTMLElement,
  at: LiveAddresses & { stream?: SocketStream | null },
  { name, isHd, isMuted, protocol, language, signal }: LiveTarget,
  told: PlayEvents,
): Promise<Playing> {
  const { hdUrl, webrtcUrl, stream } = at
  const isAvoided = (avoided.get(name) ?? 0) > Date.now()
  if (webrtcUrl && !isAvoided && !(isHd && hdUrl) && playsWebRtc())
    try {
      return await playWebRtc(host, { url: webrtcUrl, isMuted, signal }, told)
    } catch {
      signal.throwIfAborted()
      avoided.set(name, Date.now() + avoidedMs)
    }
  return play(host, { url: addressOf(at, isHd), protocol, isMuted, language, stream }, told)
}
