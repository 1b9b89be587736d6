import { lazy, Suspense } from 'react'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { KeyReadings } from './KeyReadings.tsx'

// What moves devices comes with the first of them that is shown.
const QuickSwitches = lazy(() => import('./QuickSwitches.tsx'))
const hasSwitches = (deviceType: string) => Object.values((deviceTypeNamed(deviceType) as DeviceType).actuators ?? {}).some(({ kind, leastBetweenEnds }) => kind === 'switch' || kind === 'direction' || leastBetweenEnds !== undefined)

/** The switches of a row that has any. */
export const DeviceSwitches = ({ row }: Pick<CellProps, 'row'>) => (hasSwitches(String(row.deviceType)) ? <Suspense><QuickSwitches deviceId={row.id} /></Suspense> : null)
/** The newest of what tells most about a device, and what it moves. */
export const ReadingsAndSwitches = ({ row, roomy }: Pick<CellProps, 'row' | 'roomy'>) =>
  (roomy ? <KeyReadings row={row} roomy /> : <div className="readings-switches"><KeyReadings row={row} /><DeviceSwitches row={row} /></div>)
