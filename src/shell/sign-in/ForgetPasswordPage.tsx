import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetPassword } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { Alert } from './Alert.tsx'
import { Done } from './Done.tsx'
import { PageLink } from './PageLink.tsx'
import { PasswordField } from './PasswordField.tsx'
import * as rules from './rules.ts'
import { useForm } from './use-form.ts'
import { usePhoneCode } from './use-phone-code.tsx'
import { useRefusal } from './use-refusal.ts'
import { commonField, useSubmit } from './use-submit.ts'
import styles from './form.module.css'

const empty = { phone: '', captcha: '', password: '' }
type Name = keyof typeof empty

/** A new password for whoever holds the phone. */
export function ForgetPasswordPage() {
  const { t } = useTranslation('sign-in')
  const { form, values, set, show, bind } = useForm<Name>(empty)
  const [isDone, setIsDone] = useState(false)
  const refusal = useRefusal()
  const { checks, phone, code, fields } = usePhoneCode(
    { values, set, show, bind },
    refusal,
    'password',
  )
  const { isBusy, handleSubmit } = useSubmit<Name>({
    names: Object.keys(empty) as Name[],
    show,
    refusal,
    fieldOf: commonField,
    send,
  })

  async function send(): Promise<void> {
    if (!show(rules.check({ ...checks, password: rules.accountPassword }, values))) return
    const password = await encryptPassword(values.password)
    await call(forgetPassword, { phone, ...code, password }, { quiet: true })
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
        {fields({ autoFocus: true, required: true })}
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
