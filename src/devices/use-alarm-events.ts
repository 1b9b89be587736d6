import { useEffect } from 'react'
import { subscribe } from '#src/api/live.ts'
import { useLatest } from '#src/ui/use-latest.ts'

const atMostEveryMs = 1500

/** Looks again when alarms change: at once, and during a storm every second and a half. */
export function useAlarmEvents(look: () => void): void {
  const latest = useLatest(look)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    const run = () => {
      isDue = false
      latest.current()
      timer = setTimeout(() => {
        timer = undefined
        if (isDue) run()
      }, atMostEveryMs)
    }
    const stop = subscribe('alarm', () => {
      isDue = true
      if (!timer) run()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [latest])
}
