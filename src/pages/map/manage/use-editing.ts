import { useCallback, useState } from 'react'
import { groundFrom, holeFault, ringsOf, type Position, type SeenGround } from '#contract/ground.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { keyOf, type Places, type Thing } from './use-places.ts'

const rounded = ([lng, lat]: Position): Position => [Number(lng.toFixed(6)), Number(lat.toFixed(6))]

/** What is chosen, drawn and put on the map at this moment. */
export function useEditing(places: Places) {
  const { step } = places
  /** What is drawn is a hole in the chosen plot. */
  const [isHole, setHole] = useState(false)
  const [picked, setPicked] = useState<Thing | null>(null)
  const [draft, setDraft] = useState<readonly Position[] | null>(null)
  const [isPutting, setPutting] = useState(false)
  const [live, setLive] = useState<SeenGround | null>(null)
  const change = (to: SeenGround | null) => {
    setLive(null)
    if (picked) step({ do: 'set', thing: picked, to })
  }
  const pick = (thing: Thing | null | undefined) => {
    setPicked(thing ?? null)
    setDraft(null)
    setHole(false)
    setLive(null)
    setPutting(false)
  }
  const stop = () => {
    setDraft(null)
    setHole(false)
  }
  const rings = ringsOf((picked && places.outlineOf(keyOf(picked))) ?? [])
  /** What the plot becomes by what is drawn. */
  const corners = draft?.map(rounded)
  const drawn = corners && (isHole ? groundFrom([...rings, corners]) : corners)
  const latest = useLatest({ pick, stop, isDrawing: draft !== null })
  const handleKey = useCallback(
    (event: KeyboardEvent) => {
      const { target, key } = event
      if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
      const isCommand = event.ctrlKey || event.metaKey
      if (key === 'Escape') {
        if (latest.current.isDrawing) latest.current.stop()
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
    isHole,
    stop,
    /** Why the hole that is drawn cannot be one. */
    fault: isHole && drawn && corners.length >= 3 ? holeFault(drawn) : null,
    beginHole: () => {
      setDraft([])
      setHole(true)
    },
    removeHole: (at: number) => change(groundFrom(rings.filter((_, other) => other !== at + 1))),
    finish: () => drawn && change(drawn),
    togglePutting: () => setPutting(!isPutting),
    /** The chosen base or device lies here. */
    put: (at: Position) => {
      change([rounded(at)])
      setPutting(false)
    },
  }
}
