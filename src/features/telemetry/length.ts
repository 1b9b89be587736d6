const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/**
 * How long something lasted (ms), in words: its two largest units, and seconds where it was shorter
 * than a minute.
 */
export function lengthText(ms: number, language: string): string {
  const at = units.findIndex(([, length]) => ms >= length)
  const [largest, next] = at < 0 ? [units[3]] : at === 2 ? [units[2]] : units.slice(at, at + 2)
  const word = (count: number, unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
  const whole = Math.floor(Math.max(0, ms) / largest![1])
  const rest = next ? Math.floor((ms - whole * largest![1]) / next[1]) : 0
  return [word(whole, largest![0]), rest > 0 && next && word(rest, next[0])]
    .filter(Boolean)
    .join(' ')
}
/** From a moment (ISO 8601) to another, or to now where it has not come. */
export const lengthBetween = (
  beganAt: string,
  endedAt: string | null | undefined,
  now: number,
  language: string,
) => lengthText((endedAt ? Date.parse(endedAt) : now) - Date.parse(beganAt), language)
/** A length of time that somebody chose, in seconds: to the last second. */
export function durationText(seconds: number, language: string): string {
  const word = (count: number, unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, unit]) => word(count, unit))
      .join(' ') || word(0, 'second')
  )
}
