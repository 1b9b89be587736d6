import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setup, setupState } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { storedLanguage } from '#src/lib/language.ts'
import { Alert } from './Alert.tsx'
import { Done } from './Done.tsx'
import { enterNew, intoFirstTenant } from './enter-new.ts'
import { Field } from './Field.tsx'
import { handedCode } from './handed-code.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { goTo } from './navigation.ts'
import { PasswordField } from './PasswordField.tsx'
import * as rules from './rules.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { useForm } from './use-form.ts'
import { useRefusal } from './use-refusal.ts'
import { useSubmit } from './use-submit.ts'
import styles from './form.module.css'

const empty = { code: '', loginName: '', realName: '', password: '', tenantName: '' }
type Name = keyof typeof empty
const ofStart = { code: rules.oneTimeCode }
const ofAccount = {
  loginName: rules.loginName,
  realName: rules.realName,
  password: rules.accountPassword,
}
const ofTenant = { tenantName: rules.tenantName }
const steps = ['language', 'account', 'tenant'] as const
const stepOf = (issues: rules.Issues<Name>) =>
  issues.code ? 0 : issues.loginName || issues.realName || issues.password ? 1 : 2

/** The first visit to an empty installation: language, operator, first farm. */
export function SetupPage() {
  const { t } = useTranslation('sign-in')
  const [step, setStep] = useState(0)
  const [done, setDone] = useState<'entering' | 'outside'>()
  const { form, values, show, bind } = useForm<Name>({ ...empty, code: handedCode() })
  const refusal = useRefusal()
  const showAtStep = (issues: rules.Issues<Name>) => {
    if (Object.keys(issues).length > 0) setStep(stepOf(issues))
    return show(issues)
  }
  const { isBusy, handleSubmit } = useSubmit<Name>({
    names: Object.keys(empty) as Name[],
    show: showAtStep,
    refusal,
    send,
    fieldOf: (code) =>
      code.startsWith('error.password')
        ? 'password'
        : code === 'hiam.warn.user.loginNameExists'
          ? 'loginName'
          : undefined,
  })

  useEffect(() => {
    call(setupState, {}, { quiet: true }).then(
      ({ needed }) => needed || goTo('/login'),
      () => undefined,
    )
  }, [])

  async function send(): Promise<void> {
    if (step === 0) return void (show(rules.check(ofStart, values)) && setStep(1))
    if (step === 1) return void (show(rules.check(ofAccount, values)) && setStep(2))
    if (
      !showAtStep({
        ...rules.check(ofStart, values),
        ...rules.check(ofAccount, values),
        ...rules.check(ofTenant, values),
      })
    )
      return
    const password = await encryptPassword(values.password)
    const { realName, tenantName } = values
    await call(
      setup,
      {
        code: rules.tidy(values.code),
        loginName: rules.tidy(values.loginName),
        realName: realName.trim(),
        tenantName: tenantName.trim(),
        password,
        language: storedLanguage(),
      },
      { quiet: true },
    )
    setDone('entering')
    if (!(await enterNew(rules.tidy(values.loginName), values.password, intoFirstTenant)))
      setDone('outside')
  }

  if (done) return <Done title={t('setup.done')} isEntering={done === 'entering'} />
  return (
    <>
      <h1>{t('setup.title')}</h1>
      <SetupSteps names={steps} current={step} />
      <form
        ref={form}
        className={styles.form}
        onSubmit={handleSubmit}
        noValidate
        aria-busy={isBusy}
      >
        <Alert refusal={refusal} />
        <p className={styles.lead}>{t(`setup.${steps[step]!}.lead`)}</p>
        {step === 0 && (
          <>
            <LanguageChoice />
            <Field
              {...bind('code')}
              label={t('setup.code.label')}
              hint={t('setup.code.hint')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              required
            />
          </>
        )}
        {step === 1 && (
          <>
            <Field
              {...bind('loginName')}
              label={t('loginName.label')}
              hint={t('loginName.wrong')}
              autoComplete="username"
              autoCapitalize="off"
              maxLength={32}
              autoFocus
              required
            />
            <Field
              {...bind('realName')}
              label={t('realName.label')}
              autoComplete="name"
              maxLength={40}
              required
            />
            <PasswordField
              {...bind('password')}
              label={t('password.label')}
              hint={t('password.accountRule')}
              autoComplete="new-password"
              required
            />
          </>
        )}
        {step === 2 && (
          <Field
            {...bind('tenantName')}
            label={t('tenantName.label')}
            autoComplete="organization"
            maxLength={60}
            autoFocus
            required
          />
        )}
        <div className={styles.buttons}>
          {step > 0 && (
            <button type="button" className={styles.secondary} onClick={() => setStep(step - 1)}>
              {t('setup.back')}
            </button>
          )}
          <button type="submit" className={styles.primary} disabled={isBusy}>
            {isBusy ? t('setup.busy') : t(step === 2 ? 'setup.submit' : 'setup.next')}
          </button>
        </div>
      </form>
    </>
  )
}
