import { Alert, DatePicker, Form, Input, InputNumber, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { renewSim } from '#contract/equipment/sim.ts'
import { call } from '#src/api/call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/** Until when a card is renewed, with which plan and for how much. */
export function RenewDialog({ row, onClose }: { row: Row; onClose: (isChanged: boolean) => void }) {
  const t = useLabels({ module: 'equipment' })
  const { run, isBusy, problem, fields } = useSubmit()
  const from =
    typeof row.expiresOn === 'string' && dayjs(row.expiresOn).isAfter(dayjs())
      ? dayjs(row.expiresOn)
      : dayjs()
  const [until, setUntil] = useState<Dayjs | null>(from.add(1, 'year'))
  const [quotaMb, setQuota] = useState<number | null>(null)
  const [amount, setAmount] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const renew = async () => {
    if (
      !until ||
      !(await run(
        async () =>
          void (await call(
            renewSim,
            {
              id: row.id,
              expiresOn: until.format('YYYY-MM-DD'),
              quotaMb,
              amount,
              note: note || null,
            },
            { quiet: true },
          )),
      ))
    )
      return
    toast({ text: t('equipment:sim.renewed'), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open
      title={t('equipment:sim.renew')}
      okText={t('equipment:sim.renew')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !until }}
      transitionName=""
      maskTransitionName=""
      onOk={() => void renew()}
      onCancel={() => onClose(false)}
    >
      {problem && !fields.expiresOn && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        <Form.Item
          required
          label={t('equipment:sim.until')}
          htmlFor="sim-until"
          validateStatus={fields.expiresOn ? 'error' : undefined}
          help={fields.expiresOn && <span role="alert">{fields.expiresOn}</span>}
        >
          <DatePicker id="sim-until" className="kit-full" value={until} onChange={setUntil} />
        </Form.Item>
        <Form.Item label={t('equipment:sim.plan2')} htmlFor="sim-plan">
          <InputNumber
            id="sim-plan"
            className="kit-full"
            min={0}
            max={9_999_999}
            value={quotaMb}
            placeholder={row.quotaMb === null ? undefined : String(row.quotaMb)}
            onChange={setQuota}
          />
        </Form.Item>
        <Form.Item label={t('equipment:sim.amount')} htmlFor="sim-amount">
          <InputNumber
            id="sim-amount"
            className="kit-full"
            min={0}
            max={999_999}
            precision={2}
            value={amount}
            onChange={setAmount}
          />
        </Form.Item>
        <Form.Item label={t('equipment:sim.note')} htmlFor="sim-note">
          <Input
            id="sim-note"
            maxLength={100}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
