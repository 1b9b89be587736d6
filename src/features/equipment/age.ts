const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** How long ago a moment is, in words; never in the future, whatever the clocks say. */
export function ageOf(iso: string, now: number, language: string): string {
  const ms = Math.max(0, now - Date.parse(iso))
  const [unit, length] = steps.find(([, one]) => ms >= one) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(
    -Math.floor(ms / length),
    unit,
  )
}
/**
 * Whether a value may no longer be how things stand: its device is not to be heard, or has been
 * silent for longer than it may be. `device`: its row.
 */
export function isStale(iso: string, now: number, device: object): boolean {
  const { online, reportMinutes } = device as { online?: unknown; reportMinutes?: unknown }
  return (
    online === 0 || now - Date.parse(iso) > Math.max(90_000, Number(reportMinutes ?? 30) * 150_000)
  )
}

/**
 * How far (ms) the newest time that a device gave to a value lies behind the last word of it; null
 * where that is as it may be. `device`: its row.
 */
export function clockBehind(newestAt: string | undefined, device: object): number | null {
  const { online, lastSeenAt, reportMinutes } = device as {
    online?: unknown
    lastSeenAt?: unknown
    reportMinutes?: unknown
  }
  if (online !== 1 || !newestAt || typeof lastSeenAt !== 'string') return null
  const behind = Date.parse(lastSeenAt) - Date.parse(newestAt)
  return behind > Math.max(120_000, Number(reportMinutes ?? 30) * 150_000) ? behind : null
}
