import { setTimeout as pause } from 'node:timers/promises'
import { noteFault } from '#server/db/parts.ts'
import { CameraFault, type CameraEvents } from '../source.ts'
import type { EventReading, EventReadings } from './readings.ts'
import type { EventTimes } from './times.ts'

/** Ms until a source that failed is asked again, at the most. */
const longestAgainMs = 5 * 60_000
/** Ms that are waited for what is kept for us elsewhere to be let go of. */
const farewellMs = 1500
/** Ms after which how it is reached is read anew. */
const freshMs = 60_000

interface ListeningTo {
  /** What is written in the log where it fails unexpectedly. */
  what: string
  /** How it is asked now; another `key` is another source. Errors: `CameraFault`. */
  open(): Promise<{ key: string; open(): CameraEvents }>
  readings: EventReadings
  /** Stores them; resolves after COMMIT. */
  store(readings: readonly EventReading[]): Promise<void>
  /** Hears of each asking: null, or what was wrong. */
  asked(fault: CameraFault | null): Promise<void>
  times: Pick<EventTimes, 'lookMs' | 'againMs'>
}

/** Listens to one camera until it is told to end; what fails is tried again later and later. */
export class Listening {
  readonly #to: ListeningTo
  readonly #ending = new AbortController()
  readonly #over: Promise<void>
  #events: CameraEvents | null = null
  #key = ''
  #openedAt = 0
  #failures = 0
  constructor(to: ListeningTo) {
    this.#to = to
    this.#over = this.#run()
  }
  async #run(): Promise<void> {
    while (!this.#isEnding()) await this.#wait(await this.#round())
    await this.#let()
  }
  #isEnding(): boolean {
    return this.#ending.signal.aborted
  }
  /** Asks once. Answers in how many ms again. */
  async #round(): Promise<number> {
    const { readings, store, asked, what } = this.#to
    try {
      const events = await this.#source()
      const told = await events.next()
      if (this.#isEnding()) return 0
      const now = Date.now()
      await store([...readings.take(told, now, events.paceMs), ...readings.pass(now)])
      this.#failures = 0
      await asked(null)
      return events.paceMs
    } catch (error) {
      if (this.#isEnding()) return 0
      await this.#let()
      readings.lost(Date.now())
      if (error instanceof CameraFault)
        await asked(error).catch((fault: unknown) => noteFault(what, fault))
      else noteFault(what, error)
      return Math.min(longestAgainMs, this.#to.times.againMs * 2 ** Math.min(this.#failures++, 10))
    }
  }
  async #source(): Promise<CameraEvents> {
    if (this.#events && Date.now() - this.#openedAt < freshMs) return this.#events
    const { key, open } = await this.#to.open()
    this.#openedAt = Date.now()
    if (this.#events && key === this.#key) return this.#events
    await this.#let()
    this.#key = key
    return (this.#events = open())
  }
  async #let(): Promise<void> {
    const events = this.#events
    this.#events = null
    await events?.end()
  }
  /** Until it is asked again; meanwhile what is over is stored. */
  async #wait(ms: number): Promise<void> {
    const end = Date.now() + ms
    while (!this.#isEnding() && Date.now() < end) {
      await pause(Math.min(this.#to.times.lookMs, end - Date.now()), undefined, {
        signal: this.#ending.signal,
        ref: false,
      }).catch(() => undefined)
      if (this.#isEnding()) return
      const over = this.#to.readings.pass(Date.now())
      if (over.length > 0)
        await this.#to.store(over).catch((error: unknown) => noteFault(this.#to.what, error))
    }
  }
  /** How it is reached has changed: it is looked at before it is asked again. */
  renew(): void {
    this.#openedAt = 0
  }
  /** Resolves once nothing is kept for us elsewhere, or soon. */
  async end(): Promise<void> {
    this.#ending.abort()
    // What is asked at the moment need not be waited for.
    const ended = Promise.all([this.#let(), this.#over])
    await Promise.race([ended, pause(farewellMs, undefined, { ref: false })])
  }
  /** The same where nobody else goes on with it: what is under way is over. */
  async leave(): Promise<void> {
    await this.end()
    const { readings, store } = this.#to
    await store(readings.leave(Date.now()))
  }
}
