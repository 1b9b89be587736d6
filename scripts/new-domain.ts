import { read, enlist, put } from './generator.ts'
import { writeFileSync } from 'node:fs'

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
    put(path, text)
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
