import { useEffect, useState } from 'react'
import { isFirstPaintDone, markFirstPaint } from '#src/lib/first-paint.ts'

const lookEveryMs = 60
const longestMs = 2500

/**
 * Whether the first page stands. Until then the shell asks for nothing of its own and fetches no
 * code of its own: on a
 * slow phone whatever comes before the first rows delays them (docs/specification.md 4.12).
 */
export function useFirstPaint(): boolean {
  const [calm, setCalm] = useState(isFirstPaintDone())
  useEffect(() => {
    if (calm) return
    const started = performance.now()
    const timer = setInterval(() => {
      const isWaiting = document.querySelector('.boot, .kit-skeleton, [aria-busy="true"]') !== null
      if (isWaiting && performance.now() - started < longestMs) return
      clearInterval(timer)
      markFirstPaint()
      setCalm(true)
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [calm])
  return calm
}
