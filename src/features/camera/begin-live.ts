import { clarities, liveAddress, playProtocols, type Clarity } from '#contract/camera/viewing.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { loadPlayer } from './load-player.ts'
import { savesData } from './slow-network.ts'
import { socketStream, type SocketStream } from './socket-stream.ts'
import { takeWay, type Protocol } from './stream-ways.ts'

/** Where a camera plays, as its server says. */
export interface LiveAddresses {
  url: string
  hdUrl: string | null
  webrtcUrl: string | null
}
/** Asks where a camera plays now. */
export type AskLive = (
  protocol: (typeof playProtocols)[Protocol],
  clarity: (typeof clarities)[Clarity],
) => Promise<LiveAddresses>
/** A live picture that has been asked for; there may be nothing yet to play it in. */
export interface Beginning {
  protocol: Protocol
  /** Where it plays, and its bytes where they come already. Rejects with the refusal. */
  found: Promise<LiveAddresses & { stream: SocketStream | null }>
  /** Gives back what it took, and ends what nobody plays. */
  drop(): void
}
export const addressOf = ({ url, hdUrl }: LiveAddresses, isHd: boolean) =>
  (isHd ? hdUrl : null) ?? url

export const askOf =
  (cameraId: number): AskLive =>
  (protocol, clarity) =>
    fetchCall(liveAddress, { cameraId, protocol, clarity })

export function beginLive(ask: AskLive, clarity: Clarity): Beginning {
  const { protocol, leave } = takeWay()
  let stream: SocketStream | null = null
  let isOver = false
  // Who plays it hears what did not come.
  loadPlayer(protocol).catch(() => undefined)
  const found = ask(playProtocols[protocol], clarities[clarity]).then((at) => {
    if (protocol === 'socket' && !at.webrtcUrl && !isOver)
      stream = socketStream(addressOf(at, clarity === 'hd'))
    return { ...at, stream }
  })
  return {
    protocol,
    found,
    drop() {
      isOver = true
      leave()
      stream?.close()
    },
  }
}

/** Ms for which what was begun waits for somebody to play it. */
const waitsMs = 4000
let early: { camera: number; beginning: Beginning; timer: ReturnType<typeof setTimeout> } | null =
  null
const forget = () => {
  if (early) clearTimeout(early.timer)
  early?.beginning.drop()
  early = null
}
/** Begins at the press, while the dialog it will be seen in is being drawn. */
export function beginEarly(camera: number): void {
  forget()
  // Who sees stills instead is asked for none of it.
  if (savesData()) return
  const beginning = beginLive(askOf(camera), 'sd')
  beginning.found.catch(() => undefined)
  early = { camera, beginning, timer: setTimeout(forget, waitsMs) }
}
/** What was begun of a camera already, once. */
export function takeEarly(camera: number, clarity: Clarity): Beginning | null {
  if (early?.camera !== camera || clarity !== 'sd') return null
  const { beginning, timer } = early
  clearTimeout(timer)
  early = null
  return beginning
}
