import { Bar, Column } from '@ant-design/plots'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { figure, yuan } from './figures.ts'
import type { Line } from './StockReport.tsx'

interface ReportChartProps {
  report: 'ageing' | 'turnover'
  totals: Readonly<Record<string, number>>
  rows: readonly Line[]
}
const ages = ['days30', 'days90', 'days180', 'older'] as const
const theme = () =>
  document.documentElement.dataset.appearance === 'dark' ? 'classicDark' : 'classic'

/** How old the money in the store is, or how long each item lasts. */
function ReportChart({ report, totals, rows }: ReportChartProps) {
  const t = useLabels({ module: 'inventory' })
  const {
    i18n: { language },
  } = useTranslation()
  const title = t(`inventory:report.${report}Chart`)
  const config = useMemo(() => {
    const isAges = report === 'ageing'
    const data = isAges
      ? ages.map((age) => ({ name: t(`inventory:report.columns.${age}`), value: totals[age] ?? 0 }))
      : rows.flatMap(({ skuName, warehouseName, coverDays }) =>
          typeof coverDays === 'number'
            ? [{ name: `${skuName} · ${warehouseName}`, value: coverDays }]
            : [],
        )
    const text = (value: number) => (isAges ? yuan(value, language) : figure(value, language))
    return {
      data,
      xField: 'name',
      yField: 'value',
      height: isAges ? 240 : 60 + data.length * 32,
      animate: false as const,
      theme: theme(),
      style: { maxWidth: isAges ? 56 : 20 },
      axis: { x: { title: false, labelAutoEllipsis: true }, y: { title: false } },
      tooltip: { items: [{ channel: 'y', name: title, valueFormatter: text }] },
      label: {
        text: ({ value }: { value: number }) => text(value),
        position: isAges ? ('top' as const) : ('right' as const),
        dy: isAges ? -16 : 0,
        dx: isAges ? 0 : 4,
        style: { textAlign: isAges ? ('center' as const) : ('start' as const) },
      },
    }
  }, [report, totals, rows, t, language, title])
  if (config.data.length === 0) return null
  return (
    <figure className="stock-chart">
      <figcaption>{title}</figcaption>
      <div role="img" aria-label={title}>
        {report === 'ageing' ? <Column {...config} /> : <Bar {...config} />}
      </div>
    </figure>
  )
}
export default memo(ReportChart)
