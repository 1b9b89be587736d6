/** A moment by two clocks at once: what the server said, and what this phone's clock showed then. */
export interface Clocks {
  server: number
  phone: number
}
const slackMs = 5 * 60_000

/**
 * When something was done by the server's clock, though the phone's may be wrong, and may have been
 * put right since: `before` is the last that was heard of the server when it was done, `now` what is
 * heard when it is told. It happened between the two; what lies nowhere there is put to the nearer.
 */
export function actTime(phoneAt: number, before: Clocks | null, now: Clocks): number {
  const from = before?.server ?? -Infinity
  const found = [before, now]
    .filter((clocks) => clocks !== null)
    .map(({ server, phone }) => phoneAt + server - phone)
    .find((at) => at >= from - slackMs && at <= now.server + slackMs)
  const guess = found ?? phoneAt + now.server - now.phone
  return Math.min(now.server, Math.max(from, guess))
}
