import { useMemo, useReducer } from 'react'
import { groundFrom, outlineOf, ringsOf, type Position, type SeenGround } from '#contract/ground.ts'
import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import type { PlaceChange, PlacedKind } from '#contract/map/manage.ts'

/** Something that has a place, or could have one. */
export interface Thing {
  kind: PlacedKind
  id: number
  name: string
  /** As it is stored: an outline, a point, or neither. */
  outline: SeenGround | null
  at: Position | null
}
export type ThingKey = `${PlacedKind}-${number}`
/** Whether it is drawn as a line around ground, or stands at a point. */
export const isGround = (kind: PlacedKind): kind is 'plot' | 'edge' =>
  kind === 'plot' || kind === 'edge'
export const keyOf = ({ kind, id }: Pick<Thing, 'kind' | 'id'>): ThingKey => `${kind}-${id}`

/** Where something is to lie from now on, a point as the only corner; null: nowhere. */
interface Change {
  /** As it was when it was first changed: who has moved it since is not overwritten. */
  thing: Thing
  to: SeenGround | null
}
/** What was drawn or put elsewhere and is not saved, on whichever base. */
type Changes = ReadonlyMap<ThingKey, Change>
interface History {
  past: readonly Changes[]
  now: Changes
  future: readonly Changes[]
}
type Step =
  | ({ do: 'set' } & Change)
  | { do: 'drop'; key: ThingKey }
  | { do: 'undo' | 'redo' | 'forget' }
const mostSteps = 200
const fresh: History = { past: [], now: new Map(), future: [] }

export function stepped(history: History, step: Step): History {
  const { past, now, future } = history
  switch (step.do) {
    case 'set': {
      const key = keyOf(step.thing)
      const { thing } = now.get(key) ?? step
      return {
        past: [...past, now].slice(-mostSteps),
        now: new Map(now).set(key, { thing, to: step.to }),
        future: [],
      }
    }
    case 'drop': {
      const left = new Map(now)
      left.delete(step.key)
      return { past: [...past, now].slice(-mostSteps), now: left, future: [] }
    }
    case 'undo':
      return past.length === 0
        ? history
        : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] }
    case 'redo':
      return future.length === 0
        ? history
        : { past: [...past, now], now: future[0]!, future: future.slice(1) }
    case 'forget':
      return fresh
  }
}

/** Everything that the map tells, and what has no place yet. */
function thingsOf(
  { plots, bases, landmarks, unplaced, types }: DigitalMap,
  rows: readonly MappedDevice[],
) {
  const lost = unplaced.map(({ kind, id, name }): Thing => ({
    kind,
    id,
    name,
    outline: null,
    at: null,
  }))
  const all: Thing[] = [
    ...plots.map(({ id, name, corners, at }): Thing => ({
      kind: 'plot',
      id,
      name,
      outline: corners,
      at,
    })),
    ...bases.map(({ id, name, at }): Thing => ({ kind: 'base', id, name, outline: null, at })),
    ...bases.map(({ id, name, corners, at }): Thing => ({
      kind: 'edge',
      id,
      name,
      // A map that was taken along long ago tells none.
      outline: corners ?? null,
      at,
    })),
    ...landmarks.map(({ id, name, at }): Thing => ({
      kind: 'landmark',
      id,
      name,
      outline: null,
      at,
    })),
    ...rows
      .filter((row) => types[row[1]] !== undefined)
      .map((row): Thing => ({
        kind: 'device',
        id: row[0],
        name: row[9],
        outline: null,
        // One that stands where its plot or base is has no place of its own.
        at: row[6] === 0 ? [row[4], row[5]] : null,
      })),
  ]
  const known = new Set(all.map(keyOf))
  return [...all, ...lost.filter((one) => !known.has(keyOf(one)))]
}

const kept = (ground: SeenGround | null) => ground && groundFrom(ringsOf(ground))
const pointOf = (to: SeenGround | null | undefined) => (to ? (outlineOf(to)[0] ?? null) : null)

function placeChange({ thing: { kind, id, outline, at }, to }: Change): PlaceChange[] {
  if (isGround(kind)) return [{ kind, id, was: kept(outline), at: kept(to) }]
  const next = pointOf(to)
  if (kind !== 'landmark') return [{ kind, id, was: at, at: next }]
  return next ? [{ kind, id, was: at, at: next }] : []
}

/** What lies where, what was changed of it, back and forth, and what there is to be saved. */
export function usePlaces(data: DigitalMap, rows: readonly MappedDevice[]) {
  const [history, step] = useReducer(stepped, fresh)
  const { now } = history
  const things = useMemo(() => thingsOf(data, rows), [data, rows])
  const byKey = useMemo(() => new Map(things.map((one) => [keyOf(one), one])), [things])
  const shown = useMemo(() => {
    const plots = data.plots.map((plot) => {
      const change = now.get(`plot-${plot.id}`)
      if (!change) return plot
      const { to } = change
      return { ...plot, corners: kept(to), at: pointOf(to) ?? plot.at }
    })
    // A plot that had no outline is drawn by what is known of it.
    const drawn = data.unplaced.flatMap(({ kind, id, name }) => {
      const to = kind === 'plot' ? now.get(`plot-${id}`)?.to : undefined
      return to ? [{ ...blankPlot, id, name, corners: kept(to), at: pointOf(to)! }] : []
    })
    const bases = data.bases.map((base) => {
      const change = now.get(`base-${base.id}`)
      const edge = now.get(`edge-${base.id}`)
      if (!change && !edge) return base
      const at = change ? pointOf(change.to) : base.at
      return { ...base, at, corners: edge ? kept(edge.to) : base.corners }
    })
    const landmarks = data.landmarks.map((one) => {
      const to = pointOf(now.get(`landmark-${one.id}`)?.to)
      return to ? { ...one, at: to } : one
    })
    return { ...data, plots: [...plots, ...drawn], bases, landmarks }
  }, [data, now])
  const shownRows = useMemo(() => rows.map((row) => movedRow(row, now)), [rows, now])
  const changes = useMemo(() => [...now.values()].flatMap(placeChange), [now])
  const outlineOf = (key: ThingKey) => {
    const change = now.get(key)
    return change ? change.to : (byKey.get(key)?.outline ?? null)
  }
  return { things, byKey, shown, shownRows, changes, isChanged: now, outlineOf, history, step }
}
export type Places = ReturnType<typeof usePlaces>

function movedRow(row: MappedDevice, now: Changes): MappedDevice {
  const to = pointOf(now.get(`device-${row[0]}`)?.to)
  if (!to) return row
  const [id, type, areaId, landId, , , , online, value, name] = row
  return [id, type, areaId, landId, to[0], to[1], 0, online, value, name]
}
const blankPlot = {
  areaId: 0,
  code: null,
  type: null,
  acreage: null,
  moisture: null,
  moistureAt: null,
  batch: null,
  lock: null,
}
