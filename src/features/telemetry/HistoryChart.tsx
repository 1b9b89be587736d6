import { Mix } from '@ant-design/charts'
import { memo, useMemo } from 'react'
import type { Reading } from '#contract/devices/device-type.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { chartLook } from '#src/lib/chart-look.ts'
import { domainOf, isNamedUnder, lonely, type Bar, type CurvePoint } from './series.ts'
import './history-chart.css'

/** A level drawn across the curve. */
export interface LimitLine {
  value: number
  label: string
  tone: 'bad' | 'warn' | 'quiet'
}
interface Props {
  points: readonly CurvePoint[]
  /** Instead of a curve: amounts. */
  bars?: readonly Bar[]
  title: string
  reading: Reading
  zone: string
  isLong: boolean
  /** From when to when is looked at: the axis is that, whatever was measured. */
  bounds: readonly [Date, Date]
  limits?: readonly LimitLine[]
  /** A time that is shaded. */
  span?: readonly [Date, Date]
}
const yearMs = 300 * 86_400_000

/**
 * The mean as a line and the extremes as a band around it; amounts as bars, directions as dots. The
 * library draws anew on every change of its settings, so they are made once.
 */
function HistoryChart({ points, bars, title, reading, zone, isLong, bounds, limits, span }: Props) {
  const { decimals, unit = '', isBearing, isSwitch } = reading
  const appearance = useAppearance()
  const config = useMemo(() => {
    const { levels, theme } = chartLook(appearance)
    const number = (value: number) =>
      typeof value === 'number' ? `${value.toFixed(decimals)} ${unit}`.trim() : ''
    const moment = (value: unknown) => momentOf(new Date(value as string).toISOString(), zone)
    const y = { title: unit || false, labelFormatter: (value: number) => String(value) }
    const drawn = [
      ...(bars ?? []).map(({ value }) => value),
      ...points.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high])),
      ...(limits ?? []).map(({ value }) => value),
    ]
    const [domainMin, domainMax] = domainOf(bars ? [0, ...drawn] : drawn, reading)
    // Each mark would find a scale of its own.
    const x = { type: 'time' as const, domain: [bounds[0], bounds[1]] }
    const scale = {
      x,
      y: isBearing
        ? { type: 'linear', domain: [0, 360], tickMethod: () => [0, 90, 180, 270, 360] }
        : { type: 'linear', nice: true, domainMin, domainMax },
    }
    const tooltip = {
      title: (point: CurvePoint) => moment(point.at),
      items: [{ channel: 'y', valueFormatter: number }],
    }
    const band = {
      type: 'area',
      scale,
      data: points,
      xField: 'at',
      yField: ['low', 'high'],
      colorField: 'series',
      seriesField: 'series',
      style: { fillOpacity: 0.18 },
      tooltip: false,
      axis: { y: false },
    }
    const line = {
      type: 'line',
      scale,
      data: points,
      xField: 'at',
      yField: 'value',
      colorField: 'series',
      seriesField: 'series',
      ...(isSwitch && { shapeField: 'hv' }),
      style: { lineWidth: 2 },
      axis: { y },
      tooltip,
    }
    // A line needs two: one value by itself is a dot. A line between directions would pass through
    // those that nobody saw.
    const dots = {
      type: 'point',
      scale,
      ...(!isBearing && { legend: false }),
      data: isBearing ? points.filter(({ value }) => value !== null) : lonely(points),
      xField: 'at',
      yField: 'value',
      colorField: 'series',
      shapeField: 'point',
      sizeField: isBearing ? 2 : 3,
      axis: { y: isBearing ? y : false },
      tooltip: isBearing ? tooltip : false,
    }
    const amounts = {
      type: 'rect',
      scale,
      data: (bars ?? []).map(({ value, ...bar }) => ({ ...bar, zero: 0, value })),
      xField: ['from', 'until'],
      yField: ['zero', 'value'],
      colorField: 'series',
      style: { fillOpacity: 0.9 },
      axis: { y },
      tooltip: {
        title: (bar: Bar) => `${moment(bar.from)} ~ ${moment(bar.until)}`,
        items: [{ field: 'value', name: title, valueFormatter: number }],
      },
    }
    const shade = span
      ? [
          {
            type: 'rangeX',
            scale,
            data: [{ at: span }],
            xField: 'at',
            style: { fill: levels.bad, fillOpacity: 0.08 },
            tooltip: false,
          },
        ]
      : []
    const lines = (limits ?? []).map(({ value, label, tone }, i) => ({
      type: 'line',
      scale,
      legend: false,
      data: bounds.map((at) => ({ at, value, series: label })),
      xField: 'at',
      yField: 'value',
      seriesField: 'series',
      style: { stroke: levels[tone], lineDash: [5, 4], lineWidth: 1.5 },
      axis: { y: false },
      tooltip: false,
      // Side by side along the axis, and on the side where no other line runs through them: levels
      // may lie closer than a line of text is high.
      labels: [
        {
          text: `${label} ${number(value)}`,
          selector: 'first',
          dx: 4 + i * 150,
          dy: isNamedUnder(
            value,
            (limits ?? []).map((one) => one.value),
            [domainMin, domainMax],
          )
            ? 10
            : -8,
          textAlign: 'start',
          style: { fill: levels[tone], fillOpacity: 1, fontSize: 12 },
        },
      ],
    }))
    const hasYears = bounds[1].getTime() - bounds[0].getTime() > yearMs
    const drawings = bars
      ? [amounts]
      : isBearing
        ? [dots]
        : isSwitch
          ? [line, dots]
          : [band, line, dots]
    return {
      height: 320,
      animate: false as const,
      theme,
      children: [...shade, ...drawings, ...lines],
      scale: { x, y: scale.y },
      axis: {
        x: {
          title: false,
          labelFormatter: (value: unknown) =>
            moment(value).slice(hasYears ? 0 : 5, isLong ? 10 : 16),
          labelAutoRotate: false,
        },
      },
      legend: { color: { position: 'top', itemMarker: 'square' } },
    }
  }, [
    points,
    bars,
    title,
    reading,
    decimals,
    unit,
    isBearing,
    isSwitch,
    zone,
    isLong,
    bounds,
    limits,
    span,
    appearance,
  ])
  return (
    <div role="img" aria-label={title} className="device-chart">
      <Mix {...config} />
    </div>
  )
}
export default memo(HistoryChart)
