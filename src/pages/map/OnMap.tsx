import type { Scene } from '@antv/l7'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/field.ts'
import type { DigitalMap, MapPlot, MappedDevice } from '#contract/map/map.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Points } from './clusters.ts'
import type { Drawn } from '#src/kit/map/base/Ground.tsx'
import type { ColourMode, Opened } from './map-place.ts'
import { Landmarks } from './Landmarks.tsx'
import { Marks } from './Marks.tsx'
import { MeasureLine } from './Measure.tsx'
import { Names } from './Names.tsx'
import { Overlay } from './Overlay.tsx'
import type { Stood } from './stood.ts'
import type { FarmMap } from './use-farm-map.ts'

interface OnMapProps {
  scene: Scene
  data: DigitalMap
  rows: readonly MappedDevice[]
  map: FarmMap
  points: Points
  ground: Drawn | undefined
  hasAlarms: boolean
  by: ColourMode
  show: Opened | null
  measured: readonly Position[] | null
  onShow: (show: Opened) => void
  onCluster: (members: readonly Stood[]) => void
}
/** Names, marks and what is being measured, over the picture. */
export function OnMap(props: OnMapProps) {
  const { scene, data, rows, map, points, ground, hasAlarms, by, show, measured } = props
  const { onShow, onCluster } = props
  const { shownAt, hidden } = map
  const t = useLabels({ module: 'map' })
  const { i18n } = useTranslation()
  const noteOf = useCallback(
    ({ moisture, acreage, type }: MapPlot) => {
      if (by === 'moisture')
        return moisture === null ? null : t('map:plot.percent', { value: moisture.toFixed(1) })
      return acreage === null ? type : t('map:plot.mu', { value: acreage })
    },
    [by, t],
  )
  const pick = useCallback((id: number) => onShow({ kind: 'device', id }), [onShow])
  const pickLandmark = useCallback((id: number) => onShow({ kind: 'landmark', id }), [onShow])
  return (
    <Overlay
      scene={scene}
      draw={(view) => (
        <>
          {!hidden.has('names') && (
            <Names
              view={view}
              plots={hidden.has('plots') ? noPlots : data.plots}
              bases={data.bases}
              ground={ground}
              isChinese={i18n.language === 'zh-CN'}
              project={shownAt}
              noteOf={noteOf}
            />
          )}
          {!hidden.has('landmarks') && (
            <Landmarks
              view={view}
              landmarks={data.landmarks}
              picked={show?.kind === 'landmark' ? show.id : null}
              project={shownAt}
              onPick={pickLandmark}
            />
          )}
          {measured && <MeasureLine view={view} points={measured} project={shownAt} />}
          <Marks
            view={view}
            types={data.types}
            rows={rows}
            points={points}
            picked={show?.kind === 'device' ? show.id : null}
            hasAlarms={hasAlarms}
            onPick={pick}
            onCluster={onCluster}
          />
        </>
      )}
    />
  )
}
const noPlots: readonly MapPlot[] = []
