import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { modules } from '#contract/screen.ts'
import { entities, screens } from '#contract/domains.ts'
import { labelsOf } from '#src/kit/definition/resource.ts'

export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]
export type Tree = { [name: string]: string | Tree }

// The lint guard puts a file of its own beside the real ones while it runs.
export const namespacesOf = (language: Language) =>
  readdirSync(`locales/${language}`)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => name !== 'lint-guard')
    .sort()
export const pathOf = (language: Language, namespace: string) =>
  `locales/${language}/${namespace}.json`
export const readTexts = (language: Language, namespace: string) =>
  JSON.parse(readFileSync(pathOf(language, namespace), 'utf8')) as Tree

/** Every text with its key. Codes with dots in them (`errors`) stay as they are. */
export function leaves(tree: Tree, above = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[above + name, value] as [string, string]]
      : leaves(value, `${above}${name}.`),
  )
}
/**
 * Keys as they are asked for: English counts in singular and plural where Chinese needs one form.
 */
export const keysOf = (tree: Tree) => [
  ...new Set(leaves(tree).map(([key]) => key.replace(/_(one|other)$/, ''))),
]

/**
 * Stands where a text is still to be written; `npm run labels -- --write` puts it there and the
 * laws let it through nowhere.
 */
export const placeholderOf = (key: string) => `‹${key.split('.').at(-1)}›`
export const isPlaceholder = (text: string) => /[‹›]/.test(text)

/** The texts of every program in a folder and below. */
export function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.(ts|tsx|mjs)$/.test(entry.name)
        ? [readFileSync(join(folder, entry.name), 'utf8')]
        : [],
  )
}

/** What refine and its components ask for by themselves. */
const askedByRefine = [
  'warnWhenUnsavedChanges',
  ...['cancel', 'confirm', 'notAccessTitle', 'refresh', 'save'].map((name) => `buttons.${name}`),
  ...['success', 'error', 'importProgress', 'undoable'].map((name) => `notifications.${name}`),
  ...['create', 'edit', 'delete'].flatMap((action) => [
    `notifications.${action}Success`,
    `notifications.${action}Error`,
  ]),
].map((key) => `common:${key}`)
/** What the definitions ask for, in their order: `inventory:unit.fields.name`. */
export const definedLabels = (list = entities): string[] => [
  ...list.flatMap(labelsOf),
  ...Object.entries(deviceTypes).flatMap(([name, { readings }]: [string, DeviceType]) =>
    Object.entries(readings).flatMap(([reading, { states = [] }]) => [
      `equipment:readings.${name}.${reading}`,
      ...states.map((state) => `equipment:states.${state}`),
    ]),
  ),
  ...screens.flatMap(({ name, group, module }) => [
    `menus:screens.${name}`,
    `menus:groups.${group}`,
    `menus:modules.${modules[module]}`,
    ...['for', 'do1', 'do2', 'do3'].map((part) => `help:screens.${name}.${part}`),
  ]),
  ...askedByRefine,
]
/** What the console's code asks for by its whole name. */
export const namedLabels = () =>
  sources('src').flatMap((text) =>
    [...text.matchAll(/\bt\('([a-z-]+:[\w.-]+)'/g)].map(([, label]) => label!),
  )

/** Those of the labels that a language does not hold. */
export function missingLabels(language: Language, asked: readonly string[]): string[] {
  const held = new Set(
    namespacesOf(language).flatMap((namespace) =>
      keysOf(readTexts(language, namespace)).map((key) => `${namespace}:${key}`),
    ),
  )
  return [...new Set(asked)].filter((label) => !held.has(label))
}

/** Texts that neither a definition nor code asks for. */
export function idleLabels(language: Language): string[] {
  const code = [...sources('src'), ...sources('server'), ...sources('contract')].join('\n')
  const asked = new Set(definedLabels())
  // Once over all code, not once for each of ten thousand keys. A quote that ends one may begin the
  // next: no quote is passed over.
  const quoted = new Set([...code.matchAll(/(?<=(['"]))(?=([\w.:-]+)\1)/g)].map(([, , key]) => key))
  // t(`ns:a.${b}.c`), with or without the namespace, stands for every key of that shape.
  const shapeOf = (template: string) =>
    template
      .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
      .map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`))
      .join('.+')
  const shapes = [...code.matchAll(/`(?:[a-z-]+:)?([\w.-]*\$\{[^`]*?)`/gi)]
    .map(([, template]) => shapeOf(template!))
    .filter((shape) => /[a-z]/i.test(shape))
    .map((shape) => new RegExp(`^${shape}$`))
  const isIdle = (namespace: string, key: string) => {
    if (asked.has(`${namespace}:${key}`)) return false
    // The server's menu and the page of the first moment read their texts as properties.
    if (namespace === 'boot' && code.includes(`.${key}`)) return false
    if (namespace === 'menus' && quoted.has(key.split('.')[1])) return false
    if (quoted.has(`${namespace}:${key}`) || quoted.has(key)) return false
    return !shapes.some((shape) => shape.test(key))
  }
  return namespacesOf(language).flatMap((namespace) =>
    keysOf(readTexts(language, namespace))
      .filter((key) => isIdle(namespace, key))
      .map((key) => `${namespace}:${key}`),
  )
}

/**
 * The tree with one text more: after the neighbour that is asked for before it, so that a file
 * keeps the order of its definition.
 */
export function withText(
  tree: Tree,
  [name = '', ...deeper]: readonly string[],
  text: string,
  before: readonly string[],
): Tree {
  const inner = tree[name]
  const value = deeper.length
    ? withText(typeof inner === 'object' ? inner : {}, deeper, text, before)
    : text
  if (name in tree) return { ...tree, [name]: value }
  const entries = Object.entries(tree)
  const after = deeper.length ? -1 : entries.findLastIndex(([other]) => before.includes(other))
  return Object.fromEntries(
    entries.toSpliced(after < 0 ? entries.length : after + 1, 0, [name, value]),
  )
}
