import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invitation } from '#contract/account/invitation.ts'
import { acceptInvitation, invitationOf, redeemInvitation } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { isSignedIn } from '#src/api/tokens.ts'
import { Alert } from './Alert.tsx'
import { Done } from './Done.tsx'
import { enterNew } from './enter-new.ts'
import { Field } from './Field.tsx'
import { handedCode } from './handed-code.ts'
import { PageLink } from './PageLink.tsx'
import { PasswordField } from './PasswordField.tsx'
import * as rules from './rules.ts'
import { SignInForm } from './SignInForm.tsx'
import { useForm } from './use-form.ts'
import { useRefusal } from './use-refusal.ts'
import { commonField, useSubmit } from './use-submit.ts'
import styles from './form.module.css'

const empty = { code: '', loginName: '', password: '' }
type Name = keyof typeof empty

/**
 * What somebody was handed a code for: to join with a new account or the one they have, or a new
 * password.
 */
export function InvitePage() {
  const { t } = useTranslation('sign-in')
  const { form, values, set, show, bind } = useForm<Name>({ ...empty, code: handedCode() })
  const [opened, setOpened] = useState<Invitation>()
  const [hasAccount, setHasAccount] = useState(false)
  const [done, setDone] = useState<'entering' | 'outside'>()
  const refusal = useRefusal()
  const { isBusy, handleSubmit } = useSubmit<Name>({
    names: Object.keys(empty) as Name[],
    show,
    refusal,
    send,
    fieldOf: (code) =>
      code === 'invitation.invalid'
        ? 'code'
        : commonField(code) === 'password'
          ? 'password'
          : undefined,
  })
  const code = rules.tidy(values.code)

  async function open(): Promise<void> {
    const found = await call(invitationOf, { code }, { quiet: true })
    set('loginName', found.loginName)
    setOpened(found)
  }
  async function accept(): Promise<void> {
    try {
      await call(acceptInvitation, { code }, { quiet: true })
      // In another tenant much is another: begin anew.
      location.replace('/')
    } catch (error) {
      refusal.show(error)
    }
  }
  async function send(): Promise<void> {
    if (!opened)
      return void (show(rules.check({ code: rules.oneTimeCode }, values)) && (await open()))
    const named = opened.purpose === 'join' ? { loginName: rules.loginName } : {}
    if (
      !show(
        rules.check(
          { ...named, password: rules.accountPassword } as Record<Name, typeof rules.password>,
          values,
        ),
      )
    )
      return
    const password = await encryptPassword(values.password)
    const { loginName } = await call(
      redeemInvitation,
      {
        code,
        password,
        ...(opened.purpose === 'join' && { loginName: rules.tidy(values.loginName) }),
      },
      { quiet: true },
    )
    setDone('entering')
    if (!(await enterNew(loginName, values.password, '/web/farm/home'))) setDone('outside')
  }
  // Once, with the code of the link.
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current || !code) return
    isOpened.current = true
    open().catch(refusal.show)
  })

  if (done)
    return <Done title={t(`invite.${opened!.purpose}.done`)} isEntering={done === 'entering'} />
  const who = opened && { name: opened.realName, tenant: opened.tenantName ?? '' }
  return (
    <>
      <h1>{t(opened ? `invite.${opened.purpose}.title` : 'invite.title', who)}</h1>
      {opened && <p className={styles.lead}>{t(`invite.${opened.purpose}.lead`, who)}</p>}
      {hasAccount && !isSignedIn() ? (
        <>
          <Alert refusal={refusal} />
          <SignInForm onSignedIn={accept} />
        </>
      ) : (
        <form
          ref={form}
          className={styles.form}
          onSubmit={handleSubmit}
          noValidate
          aria-busy={isBusy}
        >
          <Alert refusal={refusal} />
          {!opened && (
            <Field
              {...bind('code')}
              label={t('code.label')}
              hint={t('code.hint')}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              required
            />
          )}
          {opened?.purpose === 'join' && (
            <Field
              {...bind('loginName')}
              label={t('loginName.label')}
              hint={t('loginName.wrong')}
              autoComplete="username"
              autoCapitalize="off"
              maxLength={32}
              required
            />
          )}
          {opened?.purpose === 'password' && (
            <input type="text" autoComplete="username" value={opened.loginName} readOnly hidden />
          )}
          {opened && (
            <PasswordField
              {...bind('password')}
              label={t('forget.newPassword')}
              hint={t('password.accountRule')}
              autoComplete="new-password"
              required
            />
          )}
          <button type="submit" className={styles.primary} disabled={isBusy}>
            {t(opened ? `invite.${opened.purpose}.submit` : 'invite.open')}
          </button>
        </form>
      )}
      {opened?.purpose === 'join' && (
        <button
          type="button"
          className={styles.secondary}
          onClick={() => (isSignedIn() ? void accept() : setHasAccount(!hasAccount))}
        >
          {t(
            hasAccount
              ? 'invite.newAccount'
              : isSignedIn()
                ? 'invite.acceptHere'
                : 'invite.hasAccount',
          )}
        </button>
      )}
      <p className={styles.links}>
        <PageLink to="/login">{t('link.signIn')}</PageLink>
      </p>
    </>
  )
}
