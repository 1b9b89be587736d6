import { resized } from '#contract/file/file-calls.ts'
import { updateConcentrator } from '#contract/connectivity/concentrator-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
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
  const { send, isBusy } = useCallAction(updateConcentrator, {
    said: t('equipment:deviceData.pictureSaved'),
  })
  const { id, objectVersionNumber, name, fileUrl } = row
  const isAwaited = mayEdit === undefined && !fileUrl
  if (!mayEdit && !isAwaited)
    return fileUrl ? <img className="device-picture" src={resized(fileUrl)} alt={name} /> : null
  // A refusal often means that somebody else changed it.
  const save = (next: string | null) =>
    send({ id, objectVersionNumber, fileUrl: next }).then(onChanged)
  return (
    <div className={isAwaited ? 'device-picture device-picture-awaited' : 'device-picture'}>
      <OneImage value={fileUrl ?? null} disabled={isBusy} onChange={(next) => void save(next)} />
    </div>
  )
}
