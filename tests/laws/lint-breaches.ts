const name = 'lint-guard'
const layers = 'boundaries(dependencies)'
const packages = 'eslint(no-restricted-imports)'

interface Breach {
  what: string
  file: string
  text: string
  rule: string
}

/** What the linter has to refuse, one file each. */
export const breaches: Breach[] = [
  breach(
    'a page imports the server',
    `src/pages/alarm/server.ts`,
    `import '#server/${name}-root.ts'`,
    layers,
  ),
  breach(
    'a number box has arrows that are called in English',
    `src/pages/alarm/steps.ts`,
    `import { InputNumber } from 'antd'\nexport const box = InputNumber`,
    packages,
  ),
  breach(
    'a group of boxes loses one of two quick clicks',
    `src/pages/alarm/Boxes.tsx`,
    `import { Checkbox } from 'antd'\nexport const boxes = <Checkbox.Group />`,
    'react(forbid-elements)',
  ),
  breach(
    'a page imports another page',
    `src/pages/alarm/page.ts`,
    `import '#src/pages/approval/good.ts'`,
    layers,
  ),
  breach(
    'a type is imported against the layers',
    `src/api/${name}.ts`,
    `import type { Good } from '#src/pages/approval/good.ts'\nexport type G = Good`,
    layers,
  ),
  breach(
    'the contract imports lib',
    `contract/${name}.ts`,
    `import '#src/lib/${name}-good.ts'`,
    layers,
  ),
  breach(
    'a widget knows the resource engine',
    `src/ui/${name}.ts`,
    `import '#src/kit/${name}-good.ts'`,
    layers,
  ),
  breach(
    'a provider imports the shell',
    `src/providers/${name}.ts`,
    `import '#src/shell/${name}-good.ts'`,
    layers,
  ),
  breach(
    'a screen reads texts past i18n',
    `src/kit/${name}.ts`,
    `import texts from '#locales/zh-CN/${name}.json'\nexport const t = texts`,
    layers,
  ),
  breach(
    'a module imports another module',
    `server/modules/approval/index.ts`,
    `import '#server/modules/inventory/good.ts'`,
    layers,
  ),
  breach(
    "a module imports another's engine",
    `server/modules/approval/lists.ts`,
    `import '#server/modules/inventory/engine/good.ts'`,
    layers,
  ),
  breach(
    'an engine imports another engine',
    `server/modules/alarm/engine/engine.ts`,
    `import '#server/modules/telemetry/engine/good.ts'`,
    layers,
  ),
  breach(
    'an engine imports its module',
    `server/modules/alarm/engine/module.ts`,
    `import '#server/modules/alarm/good.ts'`,
    layers,
  ),
  breach(
    'approval knows whose records are approved',
    `server/modules/approval/engine/engine.ts`,
    `import '#contract/inventory/good.ts'`,
    layers,
  ),
  breach(
    "approval's pages know whose records are approved",
    `src/pages/approval/Good.ts`,
    `import '#src/features/inventory/good.ts'`,
    layers,
  ),
  breach(
    'what pages of a domain share knows another domain',
    `src/features/approval/guard.ts`,
    `import '#src/features/inventory/good.ts'`,
    layers,
  ),
  breach(
    "a contract uses another domain's",
    `contract/approval/guard.ts`,
    `import '../inventory/good.ts'`,
    layers,
  ),
  breach(
    'the server imports the console',
    `server/http/${name}.ts`,
    `import '#src/lib/${name}-good.ts'`,
    layers,
  ),
  breach(
    'the database looks up at HTTP',
    `server/db/${name}.ts`,
    `import '#server/http/${name}-good.ts'`,
    layers,
  ),
  breach(
    'the supervisor imports the product',
    `server/postgres/${name}.ts`,
    `import '#server/db/${name}-good.ts'`,
    layers,
  ),
  breach(
    'a new drawer appears',
    `src/helpers/${name}.ts`,
    `export const x = 1`,
    'boundaries(no-unknown-files)',
  ),
  breach(
    'axios outside src/api',
    `src/kit/${name}-axios.ts`,
    `import axios from 'axios'\nexport const x = axios`,
    packages,
  ),
  breach(
    'antd in lib',
    `src/lib/${name}-antd.ts`,
    `import { Button } from 'antd'\nexport const x = Button`,
    packages,
  ),
  breach(
    'fastify in the contract',
    `contract/${name}-fastify.ts`,
    `import fastify from 'fastify'\nexport const x = fastify`,
    packages,
  ),
  breach(
    'pg in the console',
    `src/pages/alarm/pg.ts`,
    `import pg from 'pg'\nexport const x = pg`,
    packages,
  ),
  breach(
    'two files import each other',
    `src/lib/${name}-one.ts`,
    `import { two } from './${name}-two.ts'\nexport const one = () => two`,
    'import(no-cycle)',
  ),
  breach(
    'a file of 301 lines',
    `src/lib/${name}-long.ts`,
    Array.from({ length: 301 }, (_, n) => `export const x${n} = ${n}`).join('\n'),
    'eslint(max-lines)',
  ),
  breach(
    'a name of its own style',
    `src/lib/lint_guard.ts`,
    `export const x = 1`,
    'unicorn(filename-case)',
  ),
  breach(
    'a barrel',
    `src/lib/${name}-barrel.ts`,
    `export * from './${name}-good.ts'\nexport * from './${name}-one.ts'`,
    'oxc(no-barrel-file)',
  ),
  breach(
    'an any',
    `src/lib/${name}-any.ts`,
    `export const x = (y: any) => String(y)`,
    'typescript(no-explicit-any)',
  ),
  breach(
    'text in a component',
    `src/ui/LintGuard.tsx`,
    `export const LintGuard = () => <p>Hello there</p>`,
    'i18next(no-literal-string)',
  ),
  breach(
    'a promise that nobody takes',
    `server/http/${name}-floating.ts`,
    `const work = async () => 1\nexport const x = () => {\n  work()\n}`,
    'typescript(no-floating-promises)',
  ),
  breach(
    'a promise that is only called void',
    `server/jobs/${name}-void.ts`,
    `const work = async () => 1\nexport const x = () => {\n  void work()\n}`,
    'typescript(no-floating-promises)',
  ),
  breach(
    'a timer of promises',
    `server/db/${name}-timer.ts`,
    `const work = async () => 1\nexport const x = () => setInterval(work, 1)`,
    'typescript(no-misused-promises)',
  ),
  breach(
    'a hook behind a condition',
    `src/ui/use-${name}.ts`,
    `import { useState } from 'react'\nexport function useIt(on: boolean) { if (on) useState(1) }`,
    'react-hooks(rules-of-hooks)',
  ),
]

