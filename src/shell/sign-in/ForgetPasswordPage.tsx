import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetPassword } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { Alert } from './Alert.tsx'
import { Done } from './Done.tsx'
import { Field } from './Field.tsx'
import { PageLink } from './PageLink.tsx'
import { PasswordField } from './PasswordField.tsx'
import * as rules from './rules.ts'
import { SmsCodeField } from './SmsCodeField.tsx'
import { useForm } from './use-form.ts'
import { useRefusal } from './use-refusal.ts'
import { commonField, useSubmit } from './use-submit.ts'
import styles from './form.module.css'

const empty = { phone: '', captcha: '', password: '' }
type Name = keyof typeof empty

/** A new password for whoever holds the phone. */
export function ForgetPasswordPage() {
  const { t } = useTranslation('sign-in')
  const { form, values, show, bind } = useForm<Name>(empty)
  const [sent, setSent] = useState({ phone: '', captchaKey: '' })
  const [isDone, setIsDone] = useState(false)
  const refusal = useRefusal()
  const phone = rules.tidy(values.phone)
  const { isBusy, handleSubmit } = useSubmit<Name>({
    names: Object.keys(empty) as Name[],
    show,
    refusal,
    fieldOf: commonField,
    send,
  })

  async function send(): Promise<void> {
    const captcha = rules.smsCode(sent.captchaKey !== '' && sent.phone === phone)
    if (
      !show(rules.check({ phone: rules.phone, captcha, password: rules.accountPassword }, values))
    )
      return
    const password = await encryptPassword(values.password)
    await call(
      forgetPassword,
      { phone, captcha: rules.tidy(values.captcha), captchaKey: sent.captchaKey, password },
      { quiet: true },
    )
    setIsDone(true)
  }

  if (isDone) return <Done title={t('forget.done')} />
  return (
    <>
      <h1>{t('forget.title')}</h1>
      <form
        ref={form}
        className={styles.form}
        onSubmit={handleSubmit}
        noValidate
        aria-busy={isBusy}
      >
        <Alert refusal={refusal} />
        <Field
          {...bind('phone')}
          label={t('phone.label')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={16}
          autoFocus
          required
        />
        <SmsCodeField
          {...bind('captcha')}
          phone={values.phone}
          purpose="password"
          onPhoneIssue={(issue) => show({ phone: issue })}
          onSent={(captchaKey) => {
            refusal.clear()
            setSent({ phone, captchaKey })
          }}
          onRefused={refusal.show}
          required
        />
        <PasswordField
          {...bind('password')}
          label={t('forget.newPassword')}
          hint={t('password.accountRule')}
          autoComplete="new-password"
          required
        />
        <button type="submit" className={styles.primary} disabled={isBusy}>
          {isBusy ? t('forget.busy') : t('forget.submit')}
        </button>
      </form>
      <p className={styles.links}>
        <PageLink to="/login">{t('link.signIn')}</PageLink>
      </p>
    </>
  )
}
