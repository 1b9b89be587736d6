import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { lazy, Suspense, useState } from 'react'
import { productTypes } from '#contract/inventory/product.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import type { Option } from '#src/kit/fields/ref/use-options.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { TextBox } from '#src/ui/TextBox.ts'

const DayRange = lazy(() => import('#src/kit/fields/date/DayRange.tsx'))

type Texts = Readonly<Record<string, string>>
interface ReportFiltersProps {
  values: Texts
  /** The time that is looked at when none was chosen; one day where `isDay`. */
  period: { from: string; to: string }
  isDay?: boolean
  hasType?: boolean
  isBusy: boolean
  /** Names of what the address chooses, where they are known. */
  chosen: { warehouse?: Option; sku?: Option }
  onSearch: (filters: Texts) => void
}

/** What every report is asked: a time, a warehouse, an item, a type. */
export function ReportFilters({
  values,
  period,
  isDay,
  hasType = true,
  isBusy,
  chosen,
  onSearch,
}: ReportFiltersProps) {
  const t = useLabels(stockBalance)
  const [draft, setDraft] = useState<Texts>(values)
  const set = (change: Record<string, string | number | null | undefined>) =>
    setDraft({
      ...draft,
      ...Object.fromEntries(
        Object.entries(change).map(([name, value]) => [name, value ? String(value) : '']),
      ),
    })
  const id = (name: string) => Number(draft[name]) || undefined
  const time = isDay
    ? {
        id: 'report-on',
        label: t('inventory:report.on'),
        control: (
          <DatePicker
            id="report-on"
            className="kit-full"
            allowClear={false}
            format="YYYY-MM-DD"
            value={dayjs(draft.to || period.to)}
            onChange={(day) => set({ to: day?.format('YYYY-MM-DD') })}
          />
        ),
      }
    : {
        id: 'report-period',
        label: t('inventory:report.period'),
        control: (
          <Suspense fallback={<TextBox id="report-period" disabled aria-busy />}>
            <DayRange
              id="report-period"
              value={[draft.from || period.from, draft.to || period.to]}
              onChange={(days) =>
                set({
                  from: (days as string[] | undefined)?.[0],
                  to: (days as string[] | undefined)?.[1],
                })
              }
            />
          </Suspense>
        ),
      }
  return (
    <FilterBar
      label={t('inventory:report.title')}
      isBusy={isBusy}
      onSearch={() => onSearch(draft)}
      onReset={() => {
        setDraft({})
        onSearch({})
      }}
      items={[
        time,
        {
          id: 'report-warehouse',
          label: t('inventory:stockBalance.fields.warehouseId'),
          control: (
            <RefSelect
              id="report-warehouse"
              to="warehouse"
              value={id('warehouseId')}
              chosen={chosen.warehouse ? [chosen.warehouse] : []}
              onChange={(warehouseId) => set({ warehouseId: warehouseId as number | null })}
            />
          ),
        },
        {
          id: 'report-sku',
          label: t('inventory:stockBalance.fields.skuId'),
          control: (
            <RefSelect
              id="report-sku"
              to="sku"
              value={id('skuId')}
              chosen={chosen.sku ? [chosen.sku] : []}
              onChange={(skuId) => set({ skuId: skuId as number | null })}
            />
          ),
        },
        ...(hasType
          ? [
              {
                id: 'report-type',
                label: t('inventory:stockBalance.fields.type'),
                control: (
                  <Select
                    id="report-type"
                    className="kit-full"
                    allowClear
                    value={draft.type || undefined}
                    onChange={(type: string | undefined) => set({ type })}
                    options={Object.values(productTypes).map((value) => ({
                      value,
                      label: optionLabel(t, stockBalance, 'type', value),
                    }))}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
