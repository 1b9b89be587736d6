import { performance } from 'node:perf_hooks'
import type { Payer } from './spending.ts'

/**
 * Each is counted and waits by itself: a tenant's export keeps neither its people nor its devices
 * waiting.
 */
export type Kind = 'call' | 'job' | 'message'
interface Standing {
  tenant: number
  /** Milliseconds used; the longer ago, the less they count. */
  used: number
  countedAt: number
  lastAt: number
  /** What one piece of its work took of late. */
  usual: number
  running: number
  line: Begin[]
}
/** Told what the piece is guessed to take. */
type Begin = (guessed: number) => void
/**
 * Tests have a clock of their own. `busy`: of the time since it was last asked, how much the thread
 * had something to do.
 */
export interface Clock {
  now(): number
  later(ms: number, then: () => void): void
  busy(): number
}
function realClock(): Clock {
  let asked = performance.eventLoopUtilization()
  return {
    now: () => performance.now(),
    later: (ms, then) => {
      setTimeout(then, ms)
    },
    busy: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, asked)
      asked = now
      return utilization
    },
  }
}

/** What was used so long ago counts for a third. */
const windowMs = 1000
/**
 * Of the thread's time: what those who use much of it may use together while others are at work,
 * and how busy they may make it in all.
 */
const shareOfHeavy = 0.2
const busyWithHeavy = 0.25
/** Where most use much: all of the time that is measured. */
const fairInAll = 0.6
/**
 * What is measured of somebody's work is not all of it, nor are we alone on the machine: their
 * share shrinks until the thread is free enough.
 */
const leastEase = 0.15
/** From here on somebody uses much. */
const heavyFrom = 0.1
/** Pieces of work under way of somebody who uses much: alone, and while others are at work. */
const mostAlone = 6
const mostBeside = 1
/** So long after its last piece of work a tenant is still at work. */
const atWorkMs = 10_000
const mostWaiting = 200
/** What is never measured of a piece: reading what is asked, sending what is answered. */
const leastMs = 0.5
const weighedEveryMs = 20
const easedEveryMs = 100

/** Too much of a tenant's work waits already. */
export class TooMany extends Error {}

/**
 * Turns at the one thread that answers everybody. Whoever is the only one at work has all of it;
 * while others are, those who
 * use much of it leave most of it free: who has used more than their share waits until that is some
 * time ago. Nobody else does.
 */
export class TimeShare {
  readonly #clock: Clock
  readonly #standings = new Map<string, Standing>()
  /**
   * How much of the time those who use much may use each, and in how many kinds of work each of
   * them does; null: all of it.
   */
  #shares: { each: number; kinds: Map<number, number> } | null = null
  #atWork = 0
  #weighedAt = -weighedEveryMs
  /** Of their share, how much those who use much may have of late. */
  #ease = 1
  #easedAt = 0
  #isTold = false
  constructor(clock: Clock = realClock()) {
    this.#clock = clock
  }

