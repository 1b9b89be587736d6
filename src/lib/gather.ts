/** Runs at once, and of what comes within `ms` after that one more time, for all of it together. */
export function gather<T>(
  ms: number,
  run: (all: readonly T[]) => void,
): { add: (one: T) => void; end: () => void } {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = (all: readonly T[]) => {
    timer = setTimeout(() => {
      timer = undefined
      const left = waiting.splice(0)
      if (left.length > 0) go(left)
    }, ms)
    run(all)
  }
  return {
    add: (one) => void (timer ? waiting.push(one) : go([one])),
    end: () => {
      clearTimeout(timer)
      waiting = []
    },
  }
}
