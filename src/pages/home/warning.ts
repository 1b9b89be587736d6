import type { HomeWeather } from '#contract/home/around-calls.ts'
import type { HomeWaiting } from '#contract/home/home-calls.ts'

/** Frost is near below it; crops under glass are endangered before. In °C. */
const coldBelow = 5
/** What blows foils away, in m/s, and what floods furrows, in mm an hour. */
const stormFrom = 10.8
const pouringFrom = 8

interface Warning {
  key:
    | 'emergency'
    | 'alarms'
    | 'cold'
    | 'storm'
    | 'pouring'
    | 'approvals'
    | 'overdue'
    | 'tasks'
    | 'offline'
    | 'stock'
  values: Record<string, string | number>
}
/** The one thing that should be known first; null: nothing is wrong. */
export function warningOf(
  home: HomeWaiting | undefined,
  weather: HomeWeather | null,
): Warning | null {
  const count = (kind: string) => home?.counts.find((one) => one.kind === kind)?.count ?? 0
  const emergencies =
    home?.items.filter((one) => one.kind === 'alarm' && one.alarm.level === 3).length ?? 0
  if (emergencies > 0) return { key: 'emergency', values: { count: emergencies } }
  const { temperature = null, windSpeed = null, rainHour = null } = weather?.online ? weather : {}
  if (windSpeed !== null && windSpeed >= stormFrom)
    return { key: 'storm', values: { value: windSpeed.toFixed(1) } }
  if (rainHour !== null && rainHour >= pouringFrom)
    return { key: 'pouring', values: { value: rainHour.toFixed(1) } }
  if (temperature !== null && temperature < coldBelow)
    return { key: 'cold', values: { value: temperature.toFixed(1) } }
  if (count('alarm') > 0) return { key: 'alarms', values: { count: count('alarm') } }
  if (count('approval') > 0) return { key: 'approvals', values: { count: count('approval') } }
  const overdue =
    home?.items.filter((one) => one.kind === 'task' && one.work.need === 'overdue').length ?? 0
  if (overdue > 0) return { key: 'overdue', values: { count: overdue } }
  if (count('task') > 0) return { key: 'tasks', values: { count: count('task') } }
  if (count('device') > 0) return { key: 'offline', values: { count: count('device') } }
  if (count('stock') > 0) return { key: 'stock', values: { count: count('stock') } }
  return null
}
