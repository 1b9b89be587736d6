import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clarity } from '#contract/camera/viewing.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { askOf, beginLive, takeEarly, type AskLive, type Beginning } from './begin-live.ts'
import { playLive } from './play-live.ts'
import type { Playing } from './play.ts'

type LiveState = 'stopped' | 'opening' | 'playing' | 'failed'
interface LiveOptions {
  camera: number
  clarity: Clarity
  isMuted: boolean
  /** Whether it is to play now; a hidden page never does. */
  isWanted: boolean
  /** Who is asked, where it is not the caller's own right to watch. */
  ask?: AskLive
}
export interface Live {
  state: LiveState
  /** What was said when it failed. */
  problem: string | null
  /** The code of a refusal, such as 'camera.disabled'. */
  code: string | null
  hasHd: boolean
  /** It stands still again and again: the link bears no stream. */
  isStruggling: boolean
  /** The picture, for stills and clips. */
  video(): HTMLVideoElement | null
  again(): void
}

const onPage = () => document.visibilityState !== 'hidden'
/** Whether the page can be seen. */
function useShown(): boolean {
  const [isShown, setShown] = useState(onPage)
  useEffect(() => {
    const handle = () => setShown(onPage())
    document.addEventListener('visibilitychange', handle)
    return () => document.removeEventListener('visibilitychange', handle)
  }, [])
  return isShown
}
/** So many stops within so many ms: the link is too slow for what it carries. */
const struggles = 4
const struggleMs = 30_000
/** How often a stream that broke off is asked for again by itself, after so many ms. */
const retries = [400, 1500]

/** A camera's live picture in a box: asked for when wanted, let go of when not, or when hidden. */
export function useLive(
  box: RefObject<HTMLElement | null>,
  { camera, clarity, isMuted, isWanted, ask }: LiveOptions,
): Live {
  const { i18n } = useTranslation()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<LiveState>('stopped')
  const [failure, setFailure] = useState<{ problem: string; code: string | null } | null>(null)
  const [hasHd, setHd] = useState(false)
  const [isStruggling, setStruggling] = useState(false)
  const playing = useRef<Playing | null>(null)
  const tried = useRef(0)
  const muted = useLatest(isMuted)
  const asking = useLatest<AskLive>(ask ?? askOf(camera))
  const isShown = useShown()
  const isOn = isWanted && isShown

  useEffect(() => {
    if (!isOn || !box.current) return setState('stopped')
    let isOver = false
    const leaving = new AbortController()
    let waits: number[] = []
    let later: ReturnType<typeof setTimeout> | undefined
    const host = box.current.appendChild(document.createElement('div'))
    host.className = 'camera-video'
    let beginning: Beginning | null = null
    const end = () => {
      playing.current?.stop()
      playing.current = null
      beginning?.drop()
      beginning = null
    }
    const fail = (problem: string, code: string | null) => {
      if (isOver) return
      end()
      const pause = code === null ? retries[tried.current++] : undefined
      if (pause !== undefined) return void (later = setTimeout(() => !isOver && begin(), pause))
      setFailure({ problem, code })
      setState('failed')
    }
    const begin = () => {
      const { protocol, found: asked } = (beginning =
        takeEarly(camera, clarity) ?? beginLive(asking.current, clarity))
      setState('opening')
      asked
        .then(async (found) => {
          if (isOver) return
          setHd(found.hdUrl !== null)
          const begun = await playLive(
            host,
            found,
            {
              name: `${camera}${location.hash}`,
              isHd: clarity === 'hd',
              isMuted: muted.current,
              protocol,
              language: i18n.language,
              signal: leaving.signal,
            },
            {
              onPlaying: () => {
                tried.current = 0
                if (!isOver) setState('playing')
              },
              onWaiting: () => {
                const now = Date.now()
                waits = [...waits.filter((at) => now - at < struggleMs), now]
                if (!isOver && waits.length >= struggles) setStruggling(true)
              },
              onProblem: (message) => fail(message, null),
            },
          )
          if (isOver) begun.stop()
          else playing.current = begun
        })
        .catch((error: ApiError) => fail(error.message, error.code ?? ''))
    }
    setFailure(null)
    setStruggling(false)
    begin()
    return () => {
      isOver = true
      leaving.abort()
      clearTimeout(later)
      end()
      host.remove()
    }
  }, [box, camera, clarity, isOn, round, muted, asking, i18n.language])
  useEffect(() => playing.current?.setMuted(isMuted), [isMuted, state])

  return {
    state,
    problem: failure?.problem || null,
    code: failure?.code ?? null,
    hasHd,
    isStruggling,
    video: useCallback(() => playing.current?.video ?? null, []),
    again: useCallback(() => {
      tried.current = 0
      setRound((before) => before + 1)
    }, []),
  }
}
