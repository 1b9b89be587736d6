import { Tabs } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LedgerReport } from './LedgerReport.tsx'
import { StockReport } from './StockReport.tsx'
import './stock.css'

const tabs = ['summary', 'usage', 'ledger', 'ageing', 'turnover'] as const
/** Kept from one report to the next. */
const shared = ['from', 'to', 'warehouseId', 'skuId', 'type'] as const

/** What the ledger adds up to; which report and of what is the address's. */
export default function ReportPage() {
  const t = useLabels({ module: 'inventory' })
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'summary'
  const go = (next: string) => {
    const kept = new URLSearchParams(
      shared.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])),
    )
    if (next !== 'summary') kept.set('tab', next)
    void navigate({ pathname, search: kept.toString() })
  }
  return (
    <section aria-label={t('inventory:report.title')}>
      <Tabs
        activeKey={tab}
        onChange={go}
        items={tabs.map((key) => ({ key, label: t(`inventory:report.tabs.${key}`) }))}
      />
      {tab === 'ledger' ? <LedgerReport /> : <StockReport key={tab} report={tab} />}
    </section>
  )
}
