import { groupDevices } from '#contract/automation/device-group.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import GroupControlDialog from '#src/features/command/GroupControlDialog.tsx'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useEffect } from 'react'

/** One order to the devices of a group; each answers for itself. */
export default function DeviceGroupDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const { data, error } = useCall(groupDevices, { id: row.id })
  useEffect(() => {
    if (!error) return
    toastRefusal(t, error)
    onClose(false)
  }, [error, t, onClose])
  return data ? <GroupControlDialog row={row} rows={data} onClose={onClose} /> : null
}
