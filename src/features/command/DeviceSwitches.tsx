import { lazy, Suspense } from 'react'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { KeyReadings } from '#src/features/equipment/KeyReadings.tsx'
import { hasQuick } from './quick-channels.ts'

// What moves devices comes with the first of them that is shown.
const QuickSwitches = lazy(() => import('./QuickSwitches.tsx'))

/** The switches of a row that has any. */
export const DeviceSwitches = ({ row }: Pick<CellProps, 'row'>) =>
  hasQuick(String(row.deviceType)) ? (
    <Suspense>
      <QuickSwitches deviceId={row.id} />
    </Suspense>
  ) : null
/** The newest of what tells most about a device, and what it moves. */
export const ReadingsAndSwitches = ({ row, isDetail }: Pick<CellProps, 'row' | 'isDetail'>) =>
  isDetail ? (
    <KeyReadings row={row} isDetail />
  ) : (
    <div className="readings-switches">
      <KeyReadings row={row} />
      <DeviceSwitches row={row} />
    </div>
  )
