import { rm } from 'node:fs/promises'
import { pathOf, runBeginning, type PieceBucket } from './pieces.ts'
import type { Recorded } from './recorded.ts'
import type { Segment } from './segments.ts'

/** Pieces that go up side by side. */
const atOnce = 4
const lookMs = 2000
/** How long the bucket is left alone after it refused: doubled each time, in ms. */
const [firstPauseMs, longestPauseMs] = [1000, 60_000]
/** Ms after which a piece that was not on the disk is looked for again. */
const missingMs = 600_000
/** Ms that what is under way has left when we end; it is done again by whoever comes next. */
const endsWithinMs = 2000
/** Runs whose beginning is known to lie in the bucket. */
const mostRuns = 2000
const type = 'video/mp4'

/** Told when the bucket begins and ceases to refuse. */
interface UploadsTold {
  away(error: Error): void
  back(): void
}

/**
 * Takes whole pieces to the bucket, the oldest first. One stays on the disk until the bucket has
 * acknowledged it and the index says so; while it does not answer they wait.
 */
export class Uploads {
  readonly #recorded: Recorded
  readonly #bucket: PieceBucket
  readonly #told: UploadsTold
  readonly #begun = new Set<string>()
  #pauseMs = 0
  #pausedUntil = 0
  #timer: NodeJS.Timeout | null = null
  #working: Promise<unknown> = Promise.resolve()
  #isOver = false
  constructor(recorded: Recorded, bucket: PieceBucket, told: UploadsTold) {
    this.#recorded = recorded
    this.#bucket = bucket
    this.#told = told
  }
  start(): void {
    const again = () => {
      if (this.#isOver) return
      this.#timer = setTimeout(() => {
        this.#working = this.round()
          .catch(() => undefined)
          .then(again)
      }, lookMs)
      this.#timer.unref()
    }
    again()
  }
  /** Takes up what waits until nothing does, or the bucket refuses; answers how many went. */
  async round(): Promise<number> {
    let count = 0
    while (!this.#isOver && Date.now() >= this.#pausedUntil) {
      const taken = await this.#recorded.index.toUpload(atOnce)
      if (taken.length === 0) break
      const went = await Promise.all(taken.map((one) => this.#take(one)))
      count += went.filter(Boolean).length
    }
    return count
  }
  async #take(one: Segment): Promise<boolean> {
    const { tenantId, cameraId, run, file } = one
    const place = (name: string) => pathOf(tenantId, cameraId, run, name)
    const local = (name: string) => this.#recorded.fileOf(tenantId, cameraId, run, name)
    try {
      if (!this.#begun.has(place(''))) {
        await this.#bucket.upload(place(runBeginning), local(runBeginning), type)
        if (this.#begun.size >= mostRuns) this.#begun.clear()
        this.#begun.add(place(''))
      }
      await this.#bucket.upload(place(file), local(file), type)
    } catch (error) {
      await this.#refused(one, error as NodeJS.ErrnoException)
      return false
    }
    if (this.#pauseMs > 0) {
      this.#pauseMs = 0
      this.#told.back()
    }
    // Due meanwhile, it is known no more, and nobody would ever remove it.
    if (await this.#recorded.index.moved(one)) await rm(local(file), { force: true })
    else await this.#bucket.remove(place(file)).catch(() => undefined)
    return true
  }
  async #refused(one: Segment, error: NodeJS.ErrnoException): Promise<void> {
    const { index } = this.#recorded
    // Removed meanwhile, or lost, which is found when index and disk are made to agree.
    if (error.code === 'ENOENT') return index.giveBack(one, missingMs)
    if (Date.now() >= this.#pausedUntil) {
      if (this.#pauseMs === 0) this.#told.away(error)
      this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2 || firstPauseMs)
      this.#pausedUntil = Date.now() + this.#pauseMs
    }
    await index.giveBack(one, 0)
  }
  async stop(): Promise<void> {
    this.#isOver = true
    if (this.#timer) clearTimeout(this.#timer)
    await Promise.race([
      this.#working,
      new Promise((done) => setTimeout(done, endsWithinMs).unref()),
    ])
  }
}
