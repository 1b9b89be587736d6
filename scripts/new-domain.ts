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
  // The linter's tables of who may use whom.
  const config = 'domains.config.mjs'
  for (const table of ['contractUses', 'uses']) {
    const text = read(config)
    const [whole, start, lines, end] = new RegExp(
      `(export const ${table} = \\{\\n)([^}]*)(\\})`,
    ).exec(text)!
    writeFileSync(config, text.replace(whole, `${start}${lines}  ${name}: [],\n${end}`))
  }
}
