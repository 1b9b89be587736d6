import { useCallback, useEffect, useMemo, useRef, type ClipboardEvent } from 'react'
import { documents } from '#contract/inventory/document.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { lineBatches, type LineBatch } from '#contract/inventory/document-calls.ts'
import { findSkus } from '#contract/inventory/sku-calls.ts'
import { fetchCall, useCall } from '#src/kit/calls/use-call.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import {
  columnsFor,
  hasCell,
  lotsOf,
  readSheet,
  testColumns,
  withFirstLots,
  withItem,
  withOneMore,
  withEntered,
  withSheet,
  withSplit,
  withUnit,
  type EnteredColumn,
  type Item,
  type Line,
} from './goods.ts'
import { useAvailable } from './use-available.ts'
import { useUnknown } from './use-unknown.ts'

/** What an item was asked for by: the code of the unit that was read, or any of its own. */
const codesOf = ({ barcode, name, code, units, scannedUnitId }: Item) =>
  scannedUnitId
    ? [units?.find(({ unitId }) => unitId === scannedUnitId)?.barcode]
    : [barcode, name, code]
/** Kinds whose goods leave a warehouse when they are posted; a plan names no lot. */
export const leaving: readonly DocumentKind[] = ['shipment', 'input_shipment']
const outgoing: readonly DocumentKind[] = ['shipment', 'transfer', 'input_shipment']
/** Columns that Enter leaves out on its way to the next line. */
const atLeisure: readonly EnteredColumn[] = ['batchId', 'remark']
const noBatches: LineBatch['batches'] = []
const noLines: readonly Line[] = []
const inputsOnly = { agriculturalFlag: '1' } as const
const anything = {} as const

/**
 * The lines of a document's goods, and everything that changes them: keys, the picker, a scanner, a
 * sheet that is pasted.
 */
