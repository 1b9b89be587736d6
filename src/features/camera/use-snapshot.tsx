import { lazy, Suspense, useState, type ReactNode } from 'react'
import { farmLog } from '#contract/journal/farm-log.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { upload } from '#src/api/upload.ts'
import type { ViewedCamera } from './CameraDialog.tsx'
import { saveFile } from './use-clip.ts'

const SnapshotDialog = lazy(() =>
  import('./SnapshotDialog.tsx').then((found) => ({ default: found.SnapshotDialog })),
)

/** What a film shows at this moment, as JPEG; null: nothing yet. */
export function pictureOf(video: HTMLVideoElement | null): Promise<Blob | null> {
  if (!video || video.videoWidth === 0) return Promise.resolve(null)
  const { videoWidth: width, videoHeight: height } = video
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')!.drawImage(video, 0, 0)
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
}

interface Snapshot {
  isBusy: boolean
  /** A picture that the server has, or one that is only here. */
  take(picture: { fileUrl: string } | { blob: Blob }): Promise<void>
  dialog: ReactNode
}
/**
 * What becomes of a snapshot: an entry of the journal for who may write it, a file of this machine's
 * own for everybody else.
 */
export function useSnapshot(camera: ViewedCamera, nameOf: (ending: string) => string): Snapshot {
  const t = useLabels()
  const mayWrite = useGranted(farmLog.permissions.create) === true
  const [isBusy, setBusy] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const take: Snapshot['take'] = async (picture) => {
    setBusy(true)
    try {
      const name = nameOf('jpg')
      const blob = 'blob' in picture ? picture.blob : null
      const there = 'fileUrl' in picture ? picture.fileUrl : ''
      if (mayWrite)
        setShown(
          blob ? await upload(new File([blob], name, { type: blob.type }), { quiet: true }) : there,
        )
      else saveFile(blob ?? (await (await fetch(there)).blob()), name)
    } catch (error) {
      toastRefusal(t, error)
    } finally {
      setBusy(false)
    }
  }
  const dialog = shown && (
    <Suspense fallback={null}>
      <SnapshotDialog camera={camera} fileUrl={shown} onClose={() => setShown(null)} />
    </Suspense>
  )
  return { isBusy, take, dialog }
}
