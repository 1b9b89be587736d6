import { Mix } from '@ant-design/plots'
import { memo, useMemo } from 'react'
import type { Reading } from '#contract/devices/device-type.ts'
import { momentOf } from '#src/kit/fields/day-text.ts'
import type { CurvePoint } from './series.ts'

interface Props { points: readonly CurvePoint[]; title: string; reading: Reading; zone: string; isLong: boolean }

/** The mean as a line and the extremes as a band around it. The library draws anew on every change of its settings, so they are made once. */
function HistoryChart({ points, title, reading, zone, isLong }: Props) {
  const { decimals, unit = '', isAmount, isSwitch } = reading
  const config = useMemo(() => {
    const isDark = document.documentElement.dataset.appearance === 'dark'
    const number = (value: number) => (typeof value === 'number' ? `${value.toFixed(decimals)} ${unit}`.trim() : '')
    const moment = (value: unknown) => momentOf(new Date(value as string).toISOString(), zone)
    const y = { title: unit || false, labelFormatter: (value: number) => String(value) }
    const band = { type: 'area', data: points, xField: 'at', yField: ['low', 'high'], colorField: 'series', seriesField: 'series', style: { fillOpacity: 0.18 }, tooltip: false, axis: { y: false } }
    const line = {
      type: 'line', data: points, xField: 'at', yField: 'value', colorField: 'series', seriesField: 'series', ...(isSwitch && { shapeField: 'hv' }), style: { lineWidth: 1.5 }, axis: { y },
      tooltip: { title: (point: CurvePoint) => moment(point.at), items: [{ channel: 'y', valueFormatter: number }] },
    }
    return {
      height: 320, animate: false as const, theme: isDark ? 'classicDark' : 'classic', children: isAmount || isSwitch ? [line] : [band, line],
      scale: { x: { type: 'time' }, y: { nice: true } },
      axis: {
        x: { title: false, labelFormatter: (value: unknown) => moment(value).slice(5, isLong ? 10 : 16) },
      },
      legend: { color: { position: 'top' } },
    }
  }, [points, decimals, unit, isAmount, isSwitch, zone, isLong])
  return <div role="img" aria-label={title} className="device-chart"><Mix {...config} /></div>
}
export default memo(HistoryChart)
