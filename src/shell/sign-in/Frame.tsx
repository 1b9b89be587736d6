import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldPicture } from '#src/ui/FieldPicture.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { useDeployment } from './use-deployment.ts'
import styles from './frame.module.css'

const year = new Date().getFullYear()

/** A field at daybreak, and the form beside it. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('sign-in')
  const { logo, titleLogo, title, subTitle, copyright } = useDeployment()
  return (
    <div className={styles.page}>
      <header className={styles.view}>
        <div className={styles.backdrop}>
          <FieldPicture />
        </div>
        <div className={styles.brand}>
          <p className={styles.name}>
            {logo ? (
              <img src={logo} alt="" height={40} />
            ) : (
              <img src="/favicon.svg" alt="" width={40} height={40} />
            )}
            {titleLogo ? (
              <img src={titleLogo} alt={t('brand')} height={32} />
            ) : (
              (title ?? t('brand'))
            )}
          </p>
          <p className={styles.subtitle}>{subTitle ?? t('subTitle')}</p>
        </div>
      </header>
      <main className={styles.side}>
        <LanguageChoice />
        <div className={styles.card}>{children}</div>
        <footer className={styles.footer}>{copyright ?? t('copyright', { year })}</footer>
      </main>
    </div>
  )
}
