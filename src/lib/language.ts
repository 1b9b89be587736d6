import type { Language } from '#contract/account/self.ts'

const key = 'language'
/** zh-CN unless chosen otherwise (docs/specification.md 4.7). */
export const defaultLanguage: Language = 'zh-CN'
export const languages: readonly Language[] = ['zh-CN', 'en-US']
export const isLanguage = (text: unknown): text is Language => text === 'zh-CN' || text === 'en-US'

export function storedLanguage(): Language {
  const stored = localStorage.getItem(key)
  return isLanguage(stored) ? stored : defaultLanguage
}
export const storeLanguage = (language: Language) => localStorage.setItem(key, language)
