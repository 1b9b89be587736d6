import { useState } from 'react'
import { confirmContact } from '#contract/alarm/alarm-contact.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { isWholeCode, SentCode } from '#src/kit/form/dialogs/SentCode.tsx'
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
      isLacking={captchaKey === null || !isWholeCode(code)}
      onOk={() => confirm.send({ id: row.id, captchaKey: captchaKey ?? '', captcha: code.trim() })}
      onClose={() => onClose(false)}
    >
      <p>
        {String(row.name)} · {t('equipment:alarmConfirm.note')}
      </p>
      <SentCode
        sendText={t(
          captchaKey === null ? 'equipment:alarmConfirm.send' : 'equipment:alarmConfirm.again',
        )}
        label={t('equipment:alarmConfirm.code')}
        isBusy={confirm.isBusy}
        onSend={() => void confirm.send({ id: row.id })}
        value={code}
        onChange={setCode}
      />
    </Dialog>
  )
}
