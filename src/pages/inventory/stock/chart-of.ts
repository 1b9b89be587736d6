import type { Translate } from '#src/kit/definition/label.ts'
import { chartLook } from '#src/lib/chart-look.ts'
import { figure, yuan } from './figures.ts'
import type { Line } from './StockReport.tsx'

export interface Reported {
  report: 'ageing' | 'turnover'
  totals: Readonly<Record<string, number>>
  rows: readonly Line[]
}
const ages = ['days30', 'days90', 'days180', 'older'] as const

/** What the chart draws of a report, its figures as the reader's language has them. */
export function chartOf({
  report,
  totals,
  rows,
  t,
  language,
  title,
  appearance,
}: Reported & { t: Translate; language: string; title: string; appearance: string }) {
  const isAges = report === 'ageing'
  const data = isAges
    ? ages.map((age) => ({ name: t(`inventory:report.columns.${age}`), value: totals[age] ?? 0 }))
    : rows.flatMap(({ skuName, warehouseName, coverDays }) =>
        typeof coverDays === 'number'
          ? [{ name: `${skuName} · ${warehouseName}`, value: coverDays }]
          : [],
      )
  const text = (value: number) => (isAges ? yuan(value, language) : figure(value, language))
  // A scale of whole thousands needs no cents.
  const onAxis = (value: number) => figure(value, language, { most: 2 })
  return {
    data,
    xField: 'name',
    yField: 'value',
    height: isAges ? 240 : 60 + data.length * 32,
    animate: false as const,
    theme: chartLook(appearance).theme,
    style: { maxWidth: isAges ? 56 : 20 },
    axis: {
      x: { title: false, labelAutoEllipsis: true },
      y: { title: false, labelFormatter: onAxis },
    },
    tooltip: { items: [{ channel: 'y', name: title, valueFormatter: text }] },
    label: {
      text: ({ value }: { value: number }) => text(value),
      position: isAges ? ('top' as const) : ('right' as const),
      dy: isAges ? -16 : 0,
      dx: isAges ? 0 : 4,
      style: { textAlign: isAges ? ('center' as const) : ('start' as const) },
    },
  }
}
