import { Mix } from '@ant-design/plots'
import { memo, useMemo } from 'react'
import type { Reading } from '#contract/devices/device-type.ts'
import { momentOf } from '#src/kit/fields/day-text.ts'
import { lonely, type CurvePoint } from './series.ts'
import './history-chart.css'

/** A level drawn across the curve. */
export interface LimitLine { value: number; label: string; tone: 'bad' | 'warn' | 'quiet' }
interface Props {
  points: readonly CurvePoint[]
  title: string
  reading: Reading
  zone: string
  isLong: boolean
  limits?: readonly LimitLine[]
  /** A time that is shaded. */
  span?: readonly [Date, Date]
}
const strokes = { bad: '#d4380d', warn: '#d48806', quiet: '#8c8c8c' } as const

/** From the lowest to the highest of what is drawn. */
function domainOf(points: readonly CurvePoint[], { min, max }: Reading, limits: readonly LimitLine[] = []): { domainMin: number; domainMax: number } {
  const all = [...points.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high])), ...limits.map(({ value }) => value)]
  const domainMin = all.reduce((least, value) => Math.min(least, value), Infinity)
  const domainMax = all.reduce((most, value) => Math.max(most, value), -Infinity)
  return domainMin < domainMax ? { domainMin, domainMax } : { domainMin: Math.max(min, domainMin - 1), domainMax: Math.min(max, domainMax + 1) }
}

/** The mean as a line and the extremes as a band around it. The library draws anew on every change of its settings, so they are made once. */
function HistoryChart({ points, title, reading, zone, isLong, limits, span }: Props) {
  const { decimals, unit = '', isAmount, isSwitch } = reading
  const config = useMemo(() => {
    const isDark = document.documentElement.dataset.appearance === 'dark'
    const number = (value: number) => (typeof value === 'number' ? `${value.toFixed(decimals)} ${unit}`.trim() : '')
    const moment = (value: unknown) => momentOf(new Date(value as string).toISOString(), zone)
    const y = { title: unit || false, labelFormatter: (value: number) => String(value) }
    // Each mark would find a scale of its own.
    const scale = { y: { type: 'linear', nice: true, ...domainOf(points, reading, limits) } }
    const band = { type: 'area', scale, data: points, xField: 'at', yField: ['low', 'high'], colorField: 'series', seriesField: 'series', style: { fillOpacity: 0.18 }, tooltip: false, axis: { y: false } }
    const line = {
      type: 'line', scale, data: points, xField: 'at', yField: 'value', colorField: 'series', seriesField: 'series', ...(isSwitch && { shapeField: 'hv' }), style: { lineWidth: 1.5 }, axis: { y },
      tooltip: { title: (point: CurvePoint) => moment(point.at), items: [{ channel: 'y', valueFormatter: number }] },
    }
    // A line needs two: one value by itself is a dot.
    const dots = { type: 'point', scale, legend: false, data: lonely(points), xField: 'at', yField: 'value', colorField: 'series', shapeField: 'point', sizeField: 3, axis: { y: false }, tooltip: false }
    const shade = span ? [{ type: 'rangeX', data: [{ at: span }], xField: 'at', style: { fill: strokes.bad, fillOpacity: 0.08 }, tooltip: false }] : []
    const [first, last] = [points[0]?.at, points.at(-1)?.at]
    const lines = (limits ?? []).map(({ value, label, tone }) => ({
      type: 'line', scale, legend: false, data: [first, last].map((at) => ({ at, value, series: label })), xField: 'at', yField: 'value', seriesField: 'series', style: { stroke: strokes[tone], lineDash: [5, 4], lineWidth: 1.5 }, axis: { y: false }, tooltip: false,
      labels: [{ text: `${label} ${number(value)}`, selector: 'first', dx: 4, dy: -8, textAlign: 'start', style: { fill: strokes[tone], fontSize: 12 } }],
    }))
    return {
      height: 320, animate: false as const, theme: isDark ? 'classicDark' : 'classic', children: [...shade, ...(isAmount || isSwitch ? [line] : [band, line]), dots, ...lines],
      scale: { x: { type: 'time' }, y: scale.y },
      axis: {
        x: { title: false, labelFormatter: (value: unknown) => moment(value).slice(5, isLong ? 10 : 16), labelAutoRotate: false },
      },
      legend: { color: { position: 'top' } },
    }
  }, [points, reading, decimals, unit, isAmount, isSwitch, zone, isLong, limits, span])
  return <div role="img" aria-label={title} className="device-chart"><Mix {...config} /></div>
}
export default memo(HistoryChart)
