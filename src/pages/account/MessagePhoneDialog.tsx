import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { confirmMessagePhone, messageSettings } from '#contract/message/ways.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** One's number is proved by a code that goes to it; from then on messages may. */
export function MessagePhoneDialog({ onClose }: { onClose: () => void }) {
  const t = useLabels({ module: 'message' })
  const [captchaKey, setCaptchaKey] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const confirm = useCallMutation(confirmMessagePhone, {
    invalidates: [messageSettings],
    onDone: ({ captchaKey: key }, { captcha }) =>
      captcha === undefined ? setCaptchaKey(key) : onClose(),
  })
  return (
    <Dialog
      title={t('message:ways.confirm')}
      okText={t('message:ways.confirm')}
      sending={confirm}
      isLacking={captchaKey === null || code.trim().length !== 6}
      onOk={() => confirm.send({ captchaKey: captchaKey ?? '', captcha: code.trim() })}
      onClose={onClose}
    >
      <Form.Item>
        <Button onClick={() => void confirm.send({})} disabled={confirm.isBusy}>
          {t('message:ways.sendCode')}
        </Button>
      </Form.Item>
      <FieldItem name="captcha" label={t('message:ways.code')} required>
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
