import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { setPhone } from '#contract/account/self.ts'
import { sendPhoneCaptcha } from '#contract/account/sign-in.ts'
import { phonePattern } from '#contract/field.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

const resendSeconds = 60
const empty = { phone: '', captcha: '', originalPassword: '' }

/** A new phone of one's own: proved by a code that is sent to it, with the present password. */
export function PhoneDialog({ onClose }: { onClose: (isChanged: boolean) => void }) {
  const t = useLabels({ module: 'account' })
  const { send, setFields, ...state } = useSend()
  const [value, setValue] = useState(empty)
  const [sent, setSent] = useState({ captchaKey: '', left: 0 })
  useEffect(() => {
    if (sent.left <= 0) return
    const timer = setTimeout(() => setSent({ ...sent, left: sent.left - 1 }), 1000)
    return () => clearTimeout(timer)
  }, [sent])
  const sendCode = () => {
    if (!phonePattern.test(value.phone)) return setFields({ phone: t('kit:form.phone') })
    return send(
      sendPhoneCaptcha,
      { phone: value.phone, purpose: 'phone' },
      {
        onDone: ({ captchaKey, message, success }) => {
          if (!success || !captchaKey) return setFields({ captcha: message })
          setSent({ captchaKey, left: resendSeconds })
        },
      },
    )
  }
  const save = () =>
    send(
      setPhone,
      async () => ({
        phone: value.phone,
        captcha: value.captcha,
        captchaKey: sent.captchaKey,
        originalPassword: await encryptPassword(value.originalPassword),
      }),
      { said: t('account:profile.saved'), onDone: () => onClose(true) },
    )
  const set = (change: Partial<typeof empty>) => setValue({ ...value, ...change })
  const isFilled = Object.values(value).every(Boolean) && sent.captchaKey
  return (
    <Dialog
      width={420}
      title={t('account:profile.changePhone')}
      okText={t('common:buttons.save')}
      sending={state}
      isLacking={!isFilled}
      onOk={save}
      onClose={() => onClose(false)}
    >
      <FieldItem name="phone" label={t('account:profile.newPhone')} required>
        <Input
          type="tel"
          inputMode="tel"
          maxLength={11}
          autoComplete="tel-national"
          value={value.phone}
          onChange={(event) => set({ phone: event.target.value.trim() })}
        />
      </FieldItem>
      <FieldItem name="captcha" label={t('account:profile.smsCode')} required>
        <Input
          inputMode="numeric"
          maxLength={8}
          autoComplete="one-time-code"
          value={value.captcha}
          onChange={(event) => set({ captcha: event.target.value.trim() })}
          suffix={
            <Button
              type="link"
              size="small"
              disabled={sent.left > 0}
              onClick={() => void sendCode()}
            >
              {sent.left > 0
                ? t('account:profile.wait', { seconds: sent.left })
                : t('account:profile.sendCode')}
            </Button>
          }
        />
      </FieldItem>
      <FieldItem name="originalPassword" label={t('account:password.originalPassword')} required>
        <Input.Password
          autoComplete="current-password"
          maxLength={64}
          value={value.originalPassword}
          onChange={(event) => set({ originalPassword: event.target.value })}
        />
      </FieldItem>
    </Dialog>
  )
}
