import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isStale } from './age.ts'
import { keyChannels } from './key-channels.ts'
import { hasQuick } from '#src/features/command/quick-channels.ts'
import { reportedText, type Reported } from './reading-words.ts'
import { useNow } from './use-now.ts'

/** The newest of what tells most about a device; the record's own page shows all of it. */
export function KeyReadings({ row, isDetail }: Pick<CellProps, 'row' | 'isDetail'>) {
  const t = useLabels({ module: 'equipment' })
  const now = useNow(10_000)
  const name = row.deviceType as DeviceTypeName
  const type: DeviceType = deviceTypes[name]
  const readings = (row.readings ?? []) as Reported[]
  const shown = isDetail ? readings : keyChannels(name, type, readings)
  if (shown.length === 0) return !isDetail && hasQuick(name) ? null : <EmptyValue />
  return (
    <span className={isDetail ? 'key-readings key-readings-roomy' : 'key-readings'}>
      {shown.flatMap((one) => {
        const text = reportedText(t, name, one)
        if (!text) return []
        return [
          <span key={one.metric} className={isStale(one.at, now, row) ? 'device-stale' : undefined}>
            <small>{text.label}</small> <b>{text.value}</b>
            {text.lately && <small className="key-readings-lately">{text.lately}</small>}
          </span>,
        ]
      })}
    </span>
  )
}
