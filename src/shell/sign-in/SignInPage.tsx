import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setLanguage, setupState } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { afterSignIn, takeSignInReason } from '#src/api/session.ts'
import { loadSelf } from '#src/api/sign-in.ts'
import { isForeignSession, isSignedIn, onTokensChange } from '#src/api/tokens.ts'
import { storedLanguage, storeLanguage } from '#src/lib/language.ts'
import { wasLanguageChosen } from './LanguageChoice.tsx'
import { goTo } from './navigation.ts'
import { OutsideSignIn } from './OutsideSignIn.tsx'
import { PageLink } from './PageLink.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './form.module.css'

/**
 * What was chosen on this page a moment ago is kept for the user; else the user's own language
 * comes back.
 */
async function agreeOnLanguage(): Promise<void> {
  const user = await loadSelf()
  const here = storedLanguage()
  if (user.language === here) return
  if (wasLanguageChosen()) await call(setLanguage, { language: here }, { quiet: true })
  else storeLanguage(user.language)
}

// Most sign in with their password.
const SmsSignInForm = lazy(async () => ({
  default: (await import('./SmsSignInForm.tsx')).SmsSignInForm,
}))

async function enter(): Promise<void> {
  // Not worth staying outside for.
  await agreeOnLanguage().catch(() => undefined)
  location.replace(afterSignIn())
}
/** React mounts twice in development: told once all the same. */
const reason = takeSignInReason()

export function SignInPage() {
  const { t } = useTranslation('sign-in')
  const [isEntering, setIsEntering] = useState(isSignedIn)
  const [isBySms, setIsBySms] = useState(false)
  const signedIn = async () => {
    setIsEntering(true)
    await enter()
  }

  useEffect(() => {
    if (isSignedIn()) void enter()
    call(setupState, {}, { quiet: true }).then(
      ({ needed }) => needed && goTo('/setup'),
      () => undefined,
    )
    return onTokensChange(() => {
      // Signed in in another tab; this tab's own form enters by itself.
      if (isForeignSession()) location.replace(afterSignIn())
    })
  }, [])

  if (isEntering && isSignedIn()) return <p role="status">{t('signIn.entering')}</p>
  return (
    <>
      <h1>{t('signIn.title')}</h1>
      {reason && (
        <p className={styles.notice} role="status">
          {t('signIn.expired')}
        </p>
      )}
      <OutsideSignIn onSignedIn={signedIn} />
      {isBySms ? (
        <Suspense>
          <SmsSignInForm onSignedIn={signedIn} />
        </Suspense>
      ) : (
        <SignInForm onSignedIn={signedIn} />
      )}
      <p className={styles.links}>
        <button type="button" className={styles.link} onClick={() => setIsBySms(!isBySms)}>
          {t(isBySms ? 'signIn.byPassword' : 'signIn.bySms')}
        </button>
        <PageLink to="/register">{t('link.register')}</PageLink>
        <PageLink to="/forgetPassword">{t('link.forget')}</PageLink>
      </p>
    </>
  )
}
