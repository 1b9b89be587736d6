import { CloseOutlined, SplitCellsOutlined } from '@ant-design/icons'
import { memo, useState, type KeyboardEvent } from 'react'
import type { Fields } from '#contract/field.ts'
import { readNumber } from '#src/kit/fields/number/number-text.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { isComposing } from '#src/lib/ime.ts'
import type { LineBatch } from '#contract/inventory/document-calls.ts'
import { BatchCell } from './BatchCell.tsx'
import { DayCell } from './DayCell.tsx'
import {
  amountOf,
  enteredOf,
  hasCell,
  unitOf,
  unitsOf,
  type EnteredColumn,
  type Line,
} from './goods.ts'

interface CellProps {
  id: string
  label: string
  column: EnteredColumn
  value: unknown
  /** Digits behind the point that it may have. */
  scale: number | undefined
  list: string | undefined
  disabled: boolean | undefined
  onChange: (value: unknown) => void
}

const numbers: readonly EnteredColumn[] = ['germination', 'sampleSize', 'quantity', 'price']
const days: readonly EnteredColumn[] = ['expiresOn', 'testedOn']
/** No number, or finer than it is kept: said where it stands, before it is handed in. */
const isWrong = (value: unknown, scale: number | undefined) =>
  typeof value === 'string' ||
  (typeof value === 'number' && scale !== undefined && Number(value.toFixed(scale)) !== value)
