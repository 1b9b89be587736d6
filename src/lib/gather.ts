/**
 * Runs at once, and of what comes within `ms` after that, or before it is done, one more time, for all
 * of it together: what takes longer than that would never be done if it began anew each time.
 */
export function gather<T>(
  ms: number,
  run: (all: readonly T[]) => unknown,
): { add: (one: T) => void; end: () => void } {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  const runWaiting = () => {
    if (timer || isBusy) return
    const left = waiting.splice(0)
    if (left.length > 0) go(left)
  }
  const go = (all: readonly T[]) => {
    timer = setTimeout(() => {
      timer = undefined
      runWaiting()
    }, ms)
    const done = run(all)
    if (!(done instanceof Promise)) return
    isBusy = true
    const free = () => {
      isBusy = false
      runWaiting()
    }
    done.then(free, free)
  }
  return {
    add: (one) => void (timer || isBusy ? waiting.push(one) : go([one])),
    end: () => {
      clearTimeout(timer)
      waiting = []
    },
  }
}
