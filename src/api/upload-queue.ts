import { pace } from '#src/lib/pace.ts'
import { randomId } from '#src/lib/random.ts'
import { ApiError } from './api-error.ts'
import { upload } from './upload.ts'

export interface Upload {
  key: string
  name: string
  /** 0 to 1. */
  share: number
  /** Sent so far. */
  bytes: number
  /** Bytes a second; null while that is not known. */
  rate: number | null
  /** The line is cut, and it goes on by itself. */
  isCut: boolean
  /** Why it did not arrive. */
  problem?: unknown
  /** Whether it may arrive when it is tried again. */
  canRetry?: boolean
}
interface Waiting {
  key: string
  file: File
  begun: { id?: string }
}
/** Refused for what it is: the same again would be refused again. */
const isFinal = (problem: unknown) =>
  problem instanceof ApiError &&
  problem.status >= 400 &&
  problem.status < 500 &&
  problem.status !== 408 &&
  problem.status !== 429

/** More at once only makes each slower. */
const atOnce = 3

const still = { share: 0, bytes: 0, rate: null, isCut: false }

/**
 * Files on their way, three at a time. One that cannot arrive keeps its place and says why until it
 * is dismissed.
 */
export class UploadQueue {
  #uploads: readonly Upload[] = []
  readonly #waiting: Waiting[] = []
  readonly #failed = new Map<string, Waiting>()
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
        ...still,
        ...(problem && !(problem instanceof Promise) ? { problem } : {}),
      })),
    ])
    this.#waiting.push(
      ...added.filter(({ problem }) => !problem).map(({ key, file }) => ({ key, file, begun: {} })),
    )
    for (const { key, file, problem } of added) {
      if (!(problem instanceof Promise)) continue
      void problem.then(
        (found: unknown) => {
          if (found) return this.#change(key, { problem: found })
          // Dismissed meanwhile.
          if (!this.#uploads.some((one) => one.key === key)) return
          this.#waiting.push({ key, file, begun: {} })
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
    this.#failed.delete(key)
    this.#running.get(key)?.abort()
    this.#set(this.#uploads.filter((one) => one.key !== key))
  }

  /** Goes on with what did not arrive, where it was cut as far as the server has it. */
  retry(key: string): void {
    const failed = this.#failed.get(key)
    if (!failed) return
    this.#failed.delete(key)
    this.#change(key, { ...still, share: this.#shareOf(key), problem: undefined, canRetry: false })
    this.#waiting.push(failed)
    this.#next()
  }

  #shareOf = (key: string) => this.#uploads.find((one) => one.key === key)?.share ?? 0
  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    this.#listeners.forEach((listener) => listener())
  }
  #change(key: string, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }
  #next(): void {
    while (this.#running.size < atOnce && this.#waiting.length > 0) {
      const next = this.#waiting.shift()!
      const { key, file, begun } = next
      const rateOf = pace()
      const controller = new AbortController()
      this.#running.set(key, controller)
      upload(file, {
        bucketName: this.#bucketName,
        quiet: true,
        signal: controller.signal,
        begun,
        onCut: () => this.#change(key, { isCut: true, rate: null }),
        onProgress: (share, bytes) =>
          this.#change(key, { share, bytes, rate: rateOf(bytes), isCut: false }),
      })
        .then((address) => this.#onStored(address, file))
        .then(
          () => this.dismiss(key),
          (problem: unknown) => {
            const canRetry = !isFinal(problem)
            // Whoever took it off the list wants no more of it.
            if (canRetry && this.#uploads.some((one) => one.key === key))
              this.#failed.set(key, next)
            this.#change(key, { problem, canRetry })
          },
        )
        .finally(() => {
          this.#running.delete(key)
          this.#next()
        })
    }
  }
}
