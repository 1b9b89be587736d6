import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Ledger } from './Ledger.tsx'
import { movements } from './movements.ts'
import { withPeriod } from './period.ts'
import { ReportFilters } from './ReportFilters.tsx'

const names = ['tab', 'from', 'to', 'warehouseId', 'skuId'] as const

/** Everything that came and went in a time, with what lay there afterwards. */
export function LedgerReport() {
  const t = useLabels({ module: 'inventory' })
  const zone = useTimeZone()
  const question = ({ warehouseId, skuId, ...filters }: Readonly<Record<string, string>>) => {
    const { from, to } = withPeriod(filters, zone)
    return {
      ...(warehouseId && { warehouseId: Number(warehouseId) }),
      ...(skuId && { skuId: Number(skuId) }),
      occurredOnFrom: from,
      occurredOnTo: to,
    }
  }
  const list = useCallList(movements, names, question)
  const { filters } = list.place
  const period = withPeriod(filters, zone)
  const first = list.rows[0]
  return (
    <>
      <ReportFilters
        key={JSON.stringify(filters)}
        values={filters}
        period={period}
        hasType={false}
        isBusy={list.query.isFetching && !list.query.isLoading}
        onSearch={(next) => list.move({ page: 1, filters: { ...next, tab: 'ledger' } })}
        chosen={{
          warehouse:
            filters.warehouseId && first
              ? { value: first.warehouseId!, label: first.warehouseIdName }
              : undefined,
          sku: filters.skuId && first ? { value: first.skuId!, label: first.skuIdName } : undefined,
        }}
      />
      <Ledger
        list={list}
        asked={question(filters)}
        title={t('inventory:report.tabs.ledger')}
        note={`${period.from} – ${period.to}`}
      />
    </>
  )
}
