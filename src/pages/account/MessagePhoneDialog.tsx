import { useState } from 'react'
import { confirmMessagePhone, messageSettings } from '#contract/message/ways.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { isWholeCode, SentCode } from '#src/kit/form/dialogs/SentCode.tsx'

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
      isLacking={captchaKey === null || !isWholeCode(code)}
      onOk={() => confirm.send({ captchaKey: captchaKey ?? '', captcha: code.trim() })}
      onClose={onClose}
    >
      <SentCode
        sendText={t('message:ways.sendCode')}
        label={t('message:ways.code')}
        isBusy={confirm.isBusy}
        onSend={() => void confirm.send({})}
        value={code}
        onChange={setCode}
      />
    </Dialog>
  )
}
