import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { watchCode } from '#contract/camera/camera.ts'
import { allCameras, type CameraBrief } from '#contract/camera/viewing.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import './camera.css'

const CameraDialog = lazy(() => import('./CameraDialog.tsx'))
/** More are found on the wall. */
const mostShown = 3
/** Ms for which the list of cameras is taken as it was. */
const freshMs = 60_000

interface NearbyProps {
  /** Number of a device: a camera’s box has the camera’s. */
  serial: string
  /** The plot: what looks at it. */
  landId: number | null
  /** The one that was named as looking at it. */
  cameraId: number | null
  /** Beside little. */
  isSmall?: true
}
/** Cameras that show something: the one on this pole, the one that was named, or those on its plot. */
export function WatchNearby({ serial, landId, cameraId, isSmall }: NearbyProps) {
  const t = useLabels({ module: 'camera' })
  const may = useGranted(watchCode) === true
  const { data = [] } = useCall(allCameras, may ? {} : null, {
    staleTime: freshMs,
  })
  const [watched, setWatched] = useState<CameraBrief | null>(null)
  const open = data.filter(({ enabledFlag }) => enabledFlag === 1)
  const own = open.find(({ deviceSerial }) => deviceSerial.toLowerCase() === serial.toLowerCase())
  const named = open.find(({ id }) => id === cameraId)
  const only = own ?? named
  const near = only
    ? [only]
    : open.filter((one) => landId !== null && one.landId === landId).slice(0, mostShown)
  if (near.length === 0) return null
  return (
    <span className="camera-near">
      {near.map((one) => (
        <Button
          key={one.id}
          {...(isSmall && { size: 'small' as const })}
          icon={<LineIcon name="cameras" />}
          onClick={() => setWatched(one)}
        >
          {own ? t('camera:view.watch') : t('camera:view.watchOne', { name: one.name })}
        </Button>
      ))}
      {watched && (
        <Suspense fallback={null}>
          <CameraDialog camera={watched} onClose={() => setWatched(null)} />
        </Suspense>
      )}
    </span>
  )
}
