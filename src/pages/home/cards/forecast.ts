import type { ForecastHour } from '#contract/home/forecast.ts'
import { sprayingIn } from './spraying.ts'

export interface Window {
  from: string
  to: string
}
const hourMs = 3_600_000
/** Leaves have to be dry for so long after it. */
const dryHours = 4

/** Hours of the coming day in which spraying is good, put together; none where rain soon washes it off. */
export function sprayingWindows(hours: readonly ForecastHour[]): Window[] {
  const windows: Window[] = []
  for (const [at, hour] of hours.entries()) {
    const staysDry = hours.slice(at, at + dryHours).every(({ rain }) => (rain ?? 0) < 0.1)
    if (!staysDry || sprayingIn({ ...hour, rainHour: hour.rain }).tone !== 'good') continue
    const to = new Date(Date.parse(hour.at) + hourMs).toISOString()
    const last = windows.at(-1)
    if (last && Date.parse(last.to) === Date.parse(hour.at)) last.to = to
    else windows.push({ from: hour.at, to })
  }
  return windows
}
