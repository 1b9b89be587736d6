import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'

/** The device of an outage; of a deleted one nothing is known. */
export function OutageDevice({ row }: Pick<CellProps, 'row'>) {
  return row.deviceType ? (
    <DevicePlace
      id={Number(row.deviceId)}
      name={String(row.deviceName)}
      type={String(row.deviceType)}
    />
  ) : (
    <EmptyValue />
  )
}
