import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/account/self.ts'
import { languages, storeLanguage } from '#src/lib/language.ts'
import styles from './frame.module.css'

let wasChosen = false
/** Chosen by hand on this page, not merely found in the browser. */
export const wasLanguageChosen = () => wasChosen

/** Each language in its own words; what is typed stays. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation('sign-in')
  function choose(language: Language): void {
    wasChosen = true
    storeLanguage(language)
    void i18n.changeLanguage(language)
  }
  return (
    <div className={styles.languages} role="group" aria-label={t('language.label')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => choose(language)}
        >
          {t(`language.${language}`)}
        </button>
      ))}
    </div>
  )
}
