import { useCallback, useState } from 'react'
import type { Position } from '#contract/field.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import type { Places, Thing } from './use-places.ts'

/** What is chosen, drawn and put on the map at this moment. */
export function useEditing(places: Places) {
  const { step } = places
  const [picked, setPicked] = useState<Thing | null>(null)
  const [draft, setDraft] = useState<readonly Position[] | null>(null)
  const [isPutting, setPutting] = useState(false)
  const [live, setLive] = useState<readonly Position[] | null>(null)
  const change = (to: readonly Position[] | null) => {
    setLive(null)
    if (picked) step({ do: 'set', thing: picked, to })
  }
  const pick = (thing: Thing | null | undefined) => {
    setPicked(thing ?? null)
    setDraft(null)
    setLive(null)
    setPutting(false)
  }
  const latest = useLatest({ pick, isDrawing: draft !== null })
  const handleKey = useCallback(
    (event: KeyboardEvent) => {
      const { target, key } = event
      if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
      const isCommand = event.ctrlKey || event.metaKey
      if (key === 'Escape') {
        if (latest.current.isDrawing) setDraft(null)
        else latest.current.pick(null)
      } else if (isCommand && key.toLowerCase() === 'z')
        step({ do: event.shiftKey ? 'redo' : 'undo' })
      else if (isCommand && key.toLowerCase() === 'y') step({ do: 'redo' })
      else return
      event.preventDefault()
    },
    [step, latest],
  )
  return {
    picked,
    draft,
    isPutting,
    live,
    pick,
    setDraft,
    setLive,
    change,
    handleKey,
    beginNew: () => {
      pick(null)
      setDraft([])
    },
    finish: () => draft && change(draft),
    togglePutting: () => setPutting(!isPutting),
    /** The chosen base or device lies here. */
    put: (at: Position) => {
      change([[Number(at[0].toFixed(6)), Number(at[1].toFixed(6))]])
      setPutting(false)
    },
  }
}
