import type { DeviceType } from '#contract/devices/device-type.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { SoilCurve } from './SoilCurve.tsx'
import type { DeviceRow } from './use-device.ts'
import { WindRose } from './WindRose.tsx'

/**
 * What a device measured over time: any reading of any type, and the drawings that layers and wind
 * have besides.
 */
export function Curves({ row, type }: { row: DeviceRow; type: DeviceType }) {
  return (
    <>
      {type.layers && <SoilCurve row={row} type={type} />}
      <HistoryPanel row={row} type={type} />
      {type.readings.windDirection && type.readings.windSpeed && <WindRose row={row} />}
    </>
  )
}
