import { Input } from 'antd'
import { useState } from 'react'
import { costCode } from '#contract/inventory/cost.ts'
import { countLines } from '#contract/inventory/document-calls.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import type { Item } from './goods.ts'

interface Place {
  id: number
  skuId: number
  lot: string | null
}

/** Puts something onto a count that the books did not expect: an item, or another lot of one. */
export function FoundDialog({
  id,
  item,
  lines,
  onClose,
}: {
  id: number
  item: Item
  /** Those of the sheet: where it is among them, its lots are all counted and another was found. */
  lines: readonly Place[]
  /** With the line to be counted now; none where it was left. */
  onClose: (lineId?: number) => void
}) {
  const isKnown = lines.some(({ skuId }) => skuId === item.id)
  const t = useLabels(stocktake)
  const [lot, setLot] = useState('')
  const [price, setPrice] = useState<number | null>(null)
  const seesCosts = useGranted(costCode) === true
  const lineIn = (all: readonly Place[]) =>
    all.find(
      (line) =>
        line.skuId === item.id && (line.lot ?? '').toLowerCase() === lot.trim().toLowerCase(),
    )?.id
  const add = useCallMutation(countLines, {
    onDone: (after) => onClose(lineIn(after.goods as Place[])),
  })
  const send = () => {
    const there = lineIn(lines)
    if (there !== undefined) return onClose(there)
    return add.send({
      id,
      lines: [
        {
          skuId: item.id,
          lot: lot.trim() || null,
          counted: null,
          ...(price !== null && { price }),
        },
      ],
    })
  }
  return (
    <Dialog
      title={t(isKnown ? 'inventory:count.unexpectedLot' : 'inventory:count.unexpected', {
        name: item.name,
      })}
      okText={t('inventory:count.add')}
      sending={add}
      isLacking={item.lotFlag === 1 && !lot.trim()}
      onOk={send}
      onClose={() => onClose()}
    >
      {item.lotFlag === 1 && (
        <FieldItem name="lot" label={lineLabel(t, stocktake, 'goods', 'lot')} required>
          <Input
            autoFocus
            autoComplete="off"
            maxLength={40}
            value={lot}
            onChange={({ target }) => setLot(target.value)}
            onPressEnter={() => lot.trim() && void send()}
          />
        </FieldItem>
      )}
      {seesCosts && (
        <FieldItem
          name="price"
          label={`${lineLabel(t, stocktake, 'goods', 'price')} (${t('common:units.yuan')})`}
          help={t('inventory:count.priceNote')}
        >
          {(fieldId) => (
            <NumberBox
              id={fieldId}
              min={0}
              max={99_999_999}
              precision={4}
              value={price}
              onChange={(next) => setPrice(next ?? null)}
            />
          )}
        </FieldItem>
      )}
    </Dialog>
  )
}
