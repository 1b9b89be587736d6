const steps = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000], ['second', 1000]] as const

/** How long ago a moment is, in words; never in the future, whatever the clocks say. */
export function ageOf(iso: string, now: number, language: string): string {
  const ms = Math.max(0, now - Date.parse(iso))
  const [unit, length] = steps.find(([, one]) => ms >= one) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-Math.floor(ms / length), unit)
}
/** Whether a value may no longer be how things stand: its device is not to be heard, or has been silent for longer than it may be. `device`: its row. */
export function isStale(iso: string, now: number, device: object): boolean {
  const { online, reportMinutes } = device as { online?: unknown; reportMinutes?: unknown }
  return online === 0 || now - Date.parse(iso) > Math.max(90_000, Number(reportMinutes ?? 30) * 150_000)
}
