import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

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
/** A domain that is not there yet, on both sides: its folders, its texts and a line in each list. */
export function makeDomain(name: string): void {
  for (const [path, text] of [
    [
      `contract/${name}/index.ts`,
      `import { domain } from '../domain.ts'\n\nexport const ${name} = domain('${name}', {\n  entities: [],\n  screens: [],\n})\n`,
    ],
    [
      `src/resources/${name}/index.ts`,
      `import type { Definition } from '#src/kit/definition/resource.ts'\n\nexport const ${name}: readonly Definition[] = []\n`,
    ],
    [`locales/zh-CN/${name}.json`, '{}\n'],
    [`locales/en-US/${name}.json`, '{}\n'],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const line = `import { ${name} } from './${name}/index.ts'`
  enlist('contract/domains.ts', line, /(domains: readonly Domain\[\] = \[[^\]]*?),?(\s*\])/, name)
  enlist(
    'src/resources/index.ts',
    line,
    /(definitions: readonly Definition\[\] = \[[^\]]*?),?(\s*\])/,
    `...${name}`,
  )
  // The law's table of who may use whose contract.
  const law = 'tests/laws/domains.test.ts'
  const text = read(law)
  const table = /(mayUse: [^{]*\{\n)([^}]*)(\})/.exec(text)!
  const lines = [...table[2]!.trimEnd().split('\n'), `  ${name}: [],`].sort()
  writeFileSync(law, text.replace(table[0], `${table[1]}${lines.join('\n')}\n${table[3]}`))
}
