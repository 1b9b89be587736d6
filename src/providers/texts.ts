import type { ResourceKey } from 'i18next'

/**
 * One chunk per namespace per language, those of every console page together; `boot` is built into
 * the entry instead.
 */
const files = import.meta.glob<ResourceKey>(['/locales/*/*.json', '!/locales/*/boot.json'], {
  import: 'default',
})

/** What no console page can be drawn without. */
export const consoleTexts = ['common', 'shell', 'errors', 'kit', 'menus']
export const signInTexts = ['sign-in']
export const sharedTexts = ['camera', 'errors', 'sign-in']

/** Errors: rejects for a namespace that is not there, or when the file does not arrive. */
export async function loadTexts(language: string, namespace: string): Promise<ResourceKey> {
  const load = files[`/locales/${language}/${namespace}.json`]
  if (!load) throw new Error(`no texts: ${language}/${namespace}`)
  return load()
}
