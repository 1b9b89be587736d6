import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { totalOf } from './goods.ts'
import { HarvestAhead } from './Harvest.tsx'
import { GoodsRow } from './GoodsRow.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { ScanButton } from './ScanButton.tsx'
import { UnknownCodes } from './UnknownCodes.tsx'
import { leaving, useGoods } from './use-goods.ts'
import '#src/features/inventory/goods.css'
import './document.css'

/**
 * The goods of a document: found by name or code, scanned, or pasted from a sheet; walked through
 * with Enter and the arrows.
 */
export default function GoodsEditor({
  id,
  entity,
  field,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const t = useLabels(entity)
  const {
    i18n: { language },
  } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const {
    whole,
    isOut,
    kind,
    fields,
    lines,
    columns,
    unitName,
    picker,
    unknown,
    handleRead,
    among,
    handleSet,
    handleUnit,
    handleRemove,
    handleMove,
    handlePick,
    handleScan,
    handleUnknown,
    handleCode,
    handleSplit,
    handlePaste,
    availableOf,
    batchesOf,
    lots,
    lastDayOf,
  } = useGoods({ id, entity, field, value, onChange })
  const zone = useTimeZone()
  const [today] = useState(() => dayOf(momentOf(new Date().toISOString(), zone)))
  const amountText = useCallback(
    (amount: number) =>
      amount.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    [language],
  )
  const full = lines.length >= (field.max ?? 0)
  return (
    <div
      ref={box}
      className="goods"
      role="group"
      aria-describedby={describedBy}
      aria-labelledby={`${id}-label`}
      data-invalid={invalid || undefined}
      onPaste={handlePaste}
    >
      {lines.length > 0 && (
        <div className="goods-scroll">
          <table>
            <thead>
              <tr>
                <th aria-label={t('inventory:document.line')} />
                <th scope="col">{lineLabel(t, entity, 'goods', 'skuId')}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {lineLabel(t, entity, 'goods', column)}
                  </th>
                ))}
                {fields.amount && (
                  <th scope="col" className="goods-amount">
                    {lineLabel(t, entity, 'goods', 'amount')}
                  </th>
                )}
                <th>
                  <span className="visually-hidden">{t('common:table.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => (
                <GoodsRow
                  key={at}
                  t={t}
                  id={id}
                  at={at}
                  line={line}
                  columns={columns}
                  fields={fields}
                  available={availableOf(line)}
                  batches={batchesOf(line)}
                  unit={unitName(line.unitName)}
                  unitName={unitName}
                  lastDay={isOut ? lastDayOf(line) : null}
                  disabled={disabled}
                  today={today}
                  amountText={amountText}
                  isWrong={
                    columns.includes('quantity') &&
                    invalid === true &&
                    typeof line.quantity !== 'number'
                  }
                  onSet={handleSet}
                  onUnit={handleUnit}
                  onRemove={handleRemove}
                  onMove={handleMove}
                  onSplit={handleSplit}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {lots.map(([skuId, some]) => (
        <datalist key={skuId} id={`${id}-lots-${skuId}`}>
          {some.map(({ lot, expiresOn, quantity }) => (
            <option key={lot} value={lot!}>
              {[expiresOn, quantity].filter((one) => one !== null).join(' · ')}
            </option>
          ))}
        </datalist>
      ))}
      <UnknownCodes codes={unknown} onClose={handleRead} />
      {leaving.includes(kind) && <HarvestAhead row={{ ...whole, goods: lines }} />}
      <div className="goods-foot">
        <ItemPicker
          ref={picker}
          id={id}
          among={among}
          warehouseId={isOut ? whole.warehouseId : undefined}
          disabled={disabled || full}
          onPick={handlePick}
          onScan={handleScan}
          onUnknown={handleUnknown}
        />
        <ScanButton disabled={disabled || full} onCode={handleCode} />
        {fields.amount && (
          <strong className="kit-number">
            {t('inventory:document.sum', {
              count: lines.length,
              total: amountText(totalOf(lines)),
            })}
          </strong>
        )}
      </div>
      <small className="goods-hint">
        {kind === 'inventory_form' && lines.length === 0
          ? t('inventory:document.countAll')
          : t(`inventory:document.${columns.includes('price') ? 'hint' : 'hintPlain'}`)}
      </small>
    </div>
  )
}
