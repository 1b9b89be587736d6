import type { CameraEvent, CameraEventKind } from '../source.ts'

/** A value of a camera's box; `at` in ms. */
export interface EventReading {
  kind: CameraEventKind
  at: number
  value: 0 | 1
}
/** What passes again within so many ms is the same; some cameras tell of it with every picture. */
const leastApartMs = 1000
/** Ids that are remembered of a camera. */
const mostTold = 2000

interface Standing {
  value: 0 | 1
  /** Of the newest reading. */
  at: number
  lasts: boolean
  /** When it is taken to be over, by when we heard of it; null: its end is told. */
  until: number | null
}

/**
 * Makes readings of what a camera tells: each event once, and an end for what has none. Whoever takes
 * over from another process begins with what that one has stored.
 */
export class EventReadings {
  readonly #told = new Set<string>()
  readonly #standing = new Map<CameraEventKind, Standing>()
  /** Up to when what does not last was told by others. */
  readonly #before: ReadonlyMap<CameraEventKind, number>
  readonly #holdMs: number
  /** `holdMs`: after which something is over whose end nobody tells. */
  constructor(stored: readonly EventReading[], now: number, holdMs: number) {
    this.#holdMs = holdMs
    this.#before = new Map(stored.map(({ kind, at }) => [kind, at]))
    for (const { kind, value, at } of stored)
      this.#standing.set(kind, {
        value,
        at,
        lasts: false,
        // Time enough to be told that it still goes on.
        until: value === 1 ? now + 2 * holdMs : null,
      })
  }
  /**
   * What is to be stored of events that were heard of now. `paceMs`: until it is asked again; no
   * sooner is it known that something did not go on.
   */
  take(events: readonly CameraEvent[], now: number, paceMs = 0): EventReading[] {
    const readings: EventReading[] = []
    for (const event of events) {
      if (this.#told.has(event.id)) continue
      this.#remember(event.id)
      const reading = event.lasts
        ? this.#lasting(event, now)
        : this.#passing(event, now + this.#holdMs + paceMs)
      if (reading) readings.push(reading)
    }
    return readings
  }
  #remember(id: string): void {
    this.#told.add(id)
    if (this.#told.size <= mostTold) return
    const [oldest] = this.#told
    this.#told.delete(oldest!)
  }
  /** Begins, or ends, and is stored where that is news. */
  #lasting({ kind, at, isOver }: CameraEvent, now: number): EventReading | null {
    const before = this.#standing.get(kind)
    const value = isOver ? 0 : 1
    const isNews = (before?.value ?? 0) !== value
    // Told late, it still comes after what was told before.
    const when = before && at <= before.at ? Math.max(now, before.at + 1) : at
    this.#standing.set(kind, {
      value,
      at: isNews ? when : (before?.at ?? 0),
      lasts: !isOver,
      until: null,
    })
    return isNews ? { kind, at: when, value } : null
  }
  #passing({ kind, at }: CameraEvent, until: number): EventReading | null {
    if (at <= (this.#before.get(kind) ?? 0)) return null
    const before = this.#standing.get(kind)
    // While it lasts the same is told in another way.
    if (before?.lasts) return null
    if (before?.value === 1 && Math.abs(at - before.at) < leastApartMs) {
      before.until = until
      return null
    }
    // One that comes late is history: what is newer stands.
    if (!before || at > before.at) this.#standing.set(kind, { value: 1, at, lasts: false, until })
    return before?.at === at ? null : { kind, at, value: 1 }
  }
  /** What is over by now. */
  pass(now: number): EventReading[] {
    const readings: EventReading[] = []
    for (const [kind, { until, at, lasts }] of this.#standing) {
      if (until === null || until > now) continue
      const when = lasts ? now : Math.min(now, at + this.#holdMs)
      this.#standing.set(kind, { value: 0, at: when, lasts: false, until: null })
      readings.push({ kind, at: when, value: 0 })
    }
    return readings
  }
  /** Nobody listens any more: what goes on is over. */
  leave(now: number): EventReading[] {
    for (const standing of this.#standing.values())
      if (standing.value === 1) Object.assign(standing, { lasts: true, until: now })
    return this.pass(now)
  }
  /** Nobody tells any more how what goes on ends. */
  lost(now: number): void {
    for (const standing of this.#standing.values())
      if (standing.value === 1) standing.until ??= now + this.#holdMs
  }
}
