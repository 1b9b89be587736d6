/** What was long ago says nothing of how fast it goes now. */
const windowMs = 3000
/** A first packet or two go into a buffer, not over the line. */
const leastMs = 500

/** How fast something comes on: told its bytes again and again, it answers bytes a second. */
export function pace(now: () => number = () => performance.now()) {
  let seen: { at: number; bytes: number }[] = []
  return (bytes: number): number | null => {
    const at = now()
    // Less than before: it began again.
    if (bytes < (seen.at(-1)?.bytes ?? 0)) seen = []
    seen.push({ at, bytes })
    seen = seen.filter((one) => at - one.at <= windowMs)
    const [first] = seen
    const span = at - first!.at
    return span < leastMs ? null : ((bytes - first!.bytes) * 1000) / span
  }
}
