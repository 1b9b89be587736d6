import { Worker } from 'node:worker_threads'
import { Slice } from '#server/db/spending.ts'

export type Cell = string | number | null
/** What a sheet may not be called. */
const forbidden = /[\\/:*?"<>|[\]']/g
const linesAtOnce = 50
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
// The build has it as an entry beside `main`.
const place = import.meta.env?.PROD ? './sheet-writer.js' : './sheet-writer.mjs'

/**
 * A workbook with one sheet, made in a thread of its own. Its first line is bold and stays in view.
 */
export class Workbook {
  readonly #worker: Worker
  readonly #lost: Promise<never>
  /** `formats`: per column, how a spreadsheet writes its numbers. */
  constructor(title: string, formats: readonly (string | null)[] = []) {
    // Without the flags of this process: a loader of TypeScript would cost more than the work.
    this.#worker = new Worker(new URL(place, import.meta.url), {
      workerData: { title: title.replaceAll(forbidden, ' ').slice(0, 31).toWellFormed(), formats },
      resourceLimits: memory,
      execArgv: [],
    })
    this.#lost = new Promise((_resolve, reject) => {
      this.#worker.once('error', reject)
      this.#worker.once('exit', () => reject(new Error('the writer of a workbook ended')))
    })
    this.#lost.catch(() => undefined)
  }

  async add(lines: readonly Cell[][]): Promise<void> {
    const slice = new Slice()
    for (let at = 0; at < lines.length; at += linesAtOnce) {
      this.#worker.postMessage(lines.slice(at, at + linesAtOnce))
      if (slice.isOver) await slice.next()
    }
    slice.end()
  }
  async toFile(path: string): Promise<void> {
    await this.#finish({ path })
  }
  async toBuffer(): Promise<Buffer> {
    return Buffer.from((await this.#finish({}))!)
  }
  async drop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #finish(how: { path?: string }): Promise<Uint8Array | null> {
    try {
      const done = new Promise<Uint8Array | null>((resolve) =>
        this.#worker.once('message', resolve),
      )
      this.#worker.postMessage(how)
      return await Promise.race([done, this.#lost])
    } finally {
      await this.drop()
    }
  }
}
