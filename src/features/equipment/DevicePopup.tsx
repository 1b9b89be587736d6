import type { ReactNode } from 'react'
import {
  concentratorVisualization,
  type DeviceMarker,
} from '#contract/connectivity/concentrator-calls.ts'
import { resized } from '#contract/file/file-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { WatchNearby } from '#src/features/camera/WatchNearby.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import { MarkWords } from './MapMark.tsx'
import { PopupClose } from './PopupClose.tsx'
import './map-devices.css'

type Shown = Pick<DeviceMarker, 'id' | 'name' | 'deviceType' | 'online' | 'isOpen' | 'alarm'> & {
  /** Where it is looked at; null: nowhere for who looks. */
  to: string | null
}

/**
 * A device that was picked on a map: what it last said, what can be moved, where it stands.
 * `children`: what the map knows besides.
 */
export function DevicePopup({
  marker,
  onClose,
  children,
}: {
  marker: Shown
  onClose: () => void
  children?: ReactNode
}) {
  const { data, error, refetch } = useCall(concentratorVisualization, { id: marker.id })
  return (
    <div className="map-popup" role="dialog" aria-label={marker.name}>
      {error ? (
        <LoadFailed error={error} height={120} onRetry={() => void refetch()} />
      ) : (
        <DeviceCard
          row={{ ...marker, readings: [], lastSeenAt: null, ...data } as unknown as Row}
          to={marker.to}
        />
      )}
      {data && <p>{[data.areaName, data.landName].filter(Boolean).join(' · ')}</p>}
      {marker.alarm !== null && (
        <p>
          <MarkWords marker={marker} />
        </p>
      )}
      {data && (
        <WatchNearby serial={data.eui} landId={data.landId} cameraId={data.cameraId} isSmall />
      )}
      {children}
      {data?.fileUrl && <img className="map-popup-picture" src={resized(data.fileUrl)} alt="" />}
      <PopupClose onClose={onClose} />
    </div>
  )
}
