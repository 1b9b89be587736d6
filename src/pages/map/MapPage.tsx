import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LoadedMap, type Loaded } from './LoadedMap.tsx'
import { useMapDay } from './use-map-day.ts'
import { useMapPlace } from './use-map-place.ts'

// What draws comes while its data is on its way.
const loading = import('./MapView.tsx')
const MapView = lazy(() => loading)
const texts = ['map', 'farm', 'kit', 'common', 'menus', 'equipment']

/** The digital map: where everything lies and stands, what it says, what is wrong. */
export default function MapPage() {
  return <LoadedMap texts={texts} draw={(loaded) => <DigitalMap {...loaded} />} />
}

function DigitalMap({ base, data, rows, moving, alarms }: Loaded) {
  const { t } = useTranslation('map')
  const { place, change } = useMapPlace()
  const { data: shown, days } = useMapDay(base, place, data)
  if (data.plots.length + rows.length === 0 && data.bases.every(({ at }) => !at))
    return (
      <EmptyState variant="noData" height={400}>
        <p>{t('map:empty')}</p>
      </EmptyState>
    )
  return (
    // Another base is another piece of the earth.
    <MapView
      key={base ?? 0}
      data={shown}
      days={days}
      rows={rows}
      moving={moving}
      alarms={alarms}
      place={place}
      onChange={change}
    />
  )
}
