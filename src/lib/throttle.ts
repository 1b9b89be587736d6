/** Calls at most once per `waitMs`, at the leading edge; what falls in between is dropped. */
export function throttle<Args extends unknown[]>(run: (...args: Args) => void, waitMs: number): (...args: Args) => void {
  let last = -Infinity
  return (...args) => {
    const now = Date.now()
    if (now - last < waitMs && now >= last) return
    last = now
    run(...args)
  }
}
