import { playRecording, type HeldPlace } from '#contract/camera/recording.ts'
import { clarities, liveAddress, playProtocols } from '#contract/camera/viewing.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { filmAt, momentAt } from './film-time.ts'
import { play, playFilm, type Film } from './play.ts'
import { takeWay } from './stream-ways.ts'

interface Told {
  onTime(moment: Date | null): void
  onProblem(message: string): void
}
/** Plays what the server kept, from a moment to another. */
export async function playKept(
  host: HTMLElement,
  cameraId: number,
  from: Date,
  to: Date,
  language: string,
  told: Told,
): Promise<Film> {
  const { url, parts } = await fetchCall(playRecording, {
    cameraId,
    from: from.toISOString(),
    to: to.toISOString(),
  })
  return playFilm(
    host,
    { url, at: filmAt(parts, from), language },
    { onTime: (seconds) => told.onTime(momentAt(parts, seconds)), onProblem: told.onProblem },
  )
}
/** Plays what the camera's own card or its cloud has from a moment on, in real time. */
export async function playHeld(
  host: HTMLElement,
  cameraId: number,
  from: Date,
  place: HeldPlace,
  language: string,
  { onTime, onProblem }: Told,
): Promise<Film> {
  const { protocol, leave } = takeWay()
  const begun = await fetchCall(liveAddress, {
    cameraId,
    protocol: playProtocols[protocol],
    clarity: clarities.sd,
    from: from.toISOString(),
    place,
  })
    .then(({ url }) =>
      play(
        host,
        { url, protocol, isMuted: true, language },
        { onPlaying: () => undefined, onWaiting: () => undefined, onProblem },
      ),
    )
    .catch((error: unknown) => {
      leave()
      throw error
    })
  const { video } = begun
  let first: number | null = null
  video.addEventListener('timeupdate', () => {
    first ??= video.currentTime
    onTime(new Date(from.getTime() + (video.currentTime - first) * 1000))
  })
  return {
    video,
    setMuted: begun.setMuted,
    stop() {
      begun.stop()
      leave()
    },
    // A card sends as time goes.
    setRate: () => undefined,
    setPaused(isPaused) {
      if (isPaused) video.pause()
      else video.play().catch(() => undefined)
    },
  }
}
