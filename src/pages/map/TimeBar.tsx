import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mapDays } from '#contract/map/day.ts'
import { dayAfter, daysBetween } from '#contract/planting/stages.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'

/** A day is asked for once the hand rests on it. */
const restMs = 180

interface TimeBarProps {
  today: string
  /** null: today. */
  on: string | null
  onChange: (on: string | null) => void
  onClose: () => void
}
/** The season along which the plots are looked at, day by day; keys move it as well. */
export function TimeBar({ today, on, onChange, onClose }: TimeBarProps) {
  const t = useLabels({ module: 'map' })
  const { i18n } = useTranslation()
  const [days, setDays] = useState(on === null ? 0 : daysBetween(today, on))
  const latest = useLatest({ on, onChange })
  useEffect(() => setDays(on === null ? 0 : daysBetween(today, on)), [today, on])
  useEffect(() => {
    const wanted = days === 0 ? null : dayAfter(today, days)
    if (wanted === latest.current.on) return
    const timer = setTimeout(() => latest.current.onChange(wanted), restMs)
    return () => clearTimeout(timer)
  }, [days, today, latest])
  const said = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'full',
    timeZone: 'UTC',
  }).format(Date.parse(dayAfter(today, days)))
  return (
    <section className="farm-map-card farm-map-time" aria-label={t('map:time.title')}>
      <p aria-live="polite">
        <b>{said}</b>{' '}
        {days === 0 ? t('map:time.now') : t(`map:time.${days < 0 ? 'then' : 'ahead'}`)}
      </p>
      <input
        type="range"
        aria-label={t('map:time.day')}
        aria-valuetext={said}
        min={-mapDays.before}
        max={mapDays.after}
        value={days}
        onChange={({ target }) => setDays(Number(target.value))}
      />
      <div>
        <Button size="small" onClick={() => setDays(Math.max(-mapDays.before, days - 7))}>
          {t('map:time.weekBack')}
        </Button>
        <Button size="small" disabled={days === 0} onClick={() => setDays(0)}>
          {t('map:time.today')}
        </Button>
        <Button size="small" onClick={() => setDays(Math.min(mapDays.after, days + 7))}>
          {t('map:time.weekOn')}
        </Button>
        <Button size="small" type="text" onClick={onClose}>
          {t('map:time.end')}
        </Button>
      </div>
    </section>
  )
}
