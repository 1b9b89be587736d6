import { Bar, Column } from '@ant-design/charts'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { chartOf, type Reported } from './chart-of.ts'

/** How old the money in the store is, or how long each item lasts. */
function ReportChart({ report, totals, rows }: Reported) {
  const t = useLabels({ module: 'inventory' })
  const {
    i18n: { language },
  } = useTranslation()
  const title = t(`inventory:report.${report}Chart`)
  const appearance = useAppearance()
  const config = useMemo(
    () => chartOf({ report, totals, rows, t, language, title, appearance }),
    [report, totals, rows, t, language, title, appearance],
  )
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
