import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInBy } from '#src/api/sign-in.ts'
import { Alert } from './Alert.tsx'
import { Field } from './Field.tsx'
import { OtpForm, ticketOf } from './OtpForm.tsx'
import * as rules from './rules.ts'
import { SmsCodeField } from './SmsCodeField.tsx'
import { useForm } from './use-form.ts'
import { useRefusal } from './use-refusal.ts'
import { commonField, useSubmit } from './use-submit.ts'
import styles from './form.module.css'

const empty = { phone: '', captcha: '' }
type Name = keyof typeof empty

/** In by a code that was sent to one's phone. */
export function SmsSignInForm({ onSignedIn }: { onSignedIn: () => void | Promise<void> }) {
  const { t } = useTranslation('sign-in')
  const { form, values, show, bind } = useForm<Name>(empty)
  const [sent, setSent] = useState({ phone: '', captchaKey: '' })
  const [ticket, setTicket] = useState<string>()
  const refusal = useRefusal()
  const phone = rules.tidy(values.phone)
  const { isBusy, handleSubmit } = useSubmit<Name>({
    names: ['phone', 'captcha'],
    show,
    refusal,
    fieldOf: (code) => (commonField(code) === 'captcha' ? 'captcha' : undefined),
    send,
  })

  async function send(): Promise<void> {
    if (
      !show(
        rules.check(
          {
            phone: rules.phone,
            captcha: rules.smsCode(sent.captchaKey !== '' && sent.phone === phone),
          },
          values,
        ),
      )
    )
      return
    try {
      await signInBy({
        grant_type: 'sms_code',
        username: phone,
        captcha: rules.tidy(values.captcha),
        captchaKey: sent.captchaKey,
      })
    } catch (error) {
      const asked = ticketOf(error)
      if (!asked) throw error
      return setTicket(asked)
    }
    await onSignedIn()
  }
  if (ticket)
    return <OtpForm ticket={ticket} onSignedIn={onSignedIn} onBack={() => setTicket(undefined)} />
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate aria-busy={isBusy}>
      <Alert refusal={refusal} />
      <Field
        {...bind('phone')}
        label={t('phone.label')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={16}
        autoFocus
      />
      <SmsCodeField
        {...bind('captcha')}
        phone={values.phone}
        purpose="signIn"
        onPhoneIssue={(issue) => show({ phone: issue })}
        onRefused={refusal.show}
        onSent={(captchaKey) => {
          refusal.clear()
          setSent({ phone, captchaKey })
        }}
      />
      <button type="submit" className={styles.primary} disabled={isBusy}>
        {isBusy ? t('signIn.busy') : t('signIn.submit')}
      </button>
    </form>
  )
}
