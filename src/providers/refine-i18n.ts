import type { I18nProvider } from '@refinedev/core'
import i18next from 'i18next'
import { entities } from '#contract/domains.ts'
import { isLanguage } from '#src/lib/language.ts'
import { currentLanguage, setLanguage } from './i18n.ts'

const modules = new Map(entities.map(({ name, module }) => [name, module as string]))

/** The namespace of a key: an entity's texts are in its module, refine's own words in `common`. */
export const namespaceOf = (key: string) => modules.get(key.split('.', 1)[0]!) ?? 'common'

/** Refine's words from our texts. It passes the fallback as second or as third argument. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) => {
    const values =
      typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {}
    return i18next.t(key, {
      ...values,
      ns: namespaceOf(key),
      defaultValue: fallback ?? (typeof options === 'string' ? options : key),
    })
  },
  changeLocale: async (language: string) => {
    if (isLanguage(language)) await setLanguage(language)
  },
  getLocale: () => currentLanguage(),
}
