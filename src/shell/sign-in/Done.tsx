import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { goTo } from './navigation.ts'
import { PageLink } from './PageLink.tsx'
import styles from './form.module.css'

/** Long enough to be read; the link is there for the impatient. */
const leaveAfterMs = 2500

/** It worked; on to sign-in. */
export function Done({ title }: { title: string }) {
  const { t } = useTranslation('sign-in')
  useEffect(() => {
    const timer = setTimeout(() => goTo('/login'), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.done} role="status">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M24 40V22M24 28c0-8-5-12-13-12 0 8 5 12 13 12M24 22c0-7 4-11 11-11 0 7-4 11-11 11M8 40h32" />
      </svg>
      <h1>{title}</h1>
      <p>
        <PageLink to="/login">{t('link.signInNow')}</PageLink>
      </p>
    </div>
  )
}
