import type { PlayEvents, Playing } from './play.ts'

/** Ms until a connection to whoever plays must stand, once it has taken the offer. */
const connectMs = 4000
/** Ms until its first picture, which is a whole one and may be some seconds away. */
const pictureMs = 12_000
/** Ms that a browser collects its own addresses for at most; the server's are enough to begin. */
const gatherMs = 400
/** Ms in which a connection that broke may mend by itself. */
const brokenMs = 3000
/** Ms between two words that somebody still looks. */
const wordMs = 5000

export const playsWebRtc = () => typeof RTCPeerConnection !== 'undefined'

interface Options {
  /** Where offers are answered. */
  url: string
  isMuted: boolean
  signal: AbortSignal
}
type Connection = RTCPeerConnection

const within = <T>(ms: number, signal: AbortSignal, begin: (done: (value: T) => void) => void) =>
  new Promise<T>((done, fail) => {
    const timer = setTimeout(() => fail(new Error('timed out')), ms)
    const stop = () => fail(new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    begin((value) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      done(value)
    })
  })

/** Our side of an offer to look, with the addresses that were found in time. */
async function offerOf(connection: Connection, signal: AbortSignal): Promise<string> {
  for (const kind of ['video', 'audio']) connection.addTransceiver(kind, { direction: 'recvonly' })
  await connection.setLocalDescription(await connection.createOffer())
  const gathered = within<void>(gatherMs, signal, (done) => {
    if (connection.iceGatheringState === 'complete') return done()
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') done()
    })
  })
  await gathered.catch(() => signal.throwIfAborted())
  return connection.localDescription!.sdp
}

/** The session at our server: said to be wanted every few seconds, and ended. */
class Session {
  readonly #address: string
  readonly #timer: ReturnType<typeof setInterval>
  constructor(address: string, onOver: () => void) {
    this.#address = address
    this.#timer = setInterval(() => {
      fetch(address, { cache: 'no-store' }).then(
        ({ status }) => status === 404 && onOver(),
        // The picture does not come this way: a word that is lost costs nothing.
        () => undefined,
      )
    }, wordMs)
  }
  end(): void {
    clearInterval(this.#timer)
    fetch(this.#address, { method: 'DELETE', keepalive: true }).catch(() => undefined)
  }
}

async function exchange({ url, signal }: Options, offer: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: offer,
    signal,
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return { sdp: await answer.text(), session: answer.headers.get('location')! }
}

function elementIn(host: HTMLElement, isMuted: boolean, stream: MediaStream): HTMLVideoElement {
  const video = document.createElement('video')
  Object.assign(video, { autoplay: true, playsInline: true, muted: isMuted, srcObject: stream })
  host.replaceChildren(video)
  return video
}

const connected = (connection: Connection, signal: AbortSignal) =>
  within<void>(connectMs, signal, (done) => {
    const look = () => connection.connectionState === 'connected' && done()
    connection.addEventListener('connectionstatechange', look)
    look()
  })
const pictured = (video: HTMLVideoElement, signal: AbortSignal) =>
  within<void>(pictureMs, signal, (done) =>
    video.addEventListener('playing', () => done(), { once: true }),
  )

/**
 * Plays what an outside server sends straight to the browser; offer and answer go through our own.
 * Resolves with the first picture. Errors: throws where none comes, with nothing left behind.
 */
export async function playWebRtc(
  host: HTMLElement,
  options: Options,
  told: PlayEvents,
): Promise<Playing> {
  const { isMuted, signal } = options
  const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  const stream = new MediaStream()
  const video = elementIn(host, isMuted, stream)
  let session: Session | null = null
  let [isOver, isLost] = [false, false]
  const stop = () => {
    if (isOver) return
    isOver = true
    session?.end()
    connection.close()
    video.srcObject = null
    host.replaceChildren()
  }
  const lost = () => {
    if (isOver || isLost) return
    isLost = true
    told.onProblem('')
  }
  connection.addEventListener('track', ({ track }) => stream.addTrack(track))
  try {
    const { sdp, session: address } = await exchange(options, await offerOf(connection, signal))
    session = new Session(address, lost)
    await connection.setRemoteDescription({ type: 'answer', sdp })
    const first = pictured(video, signal)
    await Promise.all([connected(connection, signal), first])
  } catch (error) {
    stop()
    throw error
  }
  told.onPlaying()
  video.addEventListener('waiting', told.onWaiting)
  video.addEventListener('playing', told.onPlaying)
  connection.addEventListener('connectionstatechange', () => {
    const state = connection.connectionState
    if (state === 'failed' || state === 'closed') lost()
    else if (state === 'disconnected')
      setTimeout(() => connection.connectionState === 'disconnected' && lost(), brokenMs)
  })
  return {
    video,
    stop,
    setMuted(muted) {
      video.muted = muted
    },
  }
}
