let last = 0

/**
 * Now, in ms to the microsecond, by the clock that messages are stamped with: never the same twice
 * and never backwards, so that what came first is earlier.
 */
export function arrival(): number {
  last = Math.max(Date.now(), last + 0.001)
  return last
}
