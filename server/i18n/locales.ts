import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '#contract/account/self.ts'

export type Texts = { [name: string]: string | Texts }
type Namespaces = Record<string, Texts>

// Built, the texts are part of the program; from the sources they are read from the folder.
const files: Record<string, Texts> = import.meta.env
  ? import.meta.glob<Texts>('../../locales/*/*.json', { eager: true, import: 'default' })
  : fromFolder(new URL('../../locales/', import.meta.url))

function fromFolder(folder: URL): Record<string, Texts> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json'))
      .map((path) => [path, JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Texts]),
  )
}
const languages: Record<Language, Namespaces> = { 'zh-CN': {}, 'en-US': {} }
for (const [path, texts] of Object.entries(files)) {
  const [language, file] = path.split('/').slice(-2) as [Language, string]
  languages[language][file.slice(0, -'.json'.length)] = texts
}

/** A file of `locales/`, as the console has it. Errors: there is none of that name. */
export function textsOf(language: Language, namespace: string): Texts {
  const texts = languages[language][namespace]
  if (!texts) throw new Error(`locales/${language} has no ${namespace}.json`)
  return texts
}
/** What stands at a path of names; undefined where nothing or a branch does. */
export function textAt(texts: Texts, path: readonly string[]): string | undefined {
  let at: string | Texts | undefined = texts
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined
  return typeof at === 'string' ? at : undefined
}
