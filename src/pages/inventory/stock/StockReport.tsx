import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Call, Page } from '#contract/call.ts'
import {
  exportStockReport,
  reportColumns,
  reportWord,
  stockReports,
  type StockReport as Report,
} from '#contract/inventory/report-calls.ts'
import { RowsTable, type RowsColumn } from '#src/kit/list/RowsTable.tsx'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import type { Term } from '#src/kit/definition/terms.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FileMenu } from './FileMenu.tsx'
import { figure, isMoney, yuan } from './figures.ts'
import PaperTable from './PaperTable.tsx'
import { amongOf, withDay, withPeriod } from './period.ts'
import { ReportFilters } from './ReportFilters.tsx'
import { Packs } from './StockCells.tsx'

const ReportChart = lazy(() => import('./ReportChart.tsx'))

export type Line = Readonly<Record<string, unknown>> & {
  warehouseId: number
  warehouseName: string
  skuId: number
  skuName: string
}
type Answer = Page<Line> & { totals: Readonly<Record<string, number>> }
const names = ['tab', 'from', 'to', 'warehouseId', 'skuId', 'type'] as const
const words: ReadonlySet<string> = new Set([
  'warehouseName',
  'skuCode',
  'skuName',
  'unitName',
  'purpose',
  'landName',
])
const explained: Readonly<Record<string, Term | undefined>> = {
  revaluedValue: 'revaluation',
  turnover: 'turnover',
}
/** What `packs` says in further units. */
const packed = {
  summary: 'closingQuantity',
  ageing: 'quantity',
  turnover: 'closingQuantity',
  usage: 'quantity',
} as const satisfies Record<Report, (typeof reportColumns)[Report][number]>
const keyOf = ({ warehouseId, skuId, purpose, landName }: Line) =>
  [warehouseId, skuId, purpose, landName].join('-')

/** One report: what is asked, what all of it adds up to, its lines. */
export function StockReport({ report }: { report: Report }) {
  const t = useLabels({ module: 'inventory' })
  const {
    i18n: { language },
  } = useTranslation()
  const zone = useTimeZone()
  const unitName = useUnitName()
  const [isPrinting, setPrinting] = useState(false)
  const done = useCallback(() => setPrinting(false), [])
  const isDay = report === 'ageing'
  const definition = stockReports[report] as unknown as Call<
    z.ZodType<Record<string, unknown>>,
    z.ZodType<Answer>
  >
  const question = (filters: Readonly<Record<string, string>>) => ({
    ...(isDay ? withDay(filters, zone) : withPeriod(filters, zone)),
    ...amongOf(filters),
  })
  const list = useCallList<typeof definition.input, Line>(definition, names, question)
  const { filters } = list.place
  const period = withPeriod(filters, zone)
  const totals = (list.query.data as Answer | undefined)?.totals
  const seesCosts = useGranted(costCode) !== false
  const columns = useMemo(
    () =>
      reportColumns[report]
        // What it is in further units stands behind the quantity, as in the list of what lies there.
        .filter((name) => name !== 'packs' && (seesCosts || !isMoney(name)))
        .map((key: string): RowsColumn<Line> => ({
          key,
          title: t(`inventory:report.columns.${reportWord(report, key)}`),
          term: explained[key],
          ...(words.has(key)
            ? {
                render: (row) =>
                  key === 'unitName'
                    ? unitName(row[key]) || '–'
                    : key === 'purpose'
                      ? t(`inventory:report.purposes.${String(row[key])}`)
                      : String(row[key] ?? '–'),
              }
            : {
                align: 'right',
                render: (row) => (
                  <span className="kit-number">
                    {isMoney(key)
                      ? yuan(row[key], language)
                      : figure(row[key], language, { least: key === 'turnover' ? 2 : 0 })}
                    {key === packed[report] && <Packs packs={row.packs} />}
                  </span>
                ),
              }),
        })),
    [report, t, language, unitName, seesCosts],
  )
  const first = list.rows[0]
  const asked = question(filters)
  return (
    <>
      <ReportFilters
        key={JSON.stringify(filters)}
        values={filters}
        period={period}
        isDay={isDay}
        isBusy={list.query.isFetching && !list.query.isLoading}
        onSearch={(next) => list.move({ page: 1, filters: { ...next, tab: report } })}
        chosen={{
          warehouse:
            filters.warehouseId && first
              ? { value: first.warehouseId, label: first.warehouseName }
              : undefined,
          sku: filters.skuId && first ? { value: first.skuId, label: first.skuName } : undefined,
        }}
      />
      <div className="stock-tools">
        {totals && list.rows.length > 0 && (
          <dl className="stock-totals" aria-label={t('inventory:report.total')}>
            {Object.entries(totals).map(([name, value]) => (
              <div key={name}>
                <dt>{t(`inventory:report.columns.${reportWord(report, name)}`)}</dt>
                <dd>{t('inventory:report.yuan', { value: yuan(value, language) })}</dd>
              </div>
            ))}
          </dl>
        )}
        {(report === 'ageing' || report === 'turnover') && (
          <p className="stock-note">{t(`inventory:report.${report}Note`)}</p>
        )}
        <FileMenu
          place={`report-${report}`}
          start={(format, begin) =>
            begin(exportStockReport, { report, format, ...(asked as object) })
          }
          onPrint={() => setPrinting(true)}
        />
      </div>
      {totals && (report === 'ageing' || report === 'turnover') && list.rows.length > 0 && (
        <Suspense>
          <ReportChart report={report} totals={totals} rows={list.rows} />
        </Suspense>
      )}
      <RowsTable list={list} empty={t('inventory:report.empty')} columns={columns} rowKey={keyOf} />
      {isPrinting && (
        <PaperTable
          title={t(`inventory:report.tabs.${report}`)}
          note={isDay ? period.to : `${period.from} – ${period.to}`}
          columns={columns}
          rowKey={keyOf}
          load={(ask) => ask(definition, { ...asked, size: 0 })}
          onDone={done}
        />
      )}
    </>
  )
}
