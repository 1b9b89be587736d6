import { Mix } from '@ant-design/charts'
import { memo, useMemo } from 'react'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { chartLook } from '#src/lib/chart-look.ts'
import type { DrawnChannel } from './channel-series.ts'
import { domainOf, lonely, type Bar } from './series.ts'
import './history-chart.css'

interface Props {
  title: string
  channels: readonly DrawnChannel[]
  zone: string
  bounds: readonly [Date, Date]
  height?: number
}
const dayMs = 86_400_000
const yearMs = 300 * dayMs

/**
 * Channels with one or two units over the same time: each unit has an axis of its own, left and
 * right. Earlier years are dashed.
 */
function ChannelsChart({ title, channels, zone, bounds, height = 340 }: Props) {
  const appearance = useAppearance()
  const config = useMemo(() => {
    const { colours, theme } = chartLook(appearance)
    const moment = (value: unknown) => momentOf(new Date(value as string).toISOString(), zone)
    const units = [...new Set(channels.map(({ reading }) => reading.unit ?? ''))]
    const keys = [...new Set(channels.map(({ key }) => key))]
    const color = {
      domain: channels.map(({ name }) => name),
      range: channels.map(
        ({ key, yearsBack }) => colours[(keys.indexOf(key) + yearsBack * 3) % colours.length],
      ),
    }
    const x = { type: 'time' as const, domain: [bounds[0], bounds[1]] }
    const children = units.flatMap((unit, axis) => {
      const own = channels.filter(({ reading }) => (reading.unit ?? '') === unit)
      const values = own.flatMap(({ points, bars }) => [
        ...points.flatMap(({ value }) => (value === null ? [] : [value])),
        ...bars.map(({ value }) => value),
      ])
      const { decimals, isBearing } = own[0]!.reading
      const [domainMin, domainMax] = domainOf(
        own.some(({ reading }) => reading.isAmount) ? [0, ...values] : values,
        own[0]!.reading,
      )
      const scale = {
        x,
        color,
        y: {
          key: `axis${axis}`,
          independent: true,
          type: 'linear',
          nice: !isBearing,
          domainMin,
          domainMax,
        },
      }
      const axes = {
        y: {
          position: axis === 0 ? 'left' : 'right',
          title: unit || false,
          labelFormatter: String,
          ...(axis > 0 && { grid: false }),
        },
      }
      const tooltip = {
        title: ({ at }: { at: Date }) => moment(at),
        items: [
          {
            channel: 'y',
            valueFormatter: (value: number) =>
              typeof value === 'number' ? `${value.toFixed(decimals)} ${unit}`.trim() : '',
          },
        ],
      }
      const dataOf = (one: DrawnChannel) =>
        one.points.map(({ at, value }) => ({
          at,
          value,
          series: one.name,
          low: value,
          high: value,
        }))
      const line = (data: unknown[], isDashed: boolean) =>
        data.length === 0
          ? []
          : [
              {
                type: 'line',
                data,
                scale,
                xField: 'at',
                yField: 'value',
                colorField: 'series',
                seriesField: 'series',
                style: { lineWidth: 2, ...(isDashed && { lineDash: [5, 4] }) },
                axis: axes,
                tooltip,
              },
            ]
      const bars = own.flatMap((one) => one.bars.map((bar) => ({ ...bar, zero: 0 })))
      const dots = own
        .filter(({ reading }) => !reading.isAmount)
        .flatMap((one) =>
          one.reading.isBearing
            ? dataOf(one).filter(({ value }) => value !== null)
            : lonely(dataOf(one)),
        )
      const lines = own.filter(({ reading }) => !reading.isBearing && !reading.isAmount)
      // Amounts stand for a time and not for a moment, as on the device's own page.
      const amounts =
        bars.length === 0
          ? []
          : [
              {
                type: 'rect',
                data: bars,
                scale,
                xField: ['from', 'until'],
                yField: ['zero', 'value'],
                colorField: 'series',
                style: { fillOpacity: 0.6 },
                axis: axes,
                tooltip: {
                  title: (bar: Bar) => `${moment(bar.from)} ~ ${moment(bar.until)}`,
                  items: [
                    (bar: Bar) => ({
                      name: bar.series,
                      value: `${bar.value.toFixed(decimals)} ${unit}`.trim(),
                    }),
                  ],
                },
              },
            ]
      return [
        ...amounts,
        ...line(lines.filter(({ yearsBack }) => yearsBack === 0).flatMap(dataOf), false),
        ...line(lines.filter(({ yearsBack }) => yearsBack > 0).flatMap(dataOf), true),
        {
          type: 'point',
          data: dots,
          scale,
          xField: 'at',
          yField: 'value',
          colorField: 'series',
          shapeField: 'point',
          sizeField: 2,
          legend: false,
          axis: lines.length + bars.length > 0 ? { y: false } : axes,
          tooltip: lines.length > 0 ? false : tooltip,
        },
      ]
    })
    const length = bounds[1].getTime() - bounds[0].getTime()
    return {
      height,
      animate: false as const,
      theme,
      children,
      axis: {
        x: {
          title: false,
          labelFormatter: (value: unknown) =>
            moment(value).slice(length > yearMs ? 0 : 5, length > 4 * dayMs ? 10 : 16),
          labelAutoRotate: false,
        },
      },
      legend: { color: { position: 'top', itemMarker: 'square', maxRows: 4 } },
      interaction: { tooltip: { shared: true } },
    }
  }, [channels, zone, bounds, height, appearance])
  return (
    <div role="img" aria-label={title} className="device-chart">
      <Mix {...config} />
    </div>
  )
}
export default memo(ChannelsChart)
