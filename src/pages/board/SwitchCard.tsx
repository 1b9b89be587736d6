import { ControlTile } from '#src/features/command/ControlTile.tsx'
import { useDeviceRights } from '#src/features/equipment/use-device-rights.ts'
import { useSwitches } from '#src/features/command/use-switches.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import '#src/features/command/control.css'

/** What of a device can be moved: one of its switches, or all. */
export default function SwitchCard({
  deviceId,
  channel,
}: {
  deviceId: number
  channel: string | null
}) {
  const t = useLabels({ module: 'equipment' })
  const rights = useDeviceRights()
  const { data, error, refetch, show } = useSwitches(deviceId)
  if (error) return <LoadFailed error={error} height={120} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={2} />
  const shown = data.filter((row) => channel === null || row.channel === channel)
  if (shown.length === 0) return <p className="board-note">{t('equipment:boardCard.noChannel')}</p>
  return (
    <ul className="control-tiles board-switches">
      {shown.map((row) => (
        <ControlTile key={row.id} row={row} mayControl={rights.control ?? false} onOrdered={show} />
      ))}
    </ul>
  )
}
