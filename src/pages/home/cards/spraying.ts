import type { HomeWeather } from '#contract/home/around-calls.ts'

/** Spray drifts from here on, and is no longer allowed to be put out beyond (m/s). */
const driftFrom = 3
const forbiddenFrom = 5
/** Without any wind, and in heat, it hangs in the air or dries before it lands. */
const stillBelow = 0.5
const hotFrom = 30
/** It dries too fast below, in percent. */
const dryBelow = 40

interface Spraying {
  key: 'rain' | 'tooWindy' | 'windy' | 'hot' | 'still' | 'dry' | 'good' | 'unknown'
  tone: 'good' | 'warn' | 'bad' | 'quiet'
  values: { value: string }
}
/** Whether spraying is possible in the weather of now, and what is against it. */
export function sprayingIn({
  temperature,
  humidity,
  windSpeed,
  rainHour,
}: Pick<HomeWeather, 'temperature' | 'humidity' | 'windSpeed' | 'rainHour'>): Spraying {
  const said = (key: Spraying['key'], tone: Spraying['tone'], value = 0): Spraying => ({
    key,
    tone,
    values: { value: value.toFixed(1) },
  })
  if (rainHour !== null && rainHour > 0) return said('rain', 'bad', rainHour)
  if (windSpeed === null) return said('unknown', 'quiet')
  if (windSpeed >= forbiddenFrom) return said('tooWindy', 'bad', windSpeed)
  if (windSpeed >= driftFrom) return said('windy', 'warn', windSpeed)
  if (temperature !== null && temperature >= hotFrom) return said('hot', 'warn', temperature)
  if (humidity !== null && humidity < dryBelow) return said('dry', 'warn', humidity)
  if (windSpeed < stillBelow) return said('still', 'warn', windSpeed)
  return said('good', 'good', windSpeed)
}
