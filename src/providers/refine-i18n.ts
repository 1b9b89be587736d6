import type { I18nProvider } from '@refinedev/core'
import i18next from 'i18next'
import { entityOutlines, screens } from '#contract/outlines.ts'
import { nameKey } from '#contract/entity.ts'
import { isLanguage } from '#src/lib/language.ts'
import { currentLanguage, setLanguage } from './i18n.ts'

const known = new Map(entityOutlines.map((entity) => [entity.name, entity]))

/** The namespace of a key: an entity's texts are in its module, refine's own words in `common`. */
export const namespaceOf = (key: string) => known.get(key.split('.', 1)[0]!)?.module ?? 'common'
/** Refine knows a list by its screen's name. */
const entityOf = (name: string) =>
  known.get(name) ?? known.get(screens.find((screen) => screen.name === name)?.entity ?? '')

/** What refine's buttons are called here, where that is another word of ours. */
const buttons: Readonly<Record<string, string>> = {
  list: 'actions.list',
  show: 'actions.show',
  create: 'actions.create',
  edit: 'actions.edit',
  delete: 'actions.delete',
  import: 'actions.import',
  filter: 'buttons.search',
  clear: 'buttons.reset',
}
/**
 * What refine asks of a record by its own pattern: `unit.unit` is what it is called,
 * `unit.titles.create` what its page is.
 */
function ofRecord(key: string): string | undefined {
  const [name = '', part = '', kind] = key.split('.')
  const entity = part === name || part === 'titles' ? entityOf(name) : undefined
  if (!entity) return undefined
  const called = i18next.t(nameKey(entity), { ns: entity.module, defaultValue: name })
  return part === name || kind === 'list'
    ? called
    : i18next.t(`titles.${kind}`, { ns: 'common', name: called })
}
const ownKey = (key: string) =>
  (key.startsWith('buttons.') && buttons[key.slice('buttons.'.length)]) || key

/** Refine's words from our texts. It passes the fallback as second or as third argument. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) => {
    const values =
      typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {}
    return (
      ofRecord(key) ??
      i18next.t(ownKey(key), {
        ...values,
        ns: namespaceOf(key),
        defaultValue: fallback ?? (typeof options === 'string' ? options : key),
      })
    )
  },
  changeLocale: async (language: string) => {
    if (isLanguage(language)) await setLanguage(language)
  },
  getLocale: () => currentLanguage(),
}
