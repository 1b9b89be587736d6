import CameraDialog, { type ViewedCamera } from '#src/features/camera/CameraDialog.tsx'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'

/** A camera of a list, seen live. */
export default function WatchDialog({ row, onClose }: ActionDialogProps) {
  return <CameraDialog camera={row as unknown as ViewedCamera} onClose={() => onClose(false)} />
}
