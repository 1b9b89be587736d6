import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { stockMovement } from '#contract/inventory/stock.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { hiddenOf } from '#contract/seen.ts'
import { exportList } from '#contract/platform/platform-calls.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { RowsTable, type RowsColumn } from '#src/kit/list/RowsTable.tsx'
import type { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { termOfField } from '#src/kit/definition/terms.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FileMenu } from './FileMenu.tsx'
import { figure, yuan } from './figures.ts'
import { movements, type Movement } from './movements.ts'
import PaperTable from './PaperTable.tsx'
import { Packs } from './StockCells.tsx'

type Names =
  | 'occurredOn'
  | 'warehouseId'
  | 'skuId'
  | 'lot'
  | 'type'
  | 'documentCode'
  | 'quantity'
  | 'unitCost'
  | 'value'
  | 'balanceQuantity'
  | 'balanceValue'
  | 'personName'
  | 'at'
const ofAll: readonly Names[] = [
  'occurredOn',
  'warehouseId',
  'skuId',
  'lot',
  'type',
  'documentCode',
  'quantity',
  'unitCost',
  'value',
  'balanceQuantity',
  'balanceValue',
  'personName',
]
const ofOne: readonly Names[] = [
  'occurredOn',
  'type',
  'documentCode',
  'quantity',
  'unitCost',
  'value',
  'balanceQuantity',
  'balanceValue',
  'personName',
  'at',
]
const hidden = new Set(hiddenOf(stockMovement.fields, new Set()))
const figures: ReadonlySet<string> = new Set([
  'quantity',
  'unitCost',
  'value',
  'balanceQuantity',
  'balanceValue',
])

interface LedgerProps {
  list: ReturnType<typeof useCallList<typeof movements.input, Movement>>
  asked: Readonly<Record<string, unknown>>
  title: string
  note: string
  /** Of one balance: what it is needs not be said on each line. */
  isOne?: boolean
}

/** What came and went, newest first, with what lay there afterwards. */
export function Ledger({ list, asked, title, note, isOne }: LedgerProps) {
  const t = useLabels(stockMovement)
  const {
    i18n: { language },
  } = useTranslation()
  const zone = useTimeZone()
  const [isPrinting, setPrinting] = useState(false)
  const done = useCallback(() => setPrinting(false), [])
  const seesCosts = useGranted(costCode) !== false
  const names = useMemo(
    () => (isOne ? ofOne : ofAll).filter((name) => seesCosts || !hidden.has(name)),
    [isOne, seesCosts],
  )
  const columns = useMemo(() => {
    const cells: Record<Names, (row: Movement) => React.ReactNode> = {
      occurredOn: (row) => <span className="kit-number">{row.occurredOn}</span>,
      warehouseId: (row) => row.warehouseIdName,
      skuId: (row) => row.skuIdName,
      lot: (row) => row.lot ?? '–',
      type: (row) => optionLabel(t, stockMovement, 'type', String(row.type)),
      documentCode: (row) => (
        <ScreenLink
          screen={documentScreens[row.documentKind!]}
          to={`${documentScreens[row.documentKind!].route}/info/${row.documentId}`}
        >
          {row.documentCode}
        </ScreenLink>
      ),
      quantity: (row) => (
        <span className={Number(row.quantity) < 0 ? 'kit-number stock-out' : 'kit-number'}>
          {Number(row.quantity) > 0 ? '+' : ''}
          {figure(row.quantity, language)}
          <Packs packs={row.packs} />
        </span>
      ),
      unitCost: (row) => figure(row.unitCost, language, { least: 4, most: 4 }),
      value: (row) => yuan(row.value, language),
      balanceQuantity: (row) => (
        <strong className="kit-number">
          {figure(row.balanceQuantity, language)}
          <Packs packs={row.balancePacks} />
        </strong>
      ),
      balanceValue: (row) => yuan(row.balanceValue, language),
      personName: (row) => row.personName ?? '–',
      at: (row) => <span className="kit-number">{momentOf(String(row.at), zone)}</span>,
    }
    return names.map((key): RowsColumn<Movement> => ({
      key,
      title: fieldLabel(t, stockMovement, key),
      term: termOfField(stockMovement, key),
      render: cells[key],
      ...(figures.has(key) && { align: 'right' }),
    }))
  }, [names, t, language, zone])
  const query = Object.fromEntries(
    Object.entries(asked)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
  return (
    <>
      <div className="stock-tools">
        <FileMenu
          place={`ledger-${title}`}
          start={(format, begin) =>
            begin(exportList, { entity: stockMovement.name, format, columns: [...names], query })
          }
          onPrint={() => setPrinting(true)}
        />
      </div>
      <RowsTable
        list={list}
        empty={t('inventory:report.empty')}
        columns={columns}
        rowKey={(row) => row.id}
      />
      {isPrinting && (
        <PaperTable
          title={title}
          note={note}
          columns={columns}
          rowKey={(row) => row.id}
          load={(ask) => ask(movements, { ...asked, size: 0 })}
          onDone={done}
        />
      )}
    </>
  )
}
