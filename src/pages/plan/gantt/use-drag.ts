import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { ChartItem } from '#contract/plan/plan-calls.ts'
import type { Moved } from '#contract/plan/schedule.ts'
import { dayAfter } from '#contract/planting/stages.ts'

type Part = 'all' | 'start' | 'end'
/** So long after the last key the days are saved. */
const restMs = 700

/** An item so many days from where it was, or longer by as many. */
export function shifted({ id, startsOn, endsOn }: Moved, part: Part, days: number): Moved {
  const start = part === 'end' ? startsOn : dayAfter(startsOn, days)
  const end = part === 'start' ? endsOn : dayAfter(endsOn, days)
  // An item lasts a day at least.
  if (start <= end) return { id, startsOn: start, endsOn: end }
  return part === 'start' ? { id, startsOn: endsOn, endsOn } : { id, startsOn, endsOn: startsOn }
}
const isSame = (a: Moved, b: Moved) => a.startsOn === b.startsOn && a.endsOn === b.endsOn

/**
 * One item under the finger, the mouse or the arrow keys: where it would be, and once it is let go,
 * where it is to be. Escape lets go of it where it was.
 */
export function useDrag(dayWidth: number, onMove: (move: Moved) => void) {
  const [held, setHeld] = useState<Moved | null>(null)
  const grip = useRef<{ from: Moved; part: Part; x: number } | null>(null)
  const keys = useRef<{ from: Moved; to: Moved; timer: number } | null>(null)
  const drop = useRef(onMove)
  useEffect(() => {
    drop.current = onMove
  })
  const letGo = () => {
    grip.current = null
    if (keys.current) clearTimeout(keys.current.timer)
    keys.current = null
    setHeld(null)
  }
  const saveKeys = () => {
    const typed = keys.current
    letGo()
    if (typed && !isSame(typed.from, typed.to)) drop.current(typed.to)
  }
  useEffect(
    () => () => {
      if (keys.current) clearTimeout(keys.current.timer)
    },
    [],
  )
  const handlers = (item: ChartItem) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const part = ((event.target as HTMLElement).dataset.part as Part | undefined) ?? 'all'
      grip.current = { from: item, part, x: event.clientX }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!grip.current) return
      const { from, part, x } = grip.current
      const to = shifted(from, part, Math.round((event.clientX - x) / dayWidth))
      setHeld((before) => ((before ? isSame(before, to) : isSame(from, to)) ? before : to))
    },
    onPointerUp: () => {
      const from = grip.current?.from
      const to = held
      letGo()
      if (from && to && !isSame(from, to)) drop.current(to)
    },
    onPointerCancel: letGo,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape') return letGo()
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      const days = event.key === 'ArrowLeft' ? -1 : 1
      const typed = keys.current
      if (typed) clearTimeout(typed.timer)
      const from = typed?.from ?? item
      const to = shifted(typed?.to ?? item, event.shiftKey ? 'end' : 'all', days)
      keys.current = { from, to, timer: window.setTimeout(saveKeys, restMs) }
      setHeld(to)
    },
    onBlur: () => keys.current && saveKeys(),
  })
  return { held, handlers }
}
