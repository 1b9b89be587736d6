import { useCallback, useState } from 'react'
import { groundFrom, holeFault, ringsOf, type Position, type SeenGround } from '#contract/ground.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { cornersOf, type NewKind } from './new-thing.ts'
import { keyOf, type Places, type Thing } from './use-places.ts'

const rounded = ([lng, lat]: Position): Position => [Number(lng.toFixed(6)), Number(lat.toFixed(6))]

/** What is chosen, drawn and put on the map at this moment. */
export function useEditing(places: Places) {
  const { step } = places
  /** What is drawn is a hole in the chosen plot. */
  const [isHole, setHole] = useState(false)
  const [picked, setPicked] = useState<Thing | null>(null)
  const [draft, setDraft] = useState<readonly Position[] | null>(null)
  /** What is drawn is to be one of these; null: it belongs to what is chosen. */
  const [newKind, setNewKind] = useState<NewKind | null>(null)
  /** It is drawn, and the rest of it is being written down. */
  const [isNaming, setNaming] = useState(false)
  const [isPutting, setPutting] = useState(false)
  const [live, setLive] = useState<SeenGround | null>(null)
  const change = (to: SeenGround | null) => {
    setLive(null)
    if (picked) step({ do: 'set', thing: picked, to })
  }
  const stop = () => {
    setDraft(null)
    setHole(false)
    setNewKind(null)
    setNaming(false)
  }
  const pick = (thing: Thing | null | undefined) => {
    setPicked(thing ?? null)
    stop()
    setLive(null)
    setPutting(false)
  }
  const draw = (corners: readonly Position[]) =>
    setDraft((newKind ? cornersOf(newKind, corners) : corners).map(rounded))
  const rings = ringsOf((picked && places.outlineOf(keyOf(picked))) ?? [])
  /** What the plot becomes by what is drawn. */
  const drawn = draft && (isHole ? groundFrom([...rings, draft]) : [...draft])
  const latest = useLatest({ pick, stop, draft, isNaming })
  const handleKey = useCallback(
    (event: KeyboardEvent) => {
      const { target, key } = event
      if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
      const isCommand = event.ctrlKey || event.metaKey
      const { draft: drawing } = latest.current
      if (latest.current.isNaming) return
      if (key === 'Escape') {
        if (drawing) latest.current.stop()
        else latest.current.pick(null)
      } else if (drawing?.length && isCommand && key.toLowerCase() === 'z' && !event.shiftKey)
        setDraft(drawing.slice(0, -1))
      else if (isCommand && key.toLowerCase() === 'z')
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
    draw,
    setLive,
    change,
    handleKey,
    newKind,
    isNaming,
    beginNew: (kind: NewKind) => {
      pick(null)
      setNewKind(kind)
      setDraft([])
    },
    name: () => setNaming(true),
    /** The form is closed, and the drawing is there as it was. */
    unname: () => setNaming(false),
    isHole,
    stop,
    /** Why the hole that is drawn cannot be one. */
    fault: isHole && drawn && draft.length >= 3 ? holeFault(drawn) : null,
    beginHole: () => {
      setDraft([])
      setHole(true)
    },
    removeHole: (at: number) => change(groundFrom(rings.filter((_, other) => other !== at + 1))),
    finish: () => {
      if (drawn) change(drawn)
      stop()
    },
    togglePutting: () => setPutting(!isPutting),
    /** The chosen base or device lies here. */
    put: (at: Position) => {
      change([rounded(at)])
      setPutting(false)
    },
  }
}
