import { AsyncLocalStorage } from 'node:async_hooks'

/** Whom the time is written down to that is spent on the one thread which answers everybody. */
export interface Payer {
  add(ms: number): void
}
const paying = new AsyncLocalStorage<Payer>()

export const paidBy = <T>(payer: Payer, work: () => T): T => paying.run(payer, work)
export const payer = (): Payer | undefined => paying.getStore()

/** No longer than this at a stretch: whoever else calls meanwhile waits no longer for it. */
const sliceMs = 0.3
const line: (() => void)[] = []
function next(): void {
  const then = line.shift()!
  if (line.length > 0) setImmediate(next)
  then()
}
/** One slice each time round, however many are being worked off. */
export function afterOthers(then: () => void): void {
  line.push(then)
  if (line.length === 1) setImmediate(next)
}

/**
 * A stretch of work. In a loop: `if (slice.isOver) await slice.next()`, and `slice.end()` behind
 * it.
 */
export class Slice {
  #began = performance.now()
  get isOver(): boolean {
    return performance.now() - this.#began >= sliceMs
  }
  /** Lets others in; what was done until now is written down. */
  async next(): Promise<void> {
    this.end()
    await new Promise<void>(afterOthers)
    this.#began = performance.now()
  }
  end(): void {
    payer()?.add(performance.now() - this.#began)
  }
}

/** Does something with each of many in slices. */
export async function inSlices<T, R>(many: readonly T[], one: (item: T) => R): Promise<R[]> {
  const done: R[] = []
  const slice = new Slice()
  for (const item of many) {
    done.push(one(item))
    if (slice.isOver) await slice.next()
  }
  slice.end()
  return done
}
