import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PresentWeather } from '#contract/home/forecast.ts'
import { compass, eighthOf } from '#contract/devices/wind.ts'
import type { HomeWeather } from '#contract/home/around-calls.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'
import { ForecastRows } from './ForecastRows.tsx'
import { sprayingIn } from './spraying.ts'

/** Older than this, values are no weather of now. */
const oldMs = 2 * 3_600_000
const calmBelow = 0.3

/** Temperature, and what the air does. */
function Values({
  temperature,
  humidity,
  windSpeed,
  windDirection,
  rainHour,
}: Omit<PresentWeather, 'at'>) {
  const { t } = useTranslation('home')
  const eighth = windDirection === null ? null : eighthOf(windDirection)
  return (
    <p>
      <b>
        {temperature === null ? '–' : temperature.toFixed(1)}
        <small>{t('common:units.celsius')}</small>
      </b>
      <span>
        {[
          humidity !== null && t('weather.humidity', { value: humidity.toFixed(0) }),
          windSpeed !== null &&
            (windSpeed < calmBelow
              ? t('weather.calm')
              : t('weather.wind', {
                  from: eighth === null ? '' : t(`weather.from.${compass[eighth]!}`),
                  value: windSpeed.toFixed(1),
                })),
          rainHour !== null &&
            (rainHour > 0 ? t('weather.rain', { value: rainHour.toFixed(1) }) : t('weather.dry')),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}

/** What the weather service says of now, where the base has no station of its own. */
function Present({ said, now, by }: { said: PresentWeather; now: number; by: string }) {
  const { t, i18n } = useTranslation('home')
  const isOld = now - Date.parse(said.at) > oldMs
  const spraying = isOld ? null : sprayingIn(said)
  return (
    <>
      <Values {...said} />
      <small className={isOld ? 'home-warn' : undefined}>
        {t('weather.provided', { name: by, age: ageOf(said.at, now, i18n.language) })}
      </small>
      {spraying && (
        <p className={`home-window home-${spraying.tone}`}>
          <b>{t('weather.spraying')}</b> {t(`weather.now.${spraying.key}`, spraying.values)}
        </p>
      )}
    </>
  )
}

/** What it measured in the last 24 hours, as far as it did. */
function LastDay({ weather: { lowDay, highDay, rainDay } }: { weather: HomeWeather }) {
  const { t } = useTranslation('home')
  const said = [
    lowDay !== null &&
      highDay !== null &&
      t('weather.airDay', { low: lowDay.toFixed(1), high: highDay.toFixed(1) }),
    rainDay !== null &&
      (rainDay > 0 ? t('weather.rainDay', { value: rainDay.toFixed(1) }) : t('weather.dryDay')),
  ].filter(Boolean)
  return (
    said.length > 0 && (
      <p className="home-last-day">
        {t('weather.lastDay')} {said.join(' · ')}
      </p>
    )
  )
}

/** What the base’s own station says now, and in the last 24 hours, what that allows, and what a weather service foretells. */
export default function Weather({ around }: HomeCardProps) {
  const { t, i18n } = useTranslation('home')
  const now = useNow(60_000)
  const pathTo = useDevicePath()
  const weather = around?.weather
  if (!around)
    return (
      <CardFrame code="weather">
        <CardBones />
      </CardFrame>
    )
  const { forecast, mayWeather } = around
  // Whoever sees no station and has no forecast has no weather to look at.
  if (!mayWeather && !forecast) return null
  if (!weather)
    return (
      <CardFrame code="weather">
        {forecast ? (
          <div className="home-weather">
            {forecast.now && <Present said={forecast.now} now={now} by={forecast.attribution} />}
            <ForecastRows forecast={forecast} now={now} />
          </div>
        ) : (
          <CardEmpty text={t('cards.weather.empty')} />
        )}
      </CardFrame>
    )
  const { at } = weather
  const isOld = at === null || now - Date.parse(at) > oldMs
  const spraying = isOld ? null : sprayingIn(weather)
  const to = pathTo(weather.deviceId, 'gateway_weather')
  const age = at ? ageOf(at, now, i18n.language) : t('waiting.neverHeard')
  return (
    <CardFrame
      code="weather"
      more={
        <>
          {to ? <Link to={to}>{weather.deviceName}</Link> : weather.deviceName}{' '}
          <span className={isOld ? 'home-warn' : undefined}>{age}</span>
        </>
      }
    >
      <div className="home-weather">
        <Values {...weather} />
        <LastDay weather={weather} />
        <p className={`home-window home-${spraying?.tone ?? 'quiet'}`}>
          <b>{t('weather.spraying')}</b>{' '}
          {spraying ? t(`weather.now.${spraying.key}`, spraying.values) : t('weather.old')}
        </p>
        {forecast ? (
          <ForecastRows forecast={forecast} now={now} />
        ) : (
          <small>{t('weather.honest')}</small>
        )}
      </div>
    </CardFrame>
  )
}
