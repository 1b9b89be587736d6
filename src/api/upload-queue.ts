import { randomId } from '#src/lib/random.ts'
import { upload } from './upload.ts'

export interface Upload {
  key: string
  name: string
  /** 0 to 1. */
  share: number
  /** Why it did not arrive. */
  problem?: unknown
}
/** More at once only makes each slower. */
const atOnce = 3

/**
 * Files on their way, three at a time. One that cannot arrive keeps its place and says why until it
 * is dismissed.
 */
export class UploadQueue {
  #uploads: readonly Upload[] = []
  readonly #waiting: { key: string; file: File }[] = []
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  readonly #bucketName: string
  #onStored: (address: string, file: File) => void | Promise<void> = () => undefined
  constructor(bucketName: string) {
    this.#bucketName = bucketName
  }

  readonly uploads = () => this.#uploads
  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** Who is told of each file that has arrived; a rejection is that file's problem. */
  handOver(onStored: (address: string, file: File) => void | Promise<void>): void {
    this.#onStored = onStored
  }
  /**
   * `problemOf` names what is wrong with a file before it is sent; it may have to look into it
   * first.
   */
  add(files: Iterable<File>, problemOf: (file: File) => unknown): void {
    const added = [...files].map((file) => ({ key: randomId(), file, problem: problemOf(file) }))
    this.#set([
      ...this.#uploads,
      ...added.map(({ key, file, problem }) => ({
        key,
        name: file.name,
        share: 0,
        ...(problem && !(problem instanceof Promise) ? { problem } : {}),
      })),
    ])
    this.#waiting.push(...added.filter(({ problem }) => !problem))
    for (const { key, file, problem } of added) {
      if (!(problem instanceof Promise)) continue
      void problem.then(
        (found: unknown) => {
          if (found) return this.#change(key, { problem: found })
          // Dismissed meanwhile.
          if (!this.#uploads.some((one) => one.key === key)) return
          this.#waiting.push({ key, file })
          this.#next()
        },
        (failure: unknown) => this.#change(key, { problem: failure }),
      )
    }
    this.#next()
  }
  dismiss(key: string): void {
    const at = this.#waiting.findIndex((one) => one.key === key)
    if (at >= 0) this.#waiting.splice(at, 1)
    this.#running.get(key)?.abort()
    this.#set(this.#uploads.filter((one) => one.key !== key))
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    this.#listeners.forEach((listener) => listener())
  }
  #change(key: string, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }
  #next(): void {
    while (this.#running.size < atOnce && this.#waiting.length > 0) {
      const { key, file } = this.#waiting.shift()!
      const controller = new AbortController()
      this.#running.set(key, controller)
      upload(file, {
        bucketName: this.#bucketName,
        quiet: true,
        signal: controller.signal,
        onProgress: (share) => this.#change(key, { share }),
      })
        .then((address) => this.#onStored(address, file))
        .then(
          () => this.dismiss(key),
          (problem: unknown) => this.#change(key, { problem }),
        )
        .finally(() => {
          this.#running.delete(key)
          this.#next()
        })
    }
  }
}
