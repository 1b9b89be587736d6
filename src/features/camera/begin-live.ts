import { clarities, liveAddress, playProtocols, type Clarity } from '#contract/camera/viewing.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { loadPlayer } from './load-player.ts'
import { addressOf, playLive, type LiveAddresses } from './play-live.ts'
import type { PlayEvents, Playing } from './play.ts'
import { socketStream, type SocketStream } from './socket-stream.ts'
import { takeWay, type Protocol } from './stream-ways.ts'

/** Asks where a camera plays now. */
export type AskLive = (
  protocol: (typeof playProtocols)[Protocol],
  clarity: (typeof clarities)[Clarity],
) => Promise<LiveAddresses>
interface LiveWish {
  /** What is played in; it need not stand on the page yet. */
  host: HTMLElement
  camera: number
  clarity: Clarity
  isMuted: boolean
  language: string
  ask: AskLive
}
/** A live picture that has been asked for. */
export interface Beginning {
  /** Where it plays. Rejects with the refusal. */
  found: Promise<LiveAddresses>
  /** It plays, or is about to. Rejects as `found`, or where the player did not come. */
  playing: Promise<Playing>
  /** Ends it, and gives back what it took. */
  drop(): void
}
export const askOf =
  (cameraId: number): AskLive =>
  (protocol, clarity) =>
    fetchCall(liveAddress, { cameraId, protocol, clarity })

export function beginLive(
  { host, camera, clarity, isMuted, language, ask }: LiveWish,
  told: PlayEvents,
): Beginning {
  const { protocol, leave } = takeWay()
  const leaving = new AbortController()
  const { signal } = leaving
  const isHd = clarity === 'hd'
  let stream: SocketStream | null = null
  let begun: Playing | null = null
  // Who plays it hears what did not come.
  loadPlayer(protocol).catch(() => undefined)
  const found = ask(playProtocols[protocol], clarities[clarity])
  const start = async (): Promise<Playing> => {
    const at = await found
    signal.throwIfAborted()
    if (protocol === 'socket' && !at.webrtcUrl) stream = socketStream(addressOf(at, isHd))
    const name = `${camera}${location.hash}`
    const target = { name, isHd, isMuted, protocol, language, signal }
    begun = await playLive(host, { ...at, stream }, target, told)
    if (signal.aborted) begun.stop()
    return begun
  }
  return {
    found,
    playing: start(),
    drop() {
      leaving.abort()
      leave()
      begun?.stop()
      stream?.close()
    },
  }
}
