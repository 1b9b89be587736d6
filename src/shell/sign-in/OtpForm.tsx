import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/api/api-error.ts'
import { signInBy } from '#src/api/sign-in.ts'
import { Alert } from './Alert.tsx'
import { Field } from './Field.tsx'
import * as rules from './rules.ts'
import { useForm } from './use-form.ts'
import { useRefusal } from './use-refusal.ts'
import { useSubmit } from './use-submit.ts'
import styles from './form.module.css'

interface OtpFormProps {
  ticket: string
  isReturning?: boolean
  onSignedIn: () => void | Promise<void>
  onBack: () => void
}
/** The ticket with which the second proof is given, where one is asked for. */
export const ticketOf = (error: unknown): string | undefined =>
  isApiError(error) &&
  error.code === 'hoth.warn.secondFactor' &&
  typeof error.detail.ticket === 'string'
    ? error.detail.ticket
    : undefined

/** The second proof: a code of the authenticator, or one of the recovery codes. */
export function OtpForm({ ticket, isReturning = false, onSignedIn, onBack }: OtpFormProps) {
  const { t } = useTranslation('sign-in')
  const { form, values, show, bind } = useForm({ otp: '' })
  const refusal = useRefusal()
  const { isBusy, handleSubmit } = useSubmit<'otp'>({
    names: ['otp'],
    show,
    refusal,
    fieldOf: (code) => (code === 'hoth.warn.otpWrong' ? 'otp' : undefined),
    send,
  })

  async function send(): Promise<void> {
    if (!show(rules.check({ otp: rules.otp }, values))) return
    await signInBy({ grant_type: 'ticket', ticket, otp: rules.tidy(values.otp) }, isReturning)
    await onSignedIn()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate aria-busy={isBusy}>
      <Alert refusal={refusal} />
      <Field
        {...bind('otp')}
        label={t('otp.label')}
        hint={t('otp.hint')}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={20}
        autoFocus
      />
      <div className={styles.buttons}>
        <button type="button" className={styles.secondary} onClick={onBack}>
          {t('otp.back')}
        </button>
        <button type="submit" className={styles.primary} disabled={isBusy}>
          {isBusy ? t('signIn.busy') : t('signIn.submit')}
        </button>
      </div>
    </form>
  )
}
