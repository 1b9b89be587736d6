import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/account/self.ts'
import { defaultLanguage, isLanguage, storedLanguage, storeLanguage } from '#src/lib/language.ts'
import { midSentence } from '#src/lib/mid-sentence.ts'
import { loadTexts } from './texts.ts'

const chunks: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    loadTexts(language, namespace).then(
      (texts) => done(null, texts),
      // `true`: to be tried again.
      (error: Error) => done(error, true),
    )
  },
}

function dress(language: string): void {
  document.documentElement.lang = language
  // The name under which it is put on a phone's first page.
  document
    .querySelector('link[rel=manifest]')
    ?.setAttribute('href', `/manifest.${language}.webmanifest`)
}
i18next.on('languageChanged', (language) => {
  dress(language)
  if (isLanguage(language) && language !== storedLanguage()) storeLanguage(language)
})

/**
 * Starts the texts in the stored language with the namespaces that the first page needs.
 * Errors: rejects when one of them did not arrive; a page of keys would be worse than none.
 */
export async function startI18n(namespaces: string[]): Promise<void> {
  dress(storedLanguage())
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      // No second language: it would double what a sign-in page fetches, and the laws keep both
      // complete.
      fallbackLng: false,
      supportedLngs: ['zh-CN', 'en-US'],
      load: 'currentOnly',
      ns: namespaces,
      defaultNS: namespaces[0],
      fallbackNS: namespaces.includes('common') ? 'common' : [],
      interpolation: { escapeValue: false },
      returnNull: false,
      maxRetries: 2,
    })
  i18next.services.formatter?.add('inner', midSentence)
  const missing = namespaces.filter((one) => !i18next.hasResourceBundle(storedLanguage(), one))
  if (missing.length > 0) throw new Error(`no texts: ${missing.join(', ')}`)
}

/** In place: nothing is reloaded, form text stays. */
export async function setLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
}

export const currentLanguage = (): Language =>
  isLanguage(i18next.language) ? i18next.language : defaultLanguage
