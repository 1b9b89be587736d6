import i18next from 'i18next'
import type { Clarity } from '#contract/camera/viewing.ts'
import { askOf, beginLive, type Beginning } from './begin-live.ts'
import type { PlayEvents } from './play.ts'
import { savesData } from './slow-network.ts'

/** A picture that began before there was a place for it. */
interface Early extends Beginning {
  host: HTMLElement
  /** Who is told from now on, also of what was so already. */
  hand(told: PlayEvents): void
}
/** Keeps what is told until there is somebody to tell. */
function kept(): { told: PlayEvents; hand: Early['hand'] } {
  let to: PlayEvents | null = null
  let missed: ((told: PlayEvents) => void) | null = null
  const tell = (what: (told: PlayEvents) => void) => (to ? what(to) : (missed = what))
  return {
    told: {
      onPlaying: () => tell(({ onPlaying }) => onPlaying()),
      onWaiting: () => to?.onWaiting(),
      onProblem: (message) => tell(({ onProblem }) => onProblem(message)),
    },
    hand(told) {
      to = told
      missed?.(told)
      missed = null
    },
  }
}
export const newHost = () => {
  const host = document.createElement('div')
  host.className = 'camera-video'
  return host
}

/** Ms for which what was begun waits for a place. */
const waitsMs = 4000
let early: { camera: number; begun: Early; timer: ReturnType<typeof setTimeout> } | null = null
const forget = () => {
  if (early) clearTimeout(early.timer)
  early?.begun.drop()
  early = null
}
/** Begins at the press, before the dialog it will be seen in is drawn; what has begun goes on. */
export function beginEarly(camera: number): void {
  if (early?.camera === camera) return
  forget()
  // Who sees stills instead is asked for none of it.
  if (savesData()) return
  const host = newHost()
  const { told, hand } = kept()
  const { language } = i18next
  const wish = { host, camera, clarity: 'sd', isMuted: true, language, ask: askOf(camera) } as const
  const beginning = beginLive(wish, told)
  early = { camera, begun: { ...beginning, host, hand }, timer: setTimeout(forget, waitsMs) }
  // Whoever takes it hears what went wrong.
  beginning.playing.catch(() => undefined)
}
/** What was begun of a camera already, once. */
export function takeEarly(camera: number, clarity: Clarity): Early | null {
  if (early?.camera !== camera || clarity !== 'sd') return null
  const { begun, timer } = early
  clearTimeout(timer)
  early = null
  return begun
}
