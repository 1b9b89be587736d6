import { useCallback, useEffect, useState } from 'react'
import { sharedCamera, sharedLive } from '#contract/camera/share.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { randomId } from '#src/lib/random.ts'
import type { AskLive } from '../begin-live.ts'

export interface Shown {
  title: string
  cameraName: string
  expiresAt: string
  hasPassword: boolean
}
/** `over`: the link is worth nothing, any more or ever; `closed`: its camera is. */
export type Refused = 'over' | 'closed' | 'failed'
const refusedBy: Readonly<Record<string, Refused>> = {
  'share.over': 'over',
  'camera.disabled': 'closed',
}
export const refusedOf = (code: string | null): Refused => refusedBy[code ?? ''] ?? 'failed'
const codeOf = (error: unknown) => (isApiError(error) ? error.code : '')

const key = 'camera-share-visitor'
/** What this window is counted by: once, however often it asks. */
function visitorHere(): string {
  const known = sessionStorage.getItem(key)
  if (known) return known
  const made = randomId()
    .replaceAll(/[^\w-]/g, '')
    .padEnd(16, '0')
    .slice(0, 40)
  sessionStorage.setItem(key, made)
  return made
}
const tokenHere = () => location.hash.slice(1)

/** A link's camera: what it is called, and the way to play it. */
export function useShared() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [mark, setMark] = useState('')
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isOver = false
    setRefused(null)
    call(sharedCamera, { token: tokenHere() || '-' }, { quiet: true }).then(
      (found) => !isOver && setShown(found),
      (error: unknown) => !isOver && setRefused(refusedOf(codeOf(error))),
    )
    return () => void (isOver = true)
  }, [turn])
  useEffect(() => {
    // Another link in the same window.
    const handle = () => location.reload()
    window.addEventListener('hashchange', handle)
    return () => window.removeEventListener('hashchange', handle)
  }, [])
  const askAs = useCallback(
    (name: string, password: string): AskLive =>
      async (protocol, clarity) => {
        const { watermark, ...found } = await call(
          sharedLive,
          {
            token: tokenHere(),
            visitor: visitorHere(),
            protocol,
            clarity,
            ...(name && { name }),
            ...(password && { password }),
          },
          { quiet: true },
        )
        setMark(watermark)
        return found
      },
    [],
  )
  const over = useCallback(() => setRefused('over'), [])
  return { shown, refused, mark, askAs, over, again: () => setTurn((before) => before + 1) }
}
