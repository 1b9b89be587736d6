import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { confirmContact } from '#contract/equipment/alarm-contact.ts'
import { call } from '#src/api/call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/**
 * A code goes to the person's number; who holds the phone tells it, and from then on alarms go
 * there.
 */
export default function ConfirmDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const { run, isBusy, problem, fields } = useSubmit()
  const [captchaKey, setCaptchaKey] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const ask = () =>
    run(async () =>
      setCaptchaKey((await call(confirmContact, { id: row.id }, { quiet: true })).captchaKey),
    )
  const confirm = async () => {
    const isDone = await run(async () => {
      await call(
        confirmContact,
        { id: row.id, captchaKey: captchaKey ?? '', captcha: code.trim() },
        { quiet: true },
      )
    })
    if (!isDone) return
    toast({ text: t('equipment:alarmConfirm.done'), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open
      title={t('equipment:alarmContact.actions.confirm')}
      okText={t('equipment:alarmConfirm.ok')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      okButtonProps={{ disabled: captchaKey === null || code.trim().length !== 6 }}
      onOk={() => void confirm()}
      onCancel={() => onClose(false)}
    >
      <p>
        {String(row.name)} · {t('equipment:alarmConfirm.note')}
      </p>
      {problem && !fields.captcha && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        <Form.Item>
          <Button onClick={() => void ask()} disabled={isBusy}>
            {t(
              captchaKey === null ? 'equipment:alarmConfirm.send' : 'equipment:alarmConfirm.again',
            )}
          </Button>
        </Form.Item>
        <Form.Item
          label={t('equipment:alarmConfirm.code')}
          htmlFor="confirm-code"
          required
          validateStatus={fields.captcha ? 'error' : undefined}
          help={fields.captcha ? <span role="alert">{fields.captcha}</span> : undefined}
        >
          <Input
            id="confirm-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            aria-invalid={!!fields.captcha}
            onChange={(event) => setCode(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
