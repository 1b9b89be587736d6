import { Suspense, useMemo } from 'react'
import { deviceMarkers } from '#contract/connectivity/concentrator-calls.ts'
import type { Position } from '#contract/field.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import MapDevices from '#src/features/equipment/MapDevices.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import Plots, { type Plot } from '#src/kit/map/Plots.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const noPlots: readonly Plot[] = []
/** Devices that the viewer may see, where they stand; of one base or of all. */
export default function MapCard({ areaId }: { areaId: number | null }) {
  const t = useLabels({ module: 'equipment' })
  const { data, error, refetch } = useCall(deviceMarkers, areaId ? { areaId } : {}, {
    staleTime: 60_000,
  })
  const around = useMemo(
    () =>
      (data ?? []).flatMap(({ latlng }): Position[] => {
        const [lat, lng] = latlng.split(',').map(Number)
        return lat === undefined || lng === undefined || Number.isNaN(lat) || Number.isNaN(lng)
          ? []
          : [[lng, lat]]
      }),
    [data],
  )
  const areas = useMemo(() => (areaId ? [areaId] : []), [areaId])
  if (error) return <LoadFailed error={error} height={120} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={2} />
  if (around.length === 0)
    return <p className="board-note">{t('equipment:boardCard.nothingOnMap')}</p>
  return (
    <div className="board-map">
      <Plots
        plots={noPlots}
        around={around}
        label={t('equipment:board.options.kind.map')}
        over={(scene, shownAt) => (
          <Suspense>
            <MapDevices scene={scene} areas={areas} shownAt={shownAt} />
          </Suspense>
        )}
      />
    </div>
  )
}
