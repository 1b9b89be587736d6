import { useState } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { compass, windClasses } from '#contract/devices/wind.ts'
import { windRose, type WindRose as Rose } from '#contract/telemetry/history-calls.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import { sharesOf, wedge } from '#src/features/telemetry/rose.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { boundsOf, type Span } from '#src/features/telemetry/span.ts'
import { SpanTools } from '#src/features/telemetry/SpanTools.tsx'
import type { DeviceRow } from './use-device.ts'

const radius = 100
const eighth = 45
const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`

/** From where the wind blew, how often and how hard. */
export function WindRose({ row }: { row: DeviceRow }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const [span, setSpan] = useState<Span>('week')
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    windRose,
    { id: row.id, span, zone },
    (ask) => ask(windRose, { id: row.id, ...boundsOf(span, zone, Date.now()) }),
    { placeholderData: keepPreviousData },
  )
  return (
    <section aria-label={t('equipment:windRose.title')}>
      <div className="device-history-tools">
        <h3>{t('equipment:windRose.title')}</h3>
        <SpanTools span={span} onChange={setSpan} />
      </div>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton rows={6} />}
      {data && data.total === 0 && <EmptyState variant="noData" height={200} />}
      {data && data.total > 0 && (
        <div className={isPlaceholderData ? 'wind-rose kit-refreshing' : 'wind-rose'}>
          <Drawing rose={data} />
          <Numbers rose={data} />
        </div>
      )}
    </section>
  )
}

function Drawing({ rose: { eighths, total } }: { rose: Rose }) {
  const t = useLabels({ module: 'equipment' })
  const { edge } = sharesOf(eighths, total)
  const reach = (count: number) => (radius * count) / total / edge
  return (
    <svg viewBox="-125 -125 250 250" role="img" aria-label={t('equipment:windRose.title')}>
      {[0.25, 0.5, 0.75, 1].map((part) => (
        <circle key={part} r={radius * part} className="wind-ring" />
      ))}
      {eighths.map((counts, at) => {
        let inner = 0
        return counts.map((count, strength) => {
          const from = inner
          inner += count
          return (
            count > 0 && (
              <path
                key={`${at}-${strength}`}
                className={`wind-class-${strength}`}
                d={wedge(reach(from), reach(inner), at * eighth, 36)}
              />
            )
          )
        })
      })}
      {compass.map((name, at) => {
        const angle = ((at * eighth - 90) * Math.PI) / 180
        return (
          <text
            key={name}
            x={114 * Math.cos(angle)}
            y={114 * Math.sin(angle)}
            textAnchor="middle"
            dominantBaseline="central"
          >
            {t(`equipment:compass.${name}`)}
          </text>
        )
      })}
      <text className="wind-edge" x={4} y={-radius + 8}>
        {percent(edge)}
      </text>
    </svg>
  )
}

function Numbers({ rose: { eighths, calm, total } }: { rose: Rose }) {
  const t = useLabels({ module: 'equipment' })
  const { shares } = sharesOf(eighths, total)
  const label = (strength: number) => {
    const next = windClasses[strength + 1]
    return next === undefined
      ? t('equipment:windRose.above', { from: windClasses[strength] })
      : t('equipment:windRose.between', { from: windClasses[strength], to: next })
  }
  return (
    <div>
      <ul className="wind-legend">
        {windClasses.map((_, strength) => (
          <li key={strength}>
            <i className={`wind-class-${strength}`} />
            {label(strength)}
          </li>
        ))}
      </ul>
      <dl className="wind-shares">
        {compass.map((name, at) => (
          <div key={name}>
            <dt>{t(`equipment:compass.${name}`)}</dt>
            <dd>{percent(shares[at]!)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('equipment:windRose.calm')}</dt>
          <dd>{percent(calm / total)}</dd>
        </div>
      </dl>
      <small>{t('equipment:windRose.total', { hours: (total / 3600).toFixed(1) })}</small>
    </div>
  )
}