/** Files that they import. */
export const good = [
  `src/pages/approval/good.ts`,
  `src/lib/${name}-good.ts`,
  `src/kit/${name}-good.ts`,
  `src/shell/${name}-good.ts`,
  `src/features/alarm/good.ts`,
  `src/features/inventory/good.ts`,
  `contract/inventory/good.ts`,
  `contract/alarm/good.ts`,
  `server/modules/alarm/good.ts`,
  `server/modules/inventory/good.ts`,
  `server/modules/inventory/engine/good.ts`,
  `server/modules/telemetry/engine/good.ts`,
  `server/http/${name}-good.ts`,
  `server/db/${name}-good.ts`,
  `server/${name}-root.ts`,
].map((file) => ({ file, text: `export type Good = 1\nexport const good = 1\n` }))
/** What it must let pass. */
export const lawful = [
  {
    file: `src/pages/approval/lawful.ts`,
    text: `import { good } from './good.ts'\nimport '#src/kit/${name}-good.ts'\nimport '#src/lib/${name}-good.ts'\nexport const x = good`,
  },
  {
    file: `src/pages/board/lawful.ts`,
    text: `import { good } from '#src/features/alarm/good.ts'\nimport '#contract/alarm/good.ts'\nexport const x = good`,
  },
  {
    file: `server/modules/alarm/lawful.ts`,
    text: `import { good } from './good.ts'\nimport '#server/modules/telemetry/engine/good.ts'\nimport '#contract/alarm/good.ts'\nexport const x = good`,
  },
]
const others = [
  ...good,
  ...lawful,
  {
    file: `src/lib/${name}-two.ts`,
    text: `import { one } from './${name}-one.ts'\nexport const two = () => one`,
  },
  { file: `locales/zh-CN/${name}.json`, text: '{}' },
]
export const written = [...breaches, ...others]

function breach(what: string, file: string, text: string, rule: string): Breach {
  return { what, file, text: `${text}\n`, rule }
}
