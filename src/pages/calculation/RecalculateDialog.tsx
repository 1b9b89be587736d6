import { Alert, DatePicker, Form, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { calculation, recalculate } from '#contract/equipment/calculation.ts'
import { call } from '#src/api/call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/** From which day on a calculation is worked out once more. */
export default function RecalculateDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(calculation)
  const { run, isBusy, problem, fields } = useSubmit()
  const [from, setFrom] = useState<Dayjs | null>(dayjs().subtract(7, 'day'))
  const start = async () => {
    if (
      !from ||
      !(await run(
        async () =>
          void (await call(
            recalculate,
            { id: row.id, from: from.format('YYYY-MM-DD') },
            { quiet: true },
          )),
      ))
    )
      return
    toast({ text: t('equipment:calculation.recalculating'), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open
      title={t('equipment:calculation.recalculate', { name: String(row.name) })}
      okText={t('equipment:calculation.actions.recalculate')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !from }}
      transitionName=""
      maskTransitionName=""
      onOk={() => void start()}
      onCancel={() => onClose(false)}
    >
      {problem && !fields.from && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <p>{t('equipment:calculation.recalculateHint')}</p>
      <Form component={false} layout="vertical">
        <Form.Item
          label={t('equipment:calculation.from')}
          htmlFor="recalculate-from"
          validateStatus={fields.from ? 'error' : undefined}
          help={fields.from && <span role="alert">{fields.from}</span>}
        >
          <DatePicker
            id="recalculate-from"
            value={from}
            disabledDate={(day) => day.isAfter(dayjs())}
            onChange={setFrom}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
