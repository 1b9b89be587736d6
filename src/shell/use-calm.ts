import { useEffect, useState } from 'react'
import { isCalm, markCalm } from '#src/lib/calm.ts'

const lookEveryMs = 60
const longestMs = 2500

/**
 * Whether the first page stands. Until then the shell asks for nothing of its own and fetches no code of its own: on a
 * slow phone whatever comes before the first rows delays them (docs/specification.md 4.12).
 */
export function useCalm(): boolean {
  const [calm, setCalm] = useState(isCalm())
  useEffect(() => {
    if (calm) return
    const started = performance.now()
    const timer = setInterval(() => {
      const isWaiting = document.querySelector('.boot, .kit-skeleton, [aria-busy="true"]') !== null
      if (isWaiting && performance.now() - started < longestMs) return
      clearInterval(timer)
      markCalm()
      setCalm(true)
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [calm])
  return calm
}
