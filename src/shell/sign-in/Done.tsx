import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { goTo } from './navigation.ts'
import { PageLink } from './PageLink.tsx'
import styles from './form.module.css'

/** Long enough to be read; the link is there for the impatient. */
const leaveAfterMs = 2500

interface DoneProps {
  title: string
  /** Being signed in at this moment; else it goes on at the sign-in page. */
  isEntering?: boolean
}
/** It worked; on into the console or to sign-in. */
export function Done({ title, isEntering = false }: DoneProps) {
  const { t } = useTranslation('sign-in')
  useEffect(() => {
    if (isEntering) return
    const timer = setTimeout(() => goTo('/login'), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [isEntering])
  return (
    <div className={styles.done} role="status">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M24 40V22M24 28c0-8-5-12-13-12 0 8 5 12 13 12M24 22c0-7 4-11 11-11 0 7-4 11-11 11M8 40h32" />
      </svg>
      <h1>{title}</h1>
      <p>
        {isEntering ? t('signIn.entering') : <PageLink to="/login">{t('link.signInNow')}</PageLink>}
      </p>
    </div>
  )
}
