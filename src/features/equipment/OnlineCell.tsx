import type { CellProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
// Every list of devices has this file, and all that is styled there comes after it.
import './devices.css'

/** Whether a device is to be heard. */
export function OnlineCell({ row }: Pick<CellProps, 'row'>) {
  const t = useLabels({ module: 'equipment' })
  return (
    <StatusTag tone={row.online === 1 ? 'good' : 'quiet'}>
      {t(row.online === 1 ? 'equipment:deviceData.online' : 'equipment:deviceData.offline')}
    </StatusTag>
  )
}
