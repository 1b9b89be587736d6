import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** `%boot.<key> <language>%` in the first page, from the locales: what is said before any script. */
export const bootTexts = (): Plugin => ({
  name: 'boot-texts',
  transformIndexHtml: (html) =>
    html.replaceAll(/%boot\.(\w+) ([\w-]+)%/g, (_, key: string, language: string) => {
      const file = new URL(`../locales/${language}/boot.json`, import.meta.url)
      const said = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[key]
      if (!said) throw new Error(`boot.${key} is not said in ${language}`)
      return said
    }),
})
