import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screens } from '#contract/domains.ts'
import { menuCounts, menuGroups } from '#contract/menu.ts'
import type { Screen } from '#contract/screen.ts'
import { entries } from '#src/pages/home/entries.ts'

const inMenu = screens.filter(({ hidden, tabOf }) => !hidden && !tabOf)
const of = (group: string) => inMenu.filter((screen) => screen.group === group)
const modules = [...new Set(Object.values(menuGroups).map(({ module }) => module))]
const groupsOf = (module: string) =>
  Object.keys(menuGroups).filter((group) => menuGroups[group]!.module === module)
const icons = new Set(
  [...readFileSync('src/ui/icons.svg', 'utf8').matchAll(/<symbol id="([\w-]+)"/g)].map(
    ([, name]) => name,
  ),
)
const twice = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)

test('a module has eight groups at most, a group nine entries, and none is empty', () => {
  for (const module of modules)
    expect([module, groupsOf(module).length <= 8]).toEqual([module, true])
  for (const group of Object.keys(menuGroups)) {
    const count = of(group).length
    expect([group, count > 0 && count <= 9]).toEqual([group, true])
  }
})

test('what is set up once stands below', () => {
  for (const module of modules) {
    const marks = groupsOf(module).map((group) => menuGroups[group]!.isSetUp === true)
    expect([module, marks]).toEqual([module, marks.toSorted((a, b) => Number(a) - Number(b))])
  }
})

test('no name stands twice in the menu of a language', () => {
  for (const language of ['zh-CN', 'en-US']) {
    const { screens: names, groups } = JSON.parse(
      readFileSync(`locales/${language}/menus.json`, 'utf8'),
    ) as Record<'screens' | 'groups', Record<string, string>>
    const shown = [
      ...screens.filter(({ hidden }) => !hidden).map(({ name }) => names[name]!),
      ...Object.keys(menuGroups).map((group) => groups[group]!),
    ]
    expect([language, twice(shown)]).toEqual([language, []])
  }
})

test('every icon is drawn, and none stands for two entries or two groups', () => {
  const shown = screens.filter(({ hidden }) => !hidden)
  const named = (screen: Screen) => screen.icon ?? ''
  expect(shown.filter((screen) => !icons.has(named(screen))).map(({ name }) => name)).toEqual([])
  expect(entries.filter(({ icon }) => !icons.has(icon)).map(({ code }) => code)).toEqual([])
  // A tab that shows the same records as its page carries the same icon.
  const own = shown.filter(({ tabOf }) => !tabOf || tabOf === 'deviceManager')
  expect(twice(own.map(named))).toEqual([])
  const groups = Object.values(menuGroups)
  expect(groups.filter(({ icon }) => !icons.has(icon))).toEqual([])
  for (const module of modules)
    expect(twice(groupsOf(module).map((group) => menuGroups[group]!.icon))).toEqual([])
})

test('a tab names the entry on whose page it is, and a count stands at one entry', () => {
  const names = new Set(inMenu.map(({ name }) => name))
  expect(screens.filter(({ tabOf }) => tabOf && !names.has(tabOf))).toEqual([])
  expect(screens.flatMap(({ count }) => count ?? []).toSorted()).toEqual(menuCounts.toSorted())
})

test('every sign that the code names is drawn', () => {
  const named = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [
        ...readFileSync(`src/${file}`, 'utf8').matchAll(
          /<(?:MenuIcon|LineIcon)\s[^>]*?name="([\w-]+)"/g,
        ),
      ].map(([, name]) => [file, name!] as const),
    )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(([, name]) => !icons.has(name))).toEqual([])
})
