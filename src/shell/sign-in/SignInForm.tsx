import { useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/api/api-error.ts'
import { prove } from '#src/api/proof.ts'
import { signIn } from '#src/api/sign-in.ts'
import { isComposing } from '#src/lib/ime.ts'
import { Alert } from './Alert.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { Field } from './Field.tsx'
import { OtpForm, ticketOf } from './OtpForm.tsx'
import { PasswordField } from './PasswordField.tsx'
import * as rules from './rules.ts'
import { useCaptcha } from './use-captcha.ts'
import { useForm } from './use-form.ts'
import { useRefusal } from './use-refusal.ts'
import styles from './form.module.css'

interface SignInFormProps {
  /** After the tokens are stored. */
  onSignedIn: () => void | Promise<void>
  /** Sign-in over the page: only the one who was signed in may go on there. */
  fixedUsername?: string
}

/** Enter that means to go on; never submits by itself. */
function isGoOn(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter') return false
  event.preventDefault()
  return !isComposing(event)
}

/**
 * Name, password and, when the server wants one, a captcha. Native inputs: it stands before antd
 * and over it.
 */
export function SignInForm({ onSignedIn, fixedUsername }: SignInFormProps) {
  const { t } = useTranslation('sign-in')
  const { form, values, set, show, bind } = useForm({
    username: fixedUsername ?? '',
    password: '',
    captcha: '',
  })
  const captcha = useCaptcha()
  const refusal = useRefusal()
  const [isBusy, setIsBusy] = useState(false)
  const [isAutofilled, setIsAutofilled] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const [proof, setProof] = useState<string>()
  const [isProving, setIsProving] = useState(false)
  const isRunning = useRef(false)
  const name = rules.tidy(values.username)
  const isFilled = (values.username !== '' && values.password !== '') || isAutofilled
  const focus = (field: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()

  async function afterFailure(error: unknown): Promise<void> {
    const code = isApiError(error) ? error.code : ''
    // Work counts once, as a picture does.
    setProof(undefined)
    const asked = ticketOf(error)
    if (asked) return setTicket(asked)
    const isNeeded = await captcha.ask(name, true)
    if (isNeeded) set('captcha', '')
    if (isNeeded && code.startsWith('hoth.warn.captcha'))
      show({ captcha: { text: (error as Error).message } })
    else refusal.show(error)
    if (!code.startsWith('hoth.warn.captcha')) focus('password')
  }

  async function handleProve(): Promise<void> {
    setIsProving(true)
    await prove().then(setProof, refusal.show)
    setIsProving(false)
  }

  async function submit(): Promise<void> {
    const isNeeded = captcha.isNeeded || (await captcha.ask(name))
    const issues = rules.check(
      {
        username: rules.username,
        password: rules.password,
        captcha: isNeeded && !proof ? rules.captcha : () => undefined,
      },
      values,
    )
    if (!show(issues)) return
    try {
      await signIn(
        {
          username: name,
          password: values.password,
          ...(isNeeded && proof
            ? { proof }
            : isNeeded && captcha.key
              ? { captchaKey: captcha.key, captcha: rules.tidy(values.captcha) }
              : {}),
        },
        fixedUsername !== undefined,
      )
    } catch (error) {
      return afterFailure(error)
    }
    set('password', '')
    await onSignedIn()
  }

  async function handleSubmit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (isRunning.current || !isFilled) return
    isRunning.current = true
    setIsBusy(true)
    refusal.clear()
    await submit().catch(refusal.show)
    isRunning.current = false
    setIsBusy(false)
  }

  if (ticket)
    return (
      <OtpForm
        ticket={ticket}
        isReturning={fixedUsername !== undefined}
        onSignedIn={onSignedIn}
        onBack={() => setTicket(undefined)}
      />
    )
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate aria-busy={isBusy}>
      <Alert refusal={refusal} />
      <Field
        {...bind('username')}
        label={t('username.label')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        autoFocus={!fixedUsername}
        readOnly={fixedUsername !== undefined}
        onAnimationStart={(event) =>
          event.animationName.includes('autofill') && setIsAutofilled(true)
        }
        onBlur={() => void captcha.ask(name)}
        onKeyDown={(event) => {
          if (!isGoOn(event)) return
          void captcha.ask(name)
          focus('password')
        }}
      />
      <PasswordField
        {...bind('password')}
        label={t('password.label')}
        autoComplete="current-password"
        autoFocus={fixedUsername !== undefined}
        onKeyDown={(event) => {
          if (!isGoOn(event)) return
          if (captcha.isNeeded) focus('captcha')
          else void handleSubmit()
        }}
      />
      {captcha.isNeeded && !proof && (
        <CaptchaField
          {...bind('captcha')}
          image={captcha.image}
          onRefresh={() => void captcha.refresh()}
          onKeyDown={(event) => {
            if (isGoOn(event)) void handleSubmit()
          }}
        />
      )}
      {captcha.isNeeded && (
        <p aria-live="polite">
          {proof ? (
            t('captcha.proved')
          ) : (
            <button
              type="button"
              className={styles.link}
              disabled={isProving}
              onClick={() => void handleProve()}
            >
              {t(isProving ? 'captcha.proving' : 'captcha.prove')}
            </button>
          )}
        </p>
      )}
      <button type="submit" className={styles.primary} disabled={!isFilled || isBusy}>
        {isBusy ? t('signIn.busy') : t('signIn.submit')}
      </button>
    </form>
  )
}