/** A plain input: two hundred of antd's would take a second to draw. */
function Cell({ id, label, column, value, scale, list, disabled, onChange }: CellProps) {
  const [typed, setTyped] = useState<string>()
  const isNumber = numbers.includes(column)
  const held = value === null || value === undefined ? '' : String(value)
  const shown = isNumber && typed !== undefined && readNumber(typed) === value ? typed : held
  return (
    <input
      id={id}
      className="goods-cell"
      aria-label={label}
      data-column={column}
      type="text"
      inputMode={isNumber ? 'decimal' : undefined}
      placeholder={column === 'germination' ? '%' : undefined}
      autoComplete="off"
      list={list}
      value={shown}
      disabled={disabled}
      aria-invalid={(isNumber && isWrong(value, scale)) || undefined}
      onChange={({ target }) => {
        if (isNumber) setTyped(target.value)
        onChange(isNumber ? readNumber(target.value) : target.value || null)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface GoodsRowProps {
  t: Translate
  id: string
  at: number
  line: Line
  columns: readonly EnteredColumn[]
  fields: Fields
  /** What lies there of it; undefined where that does not matter. */
  available: number | undefined
  /** Planting batches that it may come from. */
  batches: LineBatch['batches']
  unit: string
  unitName: (name: unknown) => string
  /** The last day of its lot, where that is known. */
  lastDay: string | null
  /** On the tenant's clock. */
  today: string
  amountText: (amount: number) => string
  isWrong: boolean
  disabled: boolean | undefined
  onSet: (at: number, column: EnteredColumn, value: unknown) => void
  onUnit: (at: number, unitId: number | null) => void
  onRemove: (at: number) => void
  /** Goes on from a cell: to the next one of its row, a row up or down. */
  onSplit: (at: number) => void
  onMove: (at: number, column: EnteredColumn, to: 'next' | 'up' | 'down') => void
}
const entity = { module: 'inventory', name: 'stockDocument' } as const

/** One line of goods; drawn again only when something of its own changes. */
export const GoodsRow = memo(function GoodsRow({
  t,
  id,
  at,
  line,
  columns,
  fields,
  available,
  batches,
  unit,
  unitName,
  lastDay,
  today,
  amountText,
  isWrong,
  disabled,
  onSet,
  onUnit,
  onRemove,
  onMove,
  onSplit,
}: GoodsRowProps) {
  const name = String(line.skuIdName ?? line.skuId)
  const amount = amountOf(line)
  const handleKey = (event: KeyboardEvent, column: EnteredColumn) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey) return
    const to =
      event.key === 'Enter'
        ? 'next'
        : event.key === 'ArrowUp'
          ? 'up'
          : event.key === 'ArrowDown'
            ? 'down'
            : null
    // A list of units moves by its own arrows.
    if (
      !to ||
      ((days.includes(column) || event.target instanceof HTMLSelectElement) && to !== 'next')
    )
      return
    event.preventDefault()
    onMove(at, column, to)
  }
  const other = unitOf(line)
  const written = enteredOf(line, 'quantity')
  // As much as may be taken, never more: of the unit in which the line is written.
  const there =
    available === undefined
      ? undefined
      : other
        ? Math.floor((available / other.ratio) * 1000) / 1000
        : available
  const isShort =
    available !== undefined && typeof line.quantity === 'number' && line.quantity > available
  return (
    <tr className={isWrong ? 'goods-wrong' : undefined}>
      <td className="goods-at">{at + 1}</td>
      <th scope="row">
        <span className="goods-name">{name}</span>
        <small>{String(line.skuCode ?? '')}</small>
      </th>
      {columns.map((column) => (
        <td
          key={column}
          data-label={lineLabel(t, entity, 'goods', column)}
          onKeyDown={(event) => handleKey(event, column)}
        >
          {!hasCell(line, column) ? (
            '–'
          ) : days.includes(column) ? (
            <DayCell
              id={`${id}-${at}-${column}`}
              label={`${lineLabel(t, entity, 'goods', column)} ${at + 1}`}
              column={column}
              field={fields[column]!}
              value={(line[column] ?? null) as string | null}
              disabled={disabled}
              onChange={(value) => onSet(at, column, value)}
            />
          ) : column === 'batchId' ? (
            <BatchCell
              id={`${id}-${at}-${column}`}
              label={`${lineLabel(t, entity, 'goods', column)} ${at + 1}`}
              line={line}
              batches={batches}
              disabled={disabled}
              onChange={(value) => onSet(at, column, value)}
            />
          ) : (
            <Cell
              id={`${id}-${at}-${column}`}
              label={`${lineLabel(t, entity, 'goods', column)} ${at + 1}`}
              column={column}
              value={enteredOf(line, column)}
              scale={fields[column]?.scale}
              list={column === 'lot' ? `${id}-lots-${String(line.skuId)}` : undefined}
              disabled={disabled}
              onChange={(value) => onSet(at, column, value)}
            />
          )}
          {column === 'lot' && lastDay && (
            <small className={lastDay < today ? 'goods-short' : undefined}>{lastDay}</small>
          )}
          {column === 'quantity' && (
            <>
              {unitsOf(line).length > 0 && (
                <select
                  className="goods-cell goods-unit"
                  aria-label={t('inventory:document.unitOf', { at: at + 1 })}
                  disabled={disabled}
                  value={String(line.unitId ?? '')}
                  onChange={({ target }) => onUnit(at, Number(target.value) || null)}
                >
                  <option value="">{unit}</option>
                  {unitsOf(line).map(({ unitId, unitIdName }) => (
                    <option key={unitId} value={unitId}>
                      {unitName(unitIdName)}
                    </option>
                  ))}
                </select>
              )}
              {other && typeof written === 'number' && (
                <small className={line.quantity === null ? 'goods-short' : undefined}>
                  {line.quantity === null
                    ? t('inventory:document.inexact', { ratio: other.ratio, unit })
                    : `= ${String(line.quantity)} ${unit}`}
                </small>
              )}
              <small className={isShort ? 'goods-short' : undefined}>
                {[
                  unitsOf(line).length === 0 && unit,
                  there !== undefined && t('inventory:document.available', { count: there }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </>
          )}
        </td>
      ))}
      {fields.amount && (
        <td
          className="kit-number goods-amount"
          data-label={lineLabel(t, entity, 'goods', 'amount')}
        >
          {amount === null ? '–' : amountText(amount)}
        </td>
      )}
      <td className="goods-tools">
        {line.lotFlag === 1 && columns.includes('lot') && (
          <button
            type="button"
            className="kit-tool"
            disabled={disabled}
            title={t('inventory:document.split')}
            aria-label={`${t('inventory:document.split')} ${at + 1}`}
            onClick={() => onSplit(at)}
          >
            <SplitCellsOutlined />
          </button>
        )}
        <button
          type="button"
          className="kit-tool"
          disabled={disabled}
          aria-label={t('kit:lines.remove', { at: at + 1 })}
          onClick={() => onRemove(at)}
        >
          <CloseOutlined />
        </button>
      </td>
    </tr>
  )
})