export function useGoods({
  id,
  entity,
  field,
  value,
  onChange,
}: Pick<InputProps, 'id' | 'entity' | 'field' | 'value' | 'onChange'>) {
  const whole = useWholeForm()
  const isOut = outgoing.some((one) => documents[one].name === entity.name)
  const kind = Object.entries(documents).find(
    ([, one]) => one.name === entity.name,
  )![0] as DocumentKind
  const fields = field.columns!
  const lines = Array.isArray(value) ? (value as Line[]) : noLines
  // Lots are asked for only where something on the document is kept by lot.
  const hasLots = lines.some((line) => line.lotFlag === 1 || line.lot)
  const isSale = whole.purpose === 'sale'
  const hasSeed = lines.some((line) => hasCell(line, 'germination'))
  const columns = useMemo(
    () =>
      columnsFor(fields).filter(
        (column) =>
          (hasLots || (column !== 'lot' && column !== 'expiresOn')) &&
          (kind !== 'inventory_form' || column === 'lot' || column === 'remark') &&
          (column !== 'expiresOn' || !isOut) &&
          (!testColumns.includes(column) || hasSeed) &&
          (column !== 'batchId' || isSale),
      ),
    [fields, kind, hasLots, hasSeed, isOut, isSale],
  )
  const latest = useLatest({ lines, onChange })
  const unitName = useUnitName()
  const picker = useRef<{ focus: () => void }>(null)
  const { unknown, keep, hear, clear } = useUnknown()
  // Things that were put on a line since their lots were looked up.
  const fresh = useRef(new Set<number>())
  const stock = useAvailable(
    isOut ? whole.warehouseId : undefined,
    lines.map(({ skuId }) => Number(skuId)),
  )
  const sold = [...new Set(lines.map(({ skuId }) => Number(skuId)))].sort((a, b) => a - b)
  const { data: grown } = useCall(
    lineBatches,
    { skuIds: sold.join(',') },
    {
      enabled: columns.includes('batchId') && sold.length > 0,
      staleTime: 60_000,
      retry: false,
      placeholderData: (before) => before,
    },
  )
  const batchesOf = (line: Line) =>
    grown?.find(({ skuId }) => skuId === line.skuId)?.batches ?? noBatches
  useEffect(() => {
    if (!stock || !leaving.includes(kind) || fresh.current.size === 0) return
    const next = withFirstLots(
      latest.current.lines,
      stock,
      fresh.current,
      whole.purpose === 'scrap' ? '' : String(whole.occurredOn ?? ''),
    )
    for (const { skuId } of stock) fresh.current.delete(skuId)
    if (next) latest.current.onChange(next)
    // What is picked once more while its stock is known wants its lot too.
  }, [stock, lines.length, kind, latest, whole.purpose, whole.occurredOn])
  const among = kind.startsWith('input_') ? inputsOnly : anything
  const priceOf = useCallback(
    (item: Item) =>
      'price' in fields && !isOut
        ? (item.costPrice ?? null)
        : whole.purpose === 'sale'
          ? (item.retailPrice ?? null)
          : null,
    [fields, isOut, whole.purpose],
  )

  const focus = useCallback(
    (at: number, column: string) =>
      requestAnimationFrame(() => {
        const cell = document.getElementById(`${id}-${at}-${column}`)
        if (cell instanceof HTMLInputElement) {
          cell.focus()
          if (cell.type === 'text') cell.select()
        }
      }),
    [id],
  )
  const handleSet = useCallback(
    (at: number, column: EnteredColumn, next: unknown) => {
      const { lines: now, onChange: tell } = latest.current
      tell(now.map((line, other) => (other === at ? withEntered(line, column, next) : line)))
    },
    [latest],
  )
  const handleUnit = useCallback(
    (at: number, unitId: number | null) => {
      const { lines: now, onChange: tell } = latest.current
      tell(now.map((line, other) => (other === at ? withUnit(line, unitId) : line)))
    },
    [latest],
  )
  const handleRemove = useCallback(
    (at: number) => {
      const { lines: now, onChange: tell } = latest.current
      tell(now.filter((_, other) => other !== at))
      picker.current?.focus()
    },
    [latest],
  )
  const handleMove = useCallback(
    (at: number, column: EnteredColumn, to: 'next' | 'up' | 'down') => {
      if (to !== 'next') return void focus(at + (to === 'up' ? -1 : 1), column)
      const line = latest.current.lines[at]!
      const step = columns.findIndex(
        (one, place) => place > columns.indexOf(column) && hasCell(line, one),
      )
      if (step >= 0 && !atLeisure.includes(columns[step]!)) return void focus(at, columns[step]!)
      if (at + 1 < latest.current.lines.length)
        return void focus(
          at + 1,
          column === 'remark'
            ? columns[0]!
            : (columns.find((one) => one === 'quantity') ?? columns[0]!),
        )
      picker.current?.focus()
    },
    [columns, focus, latest],
  )
  const handlePick = useCallback(
    (item: Item) => {
      const next = withItem(latest.current.lines, item, priceOf(item))
      if (item.lotFlag === 1) fresh.current.add(item.id)
      latest.current.onChange(next.lines)
      focus(
        next.at,
        item.lotFlag === 1 && columnsFor(fields).includes('lot')
          ? 'lot'
          : columns.includes('quantity')
            ? 'quantity'
            : columns[0]!,
      )
    },
    [columns, fields, focus, latest, priceOf],
  )
  const handleScan = useCallback(
    (item: Item) => {
      const isNew = !latest.current.lines.some(({ skuId }) => skuId === item.id)
      if (item.lotFlag === 1 && isNew) fresh.current.add(item.id)
      latest.current.onChange(
        (columns.includes('quantity') ? withOneMore : withItem)(
          latest.current.lines,
          item,
          priceOf(item),
          leaving.includes(kind),
        ).lines,
      )
    },
    [columns, kind, latest, priceOf],
  )
  const handleCode = useCallback(
    async (code: string) => {
      const [item] = await fetchCall(findSkus, { keys: [code] })
      if (item) handleScan(item as unknown as Item)
      else keep(code)
      return item ? String(item.name) : null
    },
    [handleScan, keep],
  )
  const handleSplit = useCallback(
    (at: number) => {
      latest.current.onChange(withSplit(latest.current.lines, at))
      focus(at + 1, 'lot')
    },
    [focus, latest],
  )
  const handlePaste = (event: ClipboardEvent) => {
    const clipboard = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(clipboard.trim())) return
    event.preventDefault()
    const pasted = readSheet(clipboard)
    void fetchCall(findSkus, {
      keys: [...new Set(pasted.map(({ key }) => key))].slice(0, 500),
    }).then(
      (found) => {
        const items = new Map(
          found.flatMap((item) =>
            codesOf(item as unknown as Item).flatMap((key) =>
              key ? [[key.toLowerCase(), item as unknown as Item] as const] : [],
            ),
          ),
        )
        const next = withSheet(latest.current.lines, pasted, items, priceOf)
        keep(...next.unknown)
        onChange(next.lines)
      },
      () => keep(...pasted.map(({ key }) => key)),
    )
  }
  const availableOf = (line: Line) =>
    stock &&
    stock
      .filter((one) => one.skuId === line.skuId && (!line.lot || one.lot === line.lot))
      .reduce((sum, one) => sum + one.quantity, 0)
  const lots = stock
    ? [...new Set(lines.map(({ skuId }) => Number(skuId)))].map(
        (skuId) => [skuId, lotsOf(stock, skuId)] as const,
      )
    : []
  const lastDayOf = (line: Line) =>
    stock?.find((one) => one.skuId === line.skuId && one.lot !== null && one.lot === line.lot)
      ?.expiresOn ?? null
  return {
    whole,
    isOut,
    kind,
    fields,
    lines,
    columns,
    unitName,
    picker,
    unknown,
    handleRead: clear,
    among,
    handleSet,
    handleUnit,
    handleRemove,
    handleMove,
    handlePick,
    handleScan,
    handleUnknown: hear,
    handleCode,
    handleSplit,
    handlePaste,
    availableOf,
    batchesOf,
    lots,
    lastDayOf,
  }
}
