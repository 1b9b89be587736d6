import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { confirmContact } from '#contract/alarm/alarm-contact.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { toast } from '#src/ui/toast.ts'

/**
 * A code goes to the person's number; who holds the phone tells it, and from then on alarms go
 * there.
 */
export default function ConfirmDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const [captchaKey, setCaptchaKey] = useState<string | null>(null)
  const [code, setCode] = useState('')
  // Without a code one is sent, with it the number is proved.
  const confirm = useCallMutation(confirmContact, {
    onDone: ({ captchaKey: key }, { captcha }) => {
      if (captcha === undefined) return setCaptchaKey(key)
      toast({ text: t('equipment:alarmConfirm.done'), tone: 'good' })
      onClose(true)
    },
  })
  return (
    <Dialog
      title={t('equipment:alarmContact.actions.confirm')}
      okText={t('equipment:alarmConfirm.ok')}
      sending={confirm}
      isLacking={captchaKey === null || code.trim().length !== 6}
      onOk={() => confirm.send({ id: row.id, captchaKey: captchaKey ?? '', captcha: code.trim() })}
      onClose={() => onClose(false)}
    >
      <p>
        {String(row.name)} · {t('equipment:alarmConfirm.note')}
      </p>
      <Form.Item>
        <Button onClick={() => void confirm.send({ id: row.id })} disabled={confirm.isBusy}>
          {t(captchaKey === null ? 'equipment:alarmConfirm.send' : 'equipment:alarmConfirm.again')}
        </Button>
      </Form.Item>
      <FieldItem name="captcha" label={t('equipment:alarmConfirm.code')} required>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </FieldItem>
    </Dialog>
  )
}
