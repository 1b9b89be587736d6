import type { playProtocols } from '#contract/camera/viewing.ts'

/**
 * Over HTTP/1.1 a browser has six connections to a server, for all of its pages. A stream over HTTP
 * holds one for as long as it plays and live events hold another: without some that are left, nothing
 * is asked any more. WebSockets are counted apart. Where none gets through, so many streams are asked
 * for over HTTP and the others as lists of pieces, whose questions are short.
 */
const mostHeld = 3
let held = 0
/** Ms for which WebSockets that did not get through are not tried again. */
const avoidedMs = 10 * 60_000
let avoidedUntil = 0

/**
 * Whether streams share one connection. A page that was kept for offline says nothing of how it came:
 * then they may not.
 */
const isShared = () => {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return ['h2', 'h3'].includes(page?.nextHopProtocol ?? '')
}
/** Whether this browser takes streams apart itself; Safari on older phones plays lists alone. */
const playsFlv = () =>
  typeof window !== 'undefined' && ('MediaSource' in window || 'ManagedMediaSource' in window)

export type Protocol = keyof Pick<typeof playProtocols, 'flv' | 'hls' | 'socket'>
interface Way {
  protocol: Protocol
  /** Gives back what it took. */
  leave(): void
}
const free = (protocol: Protocol): Way => ({ protocol, leave: () => undefined })

/** How a further stream is asked for. */
export function takeWay(): Way {
  if (!playsFlv()) return free('hls')
  if (isShared()) return free('flv')
  if (typeof WebSocket !== 'undefined' && Date.now() >= avoidedUntil) return free('socket')
  if (held >= mostHeld) return free('hls')
  held += 1
  let isOver = false
  return {
    protocol: 'flv',
    leave() {
      if (isOver) return
      isOver = true
      held -= 1
    },
  }
}
/** No WebSocket got through: a proxy on the way knows none. */
export const avoidSockets = () => void (avoidedUntil = Date.now() + avoidedMs)
