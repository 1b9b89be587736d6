import type Player from 'xgplayer'
import { loadPlayer } from './load-player.ts'
import { socketStream, type SocketStream } from './socket-stream.ts'
import { keepSteady } from './steady.ts'
import type { Protocol } from './stream-ways.ts'

interface PlayTarget {
  url: string
  protocol: Protocol
  isMuted: boolean
  language: string
  /** Its bytes, where they come already. */
  stream?: SocketStream | null
}
export interface Playing {
  video: HTMLVideoElement
  stop(): void
  setMuted(isMuted: boolean): void
}
/** What is told of a live picture. */
export interface PlayEvents {
  onPlaying(): void
  onWaiting(): void
  onProblem(message: string): void
}
/** What was recorded, playing. */
export interface Film {
  video: HTMLVideoElement
  stop(): void
  setMuted(isMuted: boolean): void
  /** How fast, of real time. */
  setRate(rate: number): void
  setPaused(isPaused: boolean): void
}
/** Seconds that a live picture is kept behind, and from where on it catches up. */
const behind = { aim: 0.5, most: 1.6 }

const usualVolume = 0.8

/** Begins to play in a box. Errors are told, and end nothing by themselves. */
export async function play(
  host: HTMLElement,
  { url, protocol, isMuted, language, stream: given }: PlayTarget,
  told: PlayEvents,
): Promise<Playing> {
  const stream = given ?? (protocol === 'socket' ? socketStream(url) : null)
  const [XgPlayer, plugin] = await loadPlayer(protocol).catch((error: unknown) => {
    stream?.close()
    throw error
  })
  const player: Player = new XgPlayer({
    el: host,
    url,
    isLive: true,
    autoplay: true,
    autoplayMuted: isMuted,
    volume: isMuted ? 0 : usualVolume,
    controls: false,
    width: '100%',
    height: '100%',
    lang: language === 'zh-CN' ? 'zh-cn' : 'en',
    closeVideoClick: true,
    closeVideoDblclick: true,
    keyShortcut: false,
    videoInit: true,
    ignores: ['start', 'loading', 'enter', 'error', 'poster', 'play', 'replay', 'pc', 'mobile'],
    plugins: plugin ? [plugin] : [],
    flv: {
      // What was read of a socket cannot be asked for again.
      retryCount: stream ? 0 : 1,
      retryDelay: 500,
      streamRes: stream?.response,
      loadTimeout: 15_000,
      targetLatency: behind.aim,
      maxLatency: behind.most,
      preloadTime: 1,
      disconnectTime: 0,
    },
    hls: { retryCount: 2, targetLatency: 2, maxLatency: 5 },
  })
  const video = player.media as HTMLVideoElement
  video.playsInline = true
  video.addEventListener('playing', told.onPlaying)
  if (protocol !== 'hls') keepSteady(video, behind.aim, told.onWaiting)
  else video.addEventListener('waiting', told.onWaiting)
  // What the player says itself is in no language of ours.
  player.on('error', () => told.onProblem(''))
  // A stream that the server has ended is not over: it was taken away.
  video.addEventListener('ended', () => told.onProblem(''))
  return {
    video,
    stop() {
      player.destroy()
      stream?.close()
      host.replaceChildren()
    },
    setMuted(muted) {
      video.muted = muted
      player.volume = muted ? 0 : usualVolume
    },
  }
}

/** Plays what was recorded, from a second on. */
export async function playFilm(
  host: HTMLElement,
  { url, at, language }: { url: string; at: number; language: string },
  told: { onTime(seconds: number): void; onProblem(message: string): void },
): Promise<Film> {
  const [XgPlayer, plugin] = await loadPlayer('hls')
  const player: Player = new XgPlayer({
    el: host,
    url,
    autoplay: true,
    autoplayMuted: true,
    controls: false,
    startTime: at,
    width: '100%',
    height: '100%',
    lang: language === 'zh-CN' ? 'zh-cn' : 'en',
    closeVideoClick: true,
    keyShortcut: false,
    videoInit: true,
    ignores: ['start', 'loading', 'enter', 'error', 'poster', 'play', 'replay', 'pc', 'mobile'],
    plugins: plugin ? [plugin] : [],
    hls: { retryCount: 2 },
  })
  const video = player.media as HTMLVideoElement
  video.playsInline = true
  video.addEventListener('timeupdate', () => told.onTime(video.currentTime))
  // What the player says itself is in no language of ours.
  player.on('error', () => told.onProblem(''))
  return {
    video,
    setMuted(isMuted) {
      video.muted = isMuted
      player.volume = isMuted ? 0 : usualVolume
    },
    stop() {
      player.destroy()
      host.replaceChildren()
    },
    setRate(rate) {
      // What is loaded later begins with the other one.
      video.defaultPlaybackRate = rate
      video.playbackRate = rate
    },
    setPaused(isPaused) {
      if (isPaused) video.pause()
      // A film that was left meanwhile is none any more.
      else video.play().catch(() => undefined)
    },
  }
}
