const steps = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000], ['second', 1000]] as const

/** How long ago a moment is, in words; never in the future, whatever the clocks say. */
export function ageOf(iso: string, now: number, language: string): string {
  const ms = Math.max(0, now - Date.parse(iso))
  const [unit, length] = steps.find(([, one]) => ms >= one) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-Math.floor(ms / length), unit)
}
/** Whether a value is older than its device's silence may be. */
export const isStale = (iso: string, now: number, reportMinutes: number) => now - Date.parse(iso) > Math.max(90_000, reportMinutes * 150_000)
