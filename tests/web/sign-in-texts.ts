import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import chineseErrors from '#locales/zh-CN/errors.json'
import englishErrors from '#locales/en-US/errors.json'
import chinese from '#locales/zh-CN/sign-in.json'
import english from '#locales/en-US/sign-in.json'

/** The texts of the pages before sign-in, without the chunks they come in. */
export async function loadTexts(language: string): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: ['sign-in', 'errors'],
    defaultNS: 'sign-in',
    interpolation: { escapeValue: false },
    resources: {
      'zh-CN': { 'sign-in': chinese, errors: chineseErrors },
      'en-US': { 'sign-in': english, errors: englishErrors },
    },
  })
}
