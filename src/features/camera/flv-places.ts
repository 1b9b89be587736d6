/**
 * Over HTTP/1.1 a browser has six connections to a server, for all of its pages. A stream holds one for
 * as long as it plays and live events hold another: without some that are left, nothing is asked any
 * more. Streams beyond these are played as lists of pieces, whose questions are short.
 */
const mostHeld = 3
let held = 0

const isShort = () => {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.nextHopProtocol === 'http/1.1'
}
/** Takes a place for a stream; answers what gives it back, and null where there is none. */
export function takeFlvPlace(): (() => void) | null {
  if (!isShort()) return () => undefined
  if (held >= mostHeld) return null
  held += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    held -= 1
  }
}
