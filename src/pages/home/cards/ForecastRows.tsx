import { useTranslation } from 'react-i18next'
import type { Forecast } from '#contract/home/forecast.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { sprayingWindows, type Window } from './forecast.ts'

const mostWindows = 3

/** What is foretold: warnings, when spraying is possible, the next days. */
export function ForecastRows({ forecast, now }: { forecast: Forecast; now: number }) {
  const { t, i18n } = useTranslation('home')
  const zone = useTimeZone()
  const clock = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: zone,
  })
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const dayIn = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
  const today = dayIn(now)
  const spanOf = ({ from, to }: Window) => {
    const span = `${clock.format(Date.parse(from))}–${clock.format(Date.parse(to))}`
    return dayIn(Date.parse(from)) === today ? span : t('forecast.tomorrow', { span })
  }
  const windows = sprayingWindows(forecast.hours).slice(0, mostWindows)
  return (
    <>
      {forecast.warnings.map(({ title, text }) => (
        <details key={title} className="home-window home-bad">
          <summary>{title}</summary>
          {text}
        </details>
      ))}
      <p className={`home-window home-${windows.length > 0 ? 'good' : 'warn'}`}>
        <b>{t('forecast.windows')}</b>{' '}
        {windows.length > 0 ? windows.map(spanOf).join(t('forecast.and')) : t('forecast.noWindow')}
      </p>
      <ul className="home-days">
        {forecast.days.map(({ date, least, most, rain, sky }) => (
          <li key={date}>
            <span>
              {date === today ? t('forecast.today') : weekday.format(Date.parse(`${date}T00:00Z`))}
            </span>
            <span>{t(`forecast.sky.${sky}`)}</span>
            <span className="kit-number">
              {least === null || most === null
                ? '–'
                : `${Math.round(least)}–${Math.round(most)} °C`}
            </span>
            <span className="kit-number">
              {rain !== null && rain >= 0.1 ? t('forecast.rain', { value: rain.toFixed(1) }) : ''}
            </span>
          </li>
        ))}
      </ul>
      <small>
        {t('forecast.source', { name: forecast.attribution, place: forecast.areaName })}
      </small>
    </>
  )
}
