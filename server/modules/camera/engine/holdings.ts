import {
  CameraFault,
  type CameraSetup,
  type CameraSource,
  type Held,
  type Holding,
} from './source.ts'
import { Kept, type Valid } from './sources/kept.ts'

/** Recordings follow each other where less than this lies between them, ms: files end in seconds. */
const togetherMs = 2500
/** Ms for which an answer is kept: of a day that is over, of one that goes on, and of none. */
const keptMs = { over: 10 * 60_000, open: 30_000, failed: 10_000 }
/** A day is over for a camera a while after it is over: it may still be writing. */
const settlesMs = 10 * 60_000
/** Of one platform: so many are asked at once, so many wait, and so many are asked in a minute. */
const [atOnce, mostWaiting, mostPerMinute] = [2, 6, 60]
const mostLines = 2000
const mostSpans = 2000

/** What is known of a holding: what was told, or why nothing was. */
type Told = { holding: Holding; fault: null } | { holding: null; fault: CameraFault }

/**
 * What cameras themselves hold, asked for when somebody looks and kept for a while: whoever turns
 * from day to day asks a platform, and the camera behind it, no more than it bears.
 */
export class Holdings {
  readonly #kept = new Kept<Told>()
  readonly #lines = new Map<string, Line>()
  /** Between two moments (ms), whole and in order. Errors: `CameraFault`. */
  async of(
    setup: CameraSetup,
    source: CameraSource,
    from: number,
    until: number,
  ): Promise<Holding> {
    const now = Date.now()
    const to = Math.min(until, now)
    if (!source.recorded || to <= from) return { held: [], lacks: null }
    const { tenant, id, serial, channel, platform } = setup
    const key = [tenant, id, serial, channel, platform?.id, platform?.url, from, until].join('/')
    const line = this.#line(`${tenant}/${platform ? platform.id : `camera ${id}`}`)
    const { holding, fault } = await this.#kept.of(key, async (): Promise<Valid<Told>> => {
      try {
        const told = await line.pass(() => source.recorded!(from, to))
        const whole = joined(told.held, from, to)
        const held = whole.slice(0, mostSpans)
        const cut =
          whole.length > mostSpans ? new CameraFault('command_failed', `${mostSpans}+`) : null
        const lacks = told.lacks ?? cut
        const isOver = until < now - settlesMs && lacks === null
        return {
          value: { holding: { held, lacks }, fault: null },
          until: Date.now() + (isOver ? keptMs.over : keptMs.open),
        }
      } catch (error) {
        if (!(error instanceof CameraFault)) throw error
        // Whoever was not let through is let through as soon as there is room.
        const kept = error.code === 'busy' ? 0 : keptMs.failed
        return { value: { holding: null, fault: error }, until: Date.now() + kept }
      }
    })
    if (fault) throw fault
    return holding
  }
  #line(key: string): Line {
    const found = this.#lines.get(key) ?? new Line()
    this.#lines.delete(key)
    this.#lines.set(key, found)
    const [oldest] = this.#lines.keys()
    if (this.#lines.size > mostLines && oldest !== undefined) this.#lines.delete(oldest)
    return found
  }
}

/** Within two moments, one after the other: what is kept in files is told as whole stretches. */
export function joined(held: readonly Held[], from: number, to: number): Held[] {
  const whole: Held[] = []
  const last = new Map<Held['place'], Held>()
  for (const one of held.toSorted((a, b) => a.from - b.from)) {
    const [begin, end] = [Math.max(one.from, from), Math.min(one.to, to)]
    if (begin >= end) continue
    const before = last.get(one.place)
    if (before && begin - before.to < togetherMs) before.to = Math.max(before.to, end)
    else {
      const next = { place: one.place, from: begin, to: end }
      last.set(one.place, next)
      whole.push(next)
    }
  }
  return whole
}

/** Those who want to ask one platform. */
class Line {
  #running = 0
  #askedAt: number[] = []
  readonly #waiting: (() => void)[] = []
  /** Errors: `busy`; those of the work. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    const now = Date.now()
    this.#askedAt = this.#askedAt.filter((at) => at > now - 60_000)
    const isFull = this.#running >= atOnce && this.#waiting.length >= mostWaiting
    if (isFull || this.#askedAt.length >= mostPerMinute) throw new CameraFault('busy')
    this.#askedAt.push(now)
    // Whoever goes hands the place on, so that nobody slips in between.
    if (this.#running >= atOnce) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
