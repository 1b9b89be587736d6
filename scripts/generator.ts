import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { domains } from '#contract/domains.ts'
import { menuGroups } from '#contract/menu.ts'
import type { ModuleName } from '#contract/screen.ts'
import { snake } from '#server/db/case.ts'

/** What was asked for cannot be: a sentence for whoever asked. */
export class Wrong extends Error {}
export const read = (path: string) => readFileSync(path, 'utf8')

/** Puts a line after the last import, and a word at the end of a list. */
export function enlist(
  path: string,
  importLine: string | null,
  pattern: RegExp,
  word: string,
): void {
  const text = read(path)
  const last = [...text.matchAll(/^import [^']*'.*'$/gm)].at(-1)
  const end = last ? last.index + last[0].length : 0
  const withImport =
    importLine === null ? text : `${text.slice(0, end)}\n${importLine}${text.slice(end)}`
  if (!pattern.test(withImport)) throw new Wrong(`${path}: no list to add to`)
  writeFileSync(
    path,
    withImport.replace(pattern, (_, before: string, after: string) =>
      before.endsWith('[') ? `${before}${word}${after}` : `${before}, ${word}${after}`,
    ),
  )
}
export function put(path: string, text: string): void {
  if (existsSync(path)) throw new Wrong(`${path} is there already`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
/** Domains that have entities and a file of texts of their own. */
export const homes: readonly string[] = domains
  .filter(({ name, entities }) => entities.length > 0 && existsSync(`locales/en-US/${name}.json`))
  .map(({ name }) => name)

export const kebab = (name: string) => snake(name).replaceAll('_', '-')
export const pairOf = (text: string, what: string): [string, string] => {
  const [chinese, english] = text.split('|').map((part) => part.trim())
  if (!chinese || !english) throw new Wrong(`${what}: Chinese and English, with | between`)
  return [chinese, english]
}

export function label(
  language: string,
  namespace: string,
  change: (texts: Record<string, unknown>) => void,
): void {
  const path = `locales/${language}/${namespace}.json`
  const texts = JSON.parse(read(path)) as Record<string, unknown>
  change(texts)
  writeFileSync(path, `${JSON.stringify(texts, null, 2)}\n`)
}

/** Names a screen in the menu of a language, its group where that is new, and asks for its help. */
export function nameScreen(language: string, screen: string, group: string, title: string): void {
  label(language, 'menus', (texts) => {
    ;(texts.screens as Record<string, string>)[screen] = title
    ;(texts.groups as Record<string, string>)[group] ??= title
  })
  // What a page is for, only whoever makes it can say: the law of labels asks for it.
  label(language, 'help', (texts) => {
    const parts = ['for', 'do1', 'do2', 'do3']
    ;(texts.screens as Record<string, unknown>)[screen] = Object.fromEntries(
      parts.map((part) => [part, `‹${part}›`]),
    )
  })
}
/** The sub-application that an address belongs to, and the code that opens it. */
export function whereOf(route: string, name: string): { screenModule: ModuleName; code: string } {
  if (route.startsWith('/inventory/'))
    return { screenModule: 'inventory', code: `wfpf.inventory.base.${name}` }
  if (route.startsWith('/web/farm/')) return { screenModule: 'farm', code: `wfpf.farm.${name}` }
  return { screenModule: 'company', code: `wfpf.company.system.${name}` }
}
/** Errors: a group that the menu does not have, unless a new domain brings it. */
export function requireGroup(group: string, isNew = false): void {
  if (group in menuGroups || (isNew && /^[a-z][a-zA-Z]*$/.test(group))) return
  throw new Wrong(`the menu has no group '${group}': ${Object.keys(menuGroups).join(', ')}`)
}
export function addGroup(module: ModuleName, group: string): void {
  if (group in menuGroups) return
  const path = 'contract/menu.ts'
  writeFileSync(
    path,
    read(path).replace(
      '\n}\nconst order',
      `\n  ${group}: { module: '${module}', icon: 'leaf' },\n}\nconst order`,
    ),
  )
}
/** Into the law's list of every address of the product; answers where that is. */
export function addAddresses(...routes: readonly string[]): string {
  const law = 'tests/laws/definitions.test.ts'
  writeFileSync(
    law,
    read(law).replace(/toMatchInlineSnapshot\(`\n {4}\[\n([^\]]*) {4}\]/, (whole, lines: string) =>
      whole.replace(
        lines,
        [...lines.trimEnd().split('\n'), ...routes.map((route) => `      "${route}",`)]
          .sort((a, b) => (a.trim() < b.trim() ? -1 : 1))
          .join('\n') + '\n',
      ),
    ),
  )
  return law
}
/** As `npm run fmt` would leave them. */
export function format(...paths: readonly string[]): void {
  const own = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
  execFileSync(
    process.execPath,
    [own('node_modules/oxfmt/bin/oxfmt'), '-c', own('.oxfmtrc.json'), ...paths],
    { stdio: 'pipe' },
  )
}

/**
 * Runs a generator where its file is the command: what it made is printed; what cannot be made is a
 * sentence and exit code 1.
 */
export async function command(
  file: string,
  name: string,
  generate: (args: readonly string[]) => string | Promise<string>,
): Promise<void> {
  if (process.argv[1] === undefined || realpathSync(process.argv[1]) !== fileURLToPath(file)) return
  try {
    console.log(await generate(process.argv.slice(2)))
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    console.error(`${error.message}\n(npm run ${name} -- --help shows how)`)
    process.exitCode = 1
  }
}
