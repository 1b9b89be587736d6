import { Input, Select } from 'antd'
import { useState } from 'react'
import { batch } from '#contract/planting/batch.ts'
import { batchFactKinds, keepBatchFact } from '#contract/planting/batch-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { Waiver } from '#src/features/farm/Waiver.tsx'
import { useWaiver } from '#src/features/farm/use-waiver.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import DayPicker from '#src/kit/fields/date/DayPicker.tsx'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { useMove } from './use-move.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'

type Kind = (typeof batchFactKinds)[number]

/** A cost or a yield that somebody writes down by hand. */
export default function FactDialog({ row, onClose }: ActionDialogProps) {
  const [kind, setKind] = useState<Kind>('input')
  const [title, setTitle] = useState('')
  const [quantity, setQuantity] = useState<number | null>(null)
  const [unitName, setUnitName] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const today = useToday()
  const [occurredOn, setOccurredOn] = useState<string | null>(today)
  const seesCosts = useGranted(costCode) === true
  const waiver = useWaiver()
  const { t, title: word, send, ...sending } = useMove('fact', keepBatchFact, onClose)
  const isYield = kind === 'yield'
  const number = (value: number | null, set: (next: number | null) => void) => (
    <NumberBox
      className="kit-full"
      min={0}
      max={99_999_999}
      precision={2}
      value={value}
      onChange={set}
    />
  )
  return (
    <Dialog
      title={word}
      okText={word}
      isDanger={waiver.isLocked}
      sending={sending}
      isLacking={
        !title.trim() || !occurredOn || (quantity === null && amount === null) || waiver.isLacking
      }
      onOk={() =>
        send(
          {
            id: row.id,
            ...waiver.input,
            kind,
            title,
            quantity,
            unitName: isYield ? null : unitName || null,
            amount: isYield ? null : amount,
            occurredOn: occurredOn!,
          },
          { onRefused: waiver.onRefused },
        )
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.batchName)}</p>
      <FieldItem name="kind" required label={t('planting:hand.kind')}>
        <Select
          value={kind}
          options={batchFactKinds.map((value) => ({ value, label: t(`planting:facts.${value}`) }))}
          onChange={setKind}
        />
      </FieldItem>
      <FieldItem name="title" required label={t('planting:hand.title')}>
        <Input maxLength={60} value={title} onChange={({ target }) => setTitle(target.value)} />
      </FieldItem>
      <FieldItem
        name="quantity"
        label={t('planting:hand.quantity')}
        help={isYield ? t('planting:hand.yieldNote') : undefined}
      >
        {number(quantity, setQuantity)}
      </FieldItem>
      {!isYield && (
        <FieldItem name="unitName" label={t('planting:hand.unit')}>
          <Input
            maxLength={20}
            value={unitName}
            onChange={({ target }) => setUnitName(target.value)}
          />
        </FieldItem>
      )}
      {!isYield && seesCosts && (
        <FieldItem name="amount" label={`${t('planting:hand.amount')} (${t('common:units.yuan')})`}>
          {number(amount, setAmount)}
        </FieldItem>
      )}
      <FieldItem name="occurredOn" required label={t('planting:hand.day')}>
        {(id) => (
          <DayPicker
            id={id}
            field={batch.fields.plantedOn}
            value={occurredOn}
            onChange={(day) => setOccurredOn(day as string | null)}
          />
        )}
      </FieldItem>
      <Waiver {...waiver} />
    </Dialog>
  )
}
