import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clarity } from '#contract/camera/viewing.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { newHost, takeEarly } from './begin-early.ts'
import { askOf, beginLive, type AskLive, type Beginning } from './begin-live.ts'
import type { PlayEvents, Playing } from './play.ts'

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
  const { language } = useTranslation().i18n
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
    let waits: number[] = []
    let later: ReturnType<typeof setTimeout> | undefined
    let host: HTMLElement | null = null
    let beginning: Beginning | null = null
    const end = () => {
      playing.current = null
      beginning?.drop()
      beginning = null
      host?.remove()
    }
    const fail = (problem: string, code: string | null) => {
      if (isOver) return
      end()
      const pause = code === null ? retries[tried.current++] : undefined
      if (pause !== undefined) return void (later = setTimeout(() => !isOver && begin(), pause))
      setFailure({ problem, code })
      setState('failed')
    }
    const told: PlayEvents = {
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
    }
    const begin = () => {
      const early = takeEarly(camera, clarity)
      host = box.current!.appendChild(early?.host ?? newHost())
      const wish = { host, camera, clarity, isMuted: muted.current, language, ask: asking.current }
      const begun = (beginning = early ?? beginLive(wish, told))
      setState('opening')
      begun.found.then(({ hdUrl }) => !isOver && setHd(hdUrl !== null)).catch(() => undefined)
      begun.playing
        .then((started) => {
          if (!isOver && beginning === begun) playing.current = started
        })
        .catch((error: ApiError) => beginning === begun && fail(error.message, error.code ?? ''))
      early?.hand(told)
    }
    setFailure(null)
    setStruggling(false)
    begin()
    return () => {
      isOver = true
      clearTimeout(later)
      end()
    }
  }, [box, camera, clarity, isOn, round, muted, asking, language])
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
