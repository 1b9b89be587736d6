import { resized } from '#contract/file/file-calls.ts'
import { updateConcentrator } from '#contract/equipment/concentrator-calls.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import OneImage from '#src/kit/fields/file/OneImage.tsx'
import '#src/kit/form/form.css'
import type { DeviceRow } from './use-device.ts'

/** What the device looks like where it stands; whoever edits it takes another picture, or none. */
export function DevicePicture({
  row,
  mayEdit,
  onChanged,
}: {
  row: DeviceRow
  /** Not known yet: the room for it is. */
  mayEdit: boolean | undefined
  onChanged: () => Promise<unknown>
}) {
  const t = useLabels({ module: 'equipment' })
  const { run, isBusy } = useSubmit()
  const { id, objectVersionNumber, name, fileUrl } = row
  if (mayEdit === undefined && !fileUrl) return <div className="device-picture-room" />
  if (!mayEdit)
    return fileUrl ? <img className="device-picture" src={resized(fileUrl)} alt={name} /> : null
  const save = (next: string | null) =>
    run(async () => {
      await call(
        updateConcentrator,
        { id, objectVersionNumber, fileUrl: next },
        { quiet: true },
      ).then(
        () => toast({ text: t('equipment:deviceData.pictureSaved'), tone: 'good' }),
        (error: unknown) => toastRefusal(t, error),
      )
      await onChanged()
    })
  return (
    <div className="device-picture">
      <OneImage value={fileUrl ?? null} disabled={isBusy} onChange={(next) => void save(next)} />
    </div>
  )
}
