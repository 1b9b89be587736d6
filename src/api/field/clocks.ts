import type { Clocks } from '#src/lib/field/act-time.ts'

let last: Clocks | null = null
const listeners = new Set<() => void>()
/** Called whenever the server has said something. */
export function onHeard(listener: () => void): void {
  listeners.add(listener)
}
/** Both clocks as they were last heard together, by any answer. */
export const clocksHeard = () => last
/** Of what was kept since the last visit: what was heard on this page is newer. */
export function recallClocks(clocks: Clocks | undefined): void {
  last ??= clocks ?? null
}
/** A header tells whole seconds: half of one is added. */
export function hearClock(date: unknown): void {
  const server = typeof date === 'string' ? Date.parse(date) + 500 : NaN
  if (!Number.isFinite(server)) return
  last = { server, phone: Date.now() }
  listeners.forEach((listener) => listener())
}
