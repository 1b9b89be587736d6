import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { modules } from '#contract/screen.ts'
import { screens } from '#contract/screens.ts'
import { labelsOf } from '#src/kit/resource.ts'

const languages = ['zh-CN', 'en-US'] as const
// The lint guard puts a file of its own beside the real ones while it runs.
const filesOf = (language: string) => readdirSync(`locales/${language}`).map((file) => file.replace(/\.json$/, '')).filter((name) => name !== 'lint-guard').sort()
const namespaces = filesOf('zh-CN')
type Tree = { [name: string]: string | Tree }
const read = (language: string, namespace: string) => JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')) as Tree
/** Keys with dots in them (`errors`) stay whole: the separator between levels is a colon here. */
function leaves(tree: Tree, above = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) => (typeof value === 'string' ? [[above + name, value] as [string, string]] : leaves(value, `${above}${name}.`)))
}
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(join(folder, entry.name)) : /\.(ts|tsx|mjs)$/.test(entry.name) ? [readFileSync(join(folder, entry.name), 'utf8')] : [])
}

test('both languages have the same namespaces and keys, and no empty text', () => {
  expect(filesOf('en-US')).toEqual(namespaces)
  for (const namespace of namespaces) {
    const [zh, en] = languages.map((language) => leaves(read(language, namespace)))
    // English counts in singular and plural where Chinese needs one form.
    const plain = (list: [string, string][]) => [...new Set(list.map(([key]) => key.replace(/_(one|other)$/, '')))].sort()
    expect([namespace, plain(en!)]).toEqual([namespace, plain(zh!)])
    for (const [key, text] of [...zh!, ...en!]) expect([namespace, key, text.trim() !== '']).toEqual([namespace, key, true])
  }
})

test('both languages fill in the same values', () => {
  const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]).sort()
  for (const namespace of namespaces) {
    const en = new Map(leaves(read('en-US', namespace)))
    for (const [key, text] of leaves(read('zh-CN', namespace))) if (en.has(key)) expect([namespace, key, holes(en.get(key)!)]).toEqual([namespace, key, holes(text)])
  }
})

const has = (namespace: string, key: string) => leaves(read('zh-CN', namespace)).some(([known]) => known === key || known === `${key}_other`)
test('every label that a definition asks for is there', () => {
  const missing = entities.flatMap(labelsOf).filter((label) => {
    const [namespace = '', key = ''] = label.split(':')
    return !has(namespace, key)
  })
  expect(missing).toEqual([])
  for (const { name, group, module } of screens) {
    expect([name, has('menus', `screens.${name}`), has('menus', `groups.${group}`), has('menus', `modules.${modules[module]}`)]).toEqual([name, true, true, true])
  }
})

test('every text that the console asks for by name is there', () => {
  const missing = sources('src').flatMap((text) => [...text.matchAll(/\bt\('([a-z-]+):([\w.-]+)'/g)].filter(([, namespace, key]) => !has(namespace!, key!)).map(([, namespace, key]) => `${namespace}:${key}`))
  expect(missing).toEqual([])
})

test('no text is left that nobody asks for', () => {
  const code = [...sources('src'), ...sources('server'), ...sources('contract')].join('\n')
  const asked = new Set([...entities.flatMap(labelsOf), ...screens.map(({ group }) => `menus:groups.${group}`)])
  // t(`ns:a.${b}.c`), with or without the namespace, stands for every key of that shape.
  const shapeOf = (template: string) => template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`)).join('.+')
  const shapes = [...code.matchAll(/`(?:[a-z-]+:)?([\w.-]*\$\{[^`]*?)`/gi)].map(([, template]) => shapeOf(template!)).filter((shape) => /[a-z]/i.test(shape)).map((shape) => new RegExp(`^${shape}$`))
  const unused = namespaces.flatMap((namespace) =>
    leaves(read('zh-CN', namespace))
      .map(([key]) => key.replace(/_(one|other)$/, ''))
      .filter((key) => {
        if (asked.has(`${namespace}:${key}`)) return false
        // The server's menu and the page of the first moment read their texts as properties.
        if (namespace === 'boot' && code.includes(`.${key}`)) return false
        if (namespace === 'menus' && code.includes(`'${key.split('.')[1]}'`)) return false
        if (code.includes(`'${namespace}:${key}'`) || code.includes(`'${key}'`) || code.includes(`"${key}"`)) return false
        return !shapes.some((shape) => shape.test(key))
      })
      .map((key) => `${namespace}:${key}`))
  expect(unused).toEqual([])
})