  get waiting(): number {
    let all = 0
    for (const { line } of this.#standings.values()) all += line.length
    return all
  }

  /**
   * Does a piece of a tenant's work when its turn has come; `0`, the platform, waits for none.
   * Errors: `TooMany`.
   */
  async run<T>(tenant: number, kind: Kind, work: (payer: Payer) => Promise<T>): Promise<T> {
    if (tenant === 0) return work({ add: () => undefined })
    const standing = this.#of(tenant, kind)
    const guessed =
      standing.line.length === 0 && this.#mayBegin(standing)
        ? this.#begin(standing)
        : await this.#turn(standing)
    let spent = leastMs
    try {
      return await work({
        add: (ms) => {
          this.#count(standing, Math.max(0, spent + ms - Math.max(guessed, spent)))
          spent += ms
        },
      })
    } finally {
      this.#count(standing, -Math.max(0, guessed - spent))
      standing.usual += (spent - standing.usual) * 0.2
      standing.running--
      this.#next()
    }
  }
  /** Whether somebody else is at work too, or was of late. */
  get isShared(): boolean {
    this.#weigh()
    return this.#atWork > 1
  }
  /** What is spent besides such pieces. */
  add(tenant: number, kind: Kind, ms: number): void {
    if (tenant !== 0) this.#count(this.#of(tenant, kind), ms)
  }

  #of(tenant: number, kind: Kind): Standing {
    const now = this.#clock.now()
    const key = `${tenant} ${kind}`
    let standing = this.#standings.get(key)
    if (!standing) {
      // Who was alone is so no longer.
      this.#weighedAt = -weighedEveryMs
      this.#standings.set(
        key,
        (standing = {
          tenant,
          used: 0,
          countedAt: now,
          lastAt: now,
          usual: leastMs,
          running: 0,
          line: [],
        }),
      )
    }
    standing.lastAt = now
    return standing
  }
  #count(standing: Standing, ms: number): void {
    standing.used = Math.max(0, this.#usedBy(standing) + ms)
  }
  #usedBy(standing: Standing): number {
    const now = this.#clock.now()
    standing.used *= Math.exp((standing.countedAt - now) / windowMs)
    standing.countedAt = now
    return standing.used
  }

  #turn(standing: Standing): Promise<number> {
    if (standing.line.length >= mostWaiting) throw new TooMany()
    const turn = new Promise<number>((begin) => {
      standing.line.push(begin)
    })
    this.#next()
    return turn
  }
  #begin(standing: Standing): number {
    standing.running++
    // What it will take counts before it is known, or many would begin at once.
    this.#count(standing, standing.usual)
    return standing.usual
  }
  #mayBegin(standing: Standing): boolean {
    this.#weigh()
    if (!this.#isHeavy(standing)) return true
    const share = this.#shareOf(standing)
    return share === null
      ? standing.running < mostAlone
      : standing.running < mostBeside && this.#usedBy(standing) < share * windowMs
  }
  #shareOf({ tenant }: Standing): number | null {
    return this.#shares && this.#shares.each / (this.#shares.kinds.get(tenant) ?? 1)
  }
  /** Also who would use much and is held back. */
  #isHeavy(standing: Standing): boolean {
    return standing.line.length > 0 || this.#usedBy(standing) >= heavyFrom * windowMs
  }
  /**
   * What those who use much may use each. Where most do, there is nobody to be spared and only what
   * is fair.
   */
  #weigh(): void {
    const now = this.#clock.now()
    if (now - this.#weighedAt < weighedEveryMs) return
    this.#weighedAt = now
    const atWork = new Set<number>()
    const heavy = new Map<number, number>()
    for (const [key, standing] of this.#standings) {
      if (standing.running === 0 && standing.line.length === 0 && now - standing.lastAt > atWorkMs)
        this.#standings.delete(key)
      else {
        atWork.add(standing.tenant)
        if (this.#isHeavy(standing))
          heavy.set(standing.tenant, (heavy.get(standing.tenant) ?? 0) + 1)
      }
    }
    this.#atWork = atWork.size
    if (now - this.#easedAt >= easedEveryMs) {
      this.#easedAt = now
      const busy = this.#clock.busy()
      this.#ease =
        busy > busyWithHeavy
          ? Math.max(leastEase, this.#ease * 0.8)
          : Math.min(1, this.#ease + 0.02)
    }
    const fair = 2 * heavy.size > atWork.size ? fairInAll / atWork.size : 0
    this.#shares =
      atWork.size < 2 || heavy.size === 0
        ? null
        : { each: Math.max((shareOfHeavy * this.#ease) / heavy.size, fair), kinds: heavy }
  }

  /** Begins what may begin, of whoever has used least. */
  #next(): void {
    let soonest = Infinity
    const waiting = [...this.#standings.values()]
      .filter(({ line }) => line.length > 0)
      .toSorted((a, b) => this.#usedBy(a) - this.#usedBy(b))
    for (const standing of waiting) {
      while (standing.line.length > 0 && this.#mayBegin(standing))
        standing.line.shift()!(this.#begin(standing))
      const share = this.#shareOf(standing)
      if (standing.line.length > 0 && share !== null)
        soonest = Math.min(soonest, windowMs * Math.log(this.#usedBy(standing) / windowMs / share))
    }
    // Where it is not its share that somebody waits for, the end of what they have under way begins
    // the next.
    if (soonest === Infinity || soonest < 0 || this.#isTold) return
    this.#isTold = true
    this.#clock.later(Math.max(soonest, weighedEveryMs), () => {
      this.#isTold = false
      this.#next()
    })
  }
}
