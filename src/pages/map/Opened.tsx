import { Link } from 'react-router'
import { alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { placedBy, type DigitalMap, type MappedDevice } from '#contract/map/map.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { DevicePopup } from '#src/features/equipment/DevicePopup.tsx'
import { Together } from '#src/features/equipment/MapDevices.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LandmarkPopup } from './LandmarkPopup.tsx'
import type { Opened as Shown } from './map-place.ts'
import { markerOf } from './Marks.tsx'
import { BasePopup, PlotPopup } from './PlotPopup.tsx'
import { stoodOf, type Stood } from './stood.ts'
import type { FarmMap } from './use-farm-map.ts'

interface OpenedProps {
  data: DigitalMap
  rows: readonly MappedDevice[]
  map: FarmMap
  show: Shown | null
  /** Whether plots are those of another day. */
  isThen: boolean
  /** Devices at one position, to choose from. */
  together: readonly Stood[] | null
  onShow: (show: Shown) => void
  onClose: () => void
}
/** What was picked on the map, or what there is to pick from. */
export function Opened({ data, rows, map, show, isThen, together, onShow, onClose }: OpenedProps) {
  const { levels, basesById, devicesOn } = map
  const pick = (id: number) => onShow({ kind: 'device', id })
  const given = { levels: levels.byDevice, onDevice: pick, onClose }
  if (together)
    return (
      <Together
        members={together.map((one) => markerOf(one, levels.byDevice.get(one.id) ?? 0))}
        onOpen={pick}
        onClose={onClose}
      />
    )
  if (show?.kind === 'plot') {
    const plot = data.plots.find(({ id }) => id === show.id)
    return plot ? (
      <PlotPopup
        key={plot.id}
        plot={plot}
        isThen={isThen}
        base={basesById.get(plot.areaId)}
        devices={devicesOn('landId', plot.id)}
        {...given}
      />
    ) : null
  }
  if (show?.kind === 'base') {
    const base = basesById.get(show.id)
    const plots = data.plots.filter(({ areaId }) => areaId === show.id).length
    return base ? (
      <BasePopup
        key={base.id}
        base={base}
        plots={plots}
        devices={devicesOn('areaId', base.id)}
        {...given}
      />
    ) : null
  }
  if (show?.kind === 'landmark') {
    const landmark = data.landmarks.find(({ id }) => id === show.id)
    return landmark ? (
      <LandmarkPopup key={landmark.id} landmark={landmark} onClose={onClose} />
    ) : null
  }
  const row = show ? rows.find(([id]) => id === show.id) : undefined
  return row ? (
    <Device
      key={row[0]}
      one={stoodOf(data.types, row)}
      level={levels.byDevice.get(row[0]) ?? 0}
      onClose={onClose}
    />
  ) : null
}

function Device({ one, level, onClose }: { one: Stood; level: number; onClose: () => void }) {
  const t = useLabels({ module: 'map' })
  const to = useDevicePath()(one.id, one.deviceType)
  const by = placedBy[one.by]
  return (
    <DevicePopup marker={{ ...markerOf(one, level), to }} onClose={onClose}>
      {by !== 'own' && <p>{t(`map:placed.${by}`)}</p>}
      {level > 0 && (
        <p>
          <Link className="kit-link" to={`${alarmScreen.route}?deviceId=${one.id}`}>
            {t('map:device.alarms')}
          </Link>
        </p>
      )}
    </DevicePopup>
  )
}
