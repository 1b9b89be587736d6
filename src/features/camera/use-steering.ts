import { useCallback, useEffect, useRef, useState } from 'react'
import { controlCamera, directions, heldMs, type Direction } from '#contract/camera/viewing.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ApiError } from '#src/api/api-error.ts'
import { toast } from '#src/ui/toast.ts'

/** Well within the second after which the server stops what is not heard of. */
const beatMs = heldMs * 0.4

/**
 * Turns a camera for as long as something is held. It stands still on release, when focus or page is
 * lost, and, by the server, when this is not heard any more.
 */
export function useSteering(camera: number, speed: number) {
  const t = useLabels({ module: 'camera' })
  const [held, setHeld] = useState<Direction | null>(null)
  const beat = useRef<ReturnType<typeof setInterval>>(undefined)
  const now = useRef<Direction | null>(null)
  const send = useCallback(
    async (direction: Direction): Promise<boolean> => {
      try {
        const done = await fetchCall(controlCamera, {
          id: camera,
          direction: directions[direction],
          speed,
        })
        if (done === 0 && direction !== 'stop')
          toast({ key: 'camera-steer', text: t('camera:steer.refused'), tone: 'bad' })
        return done === 1
      } catch (error) {
        // What the server said itself says more than that something went wrong.
        const text =
          error instanceof ApiError && error.code.startsWith('camera.')
            ? error.message
            : t('camera:steer.failed')
        if (direction !== 'stop') toast({ key: 'camera-steer', text, tone: 'bad' })
        return false
      }
    },
    [camera, speed, t],
  )
  const release = useCallback(() => {
    if (!now.current) return
    now.current = null
    setHeld(null)
    clearInterval(beat.current)
    void send('stop')
  }, [send])
  const hold = useCallback(
    (direction: Exclude<Direction, 'stop'>) => {
      if (now.current === direction) return
      clearInterval(beat.current)
      now.current = direction
      setHeld(direction)
      const go = () =>
        send(direction).then((isMoving) => {
          // Refused: nothing is held that would have to be let go.
          if (!isMoving && now.current === direction) release()
          // Let go while it was under way.
          if (isMoving && now.current === null) void send('stop')
        })
      void go()
      beat.current = setInterval(() => void go(), beatMs)
    },
    [send, release],
  )
  useEffect(() => {
    const leave = () => release()
    const hide = () => document.visibilityState === 'hidden' && release()
    window.addEventListener('blur', leave)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [release])
  return { held, hold, release }
}
