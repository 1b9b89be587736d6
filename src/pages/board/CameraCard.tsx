import { lazy, Suspense, useState } from 'react'
import { watchCode } from '#contract/camera/camera.ts'
import { allCameras } from '#contract/camera/viewing.ts'
import { Stills } from '#src/features/camera/Stills.tsx'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import '#src/features/camera/camera.css'

const CameraDialog = lazy(() => import('#src/features/camera/CameraDialog.tsx'))
/** Ms between two pictures: a board is glanced at, and hangs there all day. */
const everyMs = 60_000
const freshMs = 60_000

/** What a camera sees, a picture a minute; live on a click. Only for who may watch it. */
export default function CameraCard({ cameraId }: { cameraId: number | null }) {
  const t = useLabels({ module: 'equipment' })
  const may = useGranted(watchCode)
  const { data } = useCall(allCameras, may ? {} : null, { staleTime: freshMs })
  const [isWatched, setWatched] = useState(false)
  if (may === false) return <p className="board-note">{t('equipment:boardCard.hidden')}</p>
  if (!data) return <ListSkeleton rows={2} />
  const camera = data.find(({ id }) => id === cameraId)
  if (!camera) return <p className="board-note">{t('equipment:boardCard.noCamera')}</p>
  if (camera.enabledFlag !== 1)
    return <p className="board-note">{t('equipment:boardCard.cameraOff')}</p>
  return (
    <>
      <button
        type="button"
        className="board-camera"
        aria-label={t('camera:view.watchOne', { name: camera.name })}
        onClick={() => setWatched(true)}
      >
        <span>{camera.name}</span>
        <Stills camera={camera.id} name={camera.name} every={everyMs} isWatched={false} />
      </button>
      {isWatched && (
        <Suspense fallback={null}>
          <CameraDialog camera={camera} onClose={() => setWatched(false)} />
        </Suspense>
      )}
    </>
  )
}
