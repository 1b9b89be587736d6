import { lazy, Suspense } from 'react'
import { task } from '#contract/work/task.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { formatLatLng, parseLatLng } from '#src/lib/coordinates.ts'
import './work.css'

const PlacesMap = lazy(() => import('#src/kit/map/PlacesMap.tsx'))
const acts = ['start', 'finish'] as const

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Where a task was begun and finished, in words and on a small map; nothing where nobody said. */
export default function ActPlaces({ row }: { row: Row }) {
  const t = useLabels(task)
  const places = acts.flatMap((act) => {
    const pair = parseLatLng(textOf(row[`${act}Latlng`]))
    return pair
      ? [
          {
            act,
            pair,
            title: fieldLabel(t, task, `${act}Latlng`),
            metres: Number(row[`${act}Accuracy`] ?? 0),
          },
        ]
      : []
  })
  if (places.length === 0) return null
  return (
    <section className="work-places" aria-label={t('work:place.title')}>
      <h3>{t('work:place.title')}</h3>
      <ul className="work-goods">
        {places.map(({ act, title, pair, metres }) => (
          <li key={act}>
            {title} <span className="kit-number">{formatLatLng(pair)}</span>{' '}
            {t('work:place.accuracy', { metres })}
          </li>
        ))}
      </ul>
      <figure className="map-fact">
        <Suspense fallback={<div className="map-box" aria-busy />}>
          <PlacesMap
            label={t('work:place.title')}
            places={places.map(({ title, pair: [lat, lng], metres }) => ({
              title,
              at: [lng, lat],
              metres,
            }))}
          />
        </Suspense>
      </figure>
    </section>
  )
}
