const weather = [
  'airTemperature',
  'airHumidity',
  'windSpeed',
  'radiation',
  'illuminance',
  'pressure',
  'windDirection',
  'rainfall',
]
const layers = Array.from({ length: 10 }, (_, i) => i + 1)
const probe = ['temperature', 'humidity'].flatMap((name) => layers.map((at) => `${name}.${at}`))
/** Which type has so many readings, and their channels. Errors: throws where none has. */
export function channelsOf(count: number): { deviceType: string; channels: readonly string[] } {
  if (count > probe.length) throw new Error(`--values: ${probe.length} at most`)
  return count > weather.length
    ? { deviceType: 'soil', channels: probe.slice(0, count) }
    : { deviceType: 'gateway_weather', channels: weather.slice(0, count) }
}
