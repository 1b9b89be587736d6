import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInBy } from '#src/api/sign-in.ts'
import { Alert } from './Alert.tsx'
import { OtpForm, ticketOf } from './OtpForm.tsx'
import * as rules from './rules.ts'
import { useForm } from './use-form.ts'
import { usePhoneCode } from './use-phone-code.tsx'
import { useRefusal } from './use-refusal.ts'
import { commonField, useSubmit } from './use-submit.ts'
import styles from './form.module.css'

const empty = { phone: '', captcha: '' }
type Name = keyof typeof empty

/** In by a code that was sent to one's phone. */
export function SmsSignInForm({ onSignedIn }: { onSignedIn: () => void | Promise<void> }) {
  const { t } = useTranslation('sign-in')
  const { form, values, set, show, bind } = useForm<Name>(empty)
  const [ticket, setTicket] = useState<string>()
  const refusal = useRefusal()
  const { checks, phone, code, fields } = usePhoneCode(
    { values, set, show, bind },
    refusal,
    'signIn',
  )
  const { isBusy, handleSubmit } = useSubmit<Name>({
    names: ['phone', 'captcha'],
    show,
    refusal,
    fieldOf: (code) => (commonField(code) === 'captcha' ? 'captcha' : undefined),
    send,
  })

  async function send(): Promise<void> {
    if (!show(rules.check(checks, values))) return
    try {
      await signInBy({
        grant_type: 'sms_code',
        username: phone,
        ...code,
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
      {fields({ autoFocus: true })}
      <button type="submit" className={styles.primary} disabled={isBusy}>
        {isBusy ? t('signIn.busy') : t('signIn.submit')}
      </button>
    </form>
  )
}
