import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { register } from '#src/api/public-calls.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { Alert } from './Alert.tsx'
import { Done } from './Done.tsx'
import { enterNew, guidePath } from './enter-new.ts'
import { Field } from './Field.tsx'
import { PageLink } from './PageLink.tsx'
import { PasswordField } from './PasswordField.tsx'
import * as rules from './rules.ts'
import { useForm } from './use-form.ts'
import { usePhoneCode } from './use-phone-code.tsx'
import { useRefusal } from './use-refusal.ts'
import { commonField, useSubmit } from './use-submit.ts'
import styles from './form.module.css'

const empty = { realName: '', password: '', tenantName: '', phone: '', captcha: '' }
type Name = keyof typeof empty
// Both say the same (docs/specification.md 2.3).
const isRegistered = (code: string) =>
  code === 'hiam.warn.user.loginNameExists' || code === 'wfpf.user.hadRegister'

/** A new tenant and its first user. */
export function RegisterPage() {
  const { t } = useTranslation('sign-in')
  const { form, values, set, show, bind } = useForm<Name>(empty)
  const [done, setDone] = useState<'entering' | 'outside'>()
  const refusal = useRefusal()
  const { checks, phone, code, fields } = usePhoneCode(
    { values, set, show, bind },
    refusal,
    'register',
  )
  const { isBusy, handleSubmit } = useSubmit<Name>({
    names: Object.keys(empty) as Name[],
    show,
    refusal,
    fieldOf: commonField,
    send,
  })

  async function send(): Promise<void> {
    const isGood = show(
      rules.check(
        {
          realName: rules.realName,
          password: rules.newPassword,
          tenantName: rules.tenantName,
          ...checks,
        },
        values,
      ),
    )
    if (!isGood) return
    const { realName, tenantName } = values
    const password = await encryptPassword(values.password)
    try {
      await call(
        register,
        {
          realName: realName.trim(),
          tenantName: tenantName.trim(),
          password,
          phone,
          ...code,
        },
        { quiet: true },
      )
    } catch (error) {
      if (!isApiError(error) || !isRegistered(error.code)) throw error
      show({ phone: { key: 'phone.registered' } })
      return
    }
    setDone('entering')
    if (!(await enterNew(phone, values.password, guidePath))) setDone('outside')
  }

  if (done) return <Done title={t('register.done')} isEntering={done === 'entering'} />
  return (
    <>
      <h1>{t('register.title')}</h1>
      <form
        ref={form}
        className={styles.form}
        onSubmit={handleSubmit}
        noValidate
        aria-busy={isBusy}
      >
        <Alert refusal={refusal} />
        <Field
          {...bind('realName')}
          label={t('realName.label')}
          autoComplete="name"
          maxLength={40}
          autoFocus
          required
        />
        <PasswordField
          {...bind('password')}
          label={t('password.label')}
          hint={t('password.registerRule')}
          autoComplete="new-password"
          required
        />
        <Field
          {...bind('tenantName')}
          label={t('tenantName.label')}
          autoComplete="organization"
          maxLength={60}
          required
        />
        {fields({ required: true })}
        <button type="submit" className={styles.primary} disabled={isBusy}>
          {isBusy ? t('register.busy') : t('register.submit')}
        </button>
      </form>
      <p className={styles.links}>
        <PageLink to="/login">{t('link.signIn')}</PageLink>
      </p>
    </>
  )
}
