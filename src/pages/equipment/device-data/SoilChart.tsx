import { Line } from '@ant-design/charts'
import { memo, useMemo } from 'react'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { chartLook } from '#src/lib/chart-look.ts'
import { fourSplits } from '#src/features/telemetry/splits.ts'

interface SoilPoint {
  at: Date
  value: number | null
  /** Its layer, where several are drawn at once. */ series?: string
}
/** With fewer values than these each is a dot: one alone makes no line. */
const few = 20
/** Pixels left of a chart, for what its axis says. */
const axisRoom = 56
/** Over longer spans days are said with their year. */
const yearMs = 300 * 86_400_000
interface Props {
  title: string
  unit: string
  decimals: number
  /** Which of the charts' hues it is drawn in. */ hue: number
  points: readonly SoilPoint[]
  /** Layers from the surface down. */ order: readonly string[]
  zone: string
  isLong: boolean
  /** The axis is the span that was chosen, whatever was measured. */ bounds: readonly [Date, Date]
}

/** One quantity of a layer, or of all: its own axis from 0 in four splits. */
function SoilChart({ title, unit, decimals, hue, points, order, zone, isLong, bounds }: Props) {
  const appearance = useAppearance()
  const config = useMemo(() => {
    const { colours, theme } = chartLook(appearance)
    const marks = fourSplits(points.flatMap(({ value }) => (value === null ? [] : [value])))
    const isMany = points.some(({ series }) => series !== undefined)
    const said = (value: number | null) =>
      typeof value === 'number' ? `${value.toFixed(decimals)} ${unit}` : ''
    const moment = (value: unknown) => momentOf(new Date(value as string).toISOString(), zone)
    const drawn = order.filter((name) => points.some(({ series }) => series === name))
    const isFew = points.filter(({ value }) => value !== null).length < few
    return {
      ...(isFew && { point: { shapeField: 'point', sizeField: 3 } }),
      height: 180,
      // One below the other, their days stand under each other.
      marginLeft: 0,
      paddingLeft: axisRoom,
      animate: false as const,
      theme,
      data: points,
      xField: 'at',
      yField: 'value',
      style: { lineWidth: 2, ...(!isMany && { stroke: colours[hue] }) },
      ...(isMany && { colorField: 'series' }),
      scale: {
        x: { type: 'time', domain: [bounds[0], bounds[1]] },
        y: { domain: [marks[0], marks[4]], tickMethod: () => marks },
        ...(isMany && { color: { domain: drawn } }),
      },
      axis: {
        x: {
          title: false,
          labelFormatter: (value: unknown) =>
            moment(value).slice(
              bounds[1].getTime() - bounds[0].getTime() > yearMs ? 0 : 5,
              isLong ? 10 : 16,
            ),
          labelAutoRotate: false,
        },
        y: { title: false },
      },
      tooltip: {
        title: (point: SoilPoint) => moment(point.at),
        items: [
          {
            channel: 'y',
            ...(isMany ? {} : { name: title, color: colours[hue] }),
            valueFormatter: said,
          },
        ],
      },
    }
  }, [title, unit, decimals, hue, points, order, zone, isLong, bounds, appearance])
  return (
    <div role="img" aria-label={title} className="soil-chart">
      <h4>
        {title} <small>{unit}</small>
      </h4>
      <Line {...config} />
    </div>
  )
}
export default memo(SoilChart)
