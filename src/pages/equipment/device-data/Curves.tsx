import { Segmented } from 'antd'
import { useState } from 'react'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import type { Reported } from '#src/features/equipment/reading-words.ts'
import type { Span } from '#src/features/telemetry/span.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { SoilCurve } from './SoilCurve.tsx'
import type { DeviceRow } from './use-device.ts'
import { WindRose } from './WindRose.tsx'

const ways = ['layer', 'reading'] as const

/**
 * What a device measured over time: any reading of any type, of a probe all readings of a layer
 * instead, and the drawing that wind has besides.
 */
export function Curves({ row, type }: { row: DeviceRow; type: DeviceType }) {
  const t = useLabels({ module: 'equipment' })
  const hasLayers = (row.readings as Reported[]).some(
    ({ metric }) => (channelOf(type, metric)?.layer ?? null) !== null,
  )
  const [way, setWay] = useState<(typeof ways)[number]>('layer')
  const [span, setSpan] = useState<Span>(type.layers ? 'week' : 'day')
  const looks = {
    row,
    type,
    span,
    onSpan: setSpan,
    way: hasLayers && (
      <Segmented
        aria-label={t('equipment:soilCurve.way')}
        value={way}
        onChange={setWay}
        options={ways.map((value) => ({ value, label: t(`equipment:soilCurve.ways.${value}`) }))}
      />
    ),
  }
  return (
    <>
      {hasLayers && way === 'layer' ? <SoilCurve {...looks} /> : <HistoryPanel {...looks} />}
      {type.readings.windDirection && type.readings.windSpeed && <WindRose row={row} />}
    </>
  )
}
