import { Alert, DatePicker, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { renewSim } from '#contract/connectivity/sim.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'

/** Until when a card is renewed, with which plan and for how much. */
export function RenewDialog({
  row,
  isAsked,
  onClose,
}: {
  row: Row
  /** The carrier is asked; else it is written down alone. */
  isAsked: boolean
  onClose: (isChanged: boolean) => void
}) {
  const t = useLabels({ module: 'equipment' })
  const from =
    typeof row.expiresOn === 'string' && dayjs(row.expiresOn).isAfter(dayjs())
      ? dayjs(row.expiresOn)
      : dayjs()
  const [until, setUntil] = useState<Dayjs | null>(from.add(1, 'year'))
  const [quotaMb, setQuota] = useState<number | null>(null)
  const [amount, setAmount] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const renew = useCallMutation(renewSim, {
    said: t(isAsked ? 'equipment:sim.renewed' : 'equipment:sim.writtenDown'),
    onDone: () => onClose(true),
  })
  const save = () =>
    renew.send({
      id: row.id,
      expiresOn: until!.format('YYYY-MM-DD'),
      quotaMb,
      amount,
      note: note || null,
    })
  return (
    <Dialog
      title={t('equipment:sim.renew')}
      okText={t('equipment:sim.renew')}
      sending={renew}
      isLacking={!until}
      onOk={save}
      onClose={() => onClose(false)}
    >
      {!isAsked && (
        <Alert
          type="info"
          showIcon
          className="kit-form-note"
          message={t('equipment:sim.renewElsewhere')}
        />
      )}
      <FieldItem name="expiresOn" required label={t('equipment:sim.until')}>
        <DatePicker className="kit-full" value={until} onChange={setUntil} />
      </FieldItem>
      <FieldItem name="quotaMb" label={t('equipment:sim.plan2')}>
        <NumberBox
          className="kit-full"
          min={0}
          max={9_999_999}
          value={quotaMb}
          placeholder={row.quotaMb === null ? undefined : String(row.quotaMb)}
          onChange={setQuota}
        />
      </FieldItem>
      <FieldItem name="amount" label={t('equipment:sim.amount')}>
        <NumberBox
          className="kit-full"
          min={0}
          max={999_999}
          precision={2}
          value={amount}
          onChange={setAmount}
        />
      </FieldItem>
      <FieldItem name="note" label={t('equipment:sim.note')}>
        <Input maxLength={100} value={note} onChange={({ target }) => setNote(target.value)} />
      </FieldItem>
    </Dialog>
  )
}
