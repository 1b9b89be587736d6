import { beforeEach, expect, test } from 'vitest'
import {
  closeAll,
  closeOthers,
  closeTab,
  home,
  homePath,
  mostPerModule,
  nameTabs,
  openTab,
  pinTab,
  readTabs,
  writeTabs,
  type Tab,
} from '#src/shell/tabs.ts'
import { childTitle, tabTitle } from '#src/shell/tab-title.ts'

const tab = (name: string, module = 'company'): Tab => ({
  path: `/system/${name}`,
  search: '',
  screen: name,
  module,
})
const paths = (tabs: readonly Tab[]) => tabs.map(({ path }) => path.split('/').at(-1))
beforeEach(() => localStorage.clear())

test('home stands first, once, and cannot be closed', () => {
  const { tabs } = openTab([], tab('role'))
  expect(paths(tabs)).toEqual(['home', 'role'])
  expect(paths(openTab(tabs, home).tabs)).toEqual(['home', 'role'])
  expect(closeTab(tabs, homePath, homePath)).toEqual({ tabs, next: null })
})

test('a page opened again keeps its place and remembers where in it one is', () => {
  const { tabs } = openTab([home, tab('role'), tab('unit')], { ...tab('role'), search: '?page=3' })
  expect(paths(tabs)).toEqual(['home', 'role', 'unit'])
  expect(tabs[1]!.search).toBe('?page=3')
})

test('the twenty-first page of a module drops its oldest, and no other module’s', () => {
  let tabs: Tab[] = openTab([], tab('elsewhere', 'inventory')).tabs
  for (let i = 0; i < mostPerModule; i++) tabs = openTab(tabs, tab(`p${i}`)).tabs
  const { tabs: next, dropped } = openTab(tabs, tab('one-more'))
  expect(dropped?.screen).toBe('p0')
  expect(next).toHaveLength(tabs.length)
  expect(paths(next).slice(0, 3)).toEqual(['home', 'elsewhere', 'p1'])
})

test('closing the page one looks at leads to a neighbour; closing another leads nowhere', () => {
  const tabs = [home, tab('a'), tab('b'), tab('c')]
  expect(closeTab(tabs, '/system/b', '/system/b').next?.screen).toBe('c')
  expect(closeTab(tabs, '/system/c', '/system/c').next?.screen).toBe('b')
  expect(closeTab([home, tab('a')], '/system/a', '/system/a').next).toEqual(home)
  expect(closeTab(tabs, '/system/b', '/system/a')).toMatchObject({ next: null })
})

test('closing the others keeps home and this; closing all goes home', () => {
  const tabs = [home, tab('a'), tab('b'), tab('c')]
  expect(closeOthers(tabs, '/system/b', '/system/c')).toEqual({
    tabs: [home, tab('b')],
    next: tab('b'),
  })
  expect(closeOthers(tabs, '/system/b', '/system/b').next).toBeNull()
  expect(closeAll(tabs)).toEqual({ tabs: [home], next: home })
})

test('what is pinned stands beside home, stays where others are closed or dropped, and is kept', () => {
  const pinned = pinTab([home, tab('a'), tab('b'), tab('c')], '/system/c', true)
  expect(paths(pinned)).toEqual(['home', 'c', 'a', 'b'])
  expect(paths(pinTab(pinned, '/system/b', true))).toEqual(['home', 'c', 'b', 'a'])
  expect(paths(closeOthers(pinned, '/system/a', '/system/b').tabs)).toEqual(['home', 'c', 'a'])
  expect(closeOthers(pinned, '/system/a', '/system/c').next).toBeNull()
  expect(paths(closeAll(pinned).tabs)).toEqual(['home', 'c'])
  // Its own menu closes it, and lets it go.
  expect(paths(closeTab(pinned, '/system/c', '/system/c').tabs)).toEqual(['home', 'a', 'b'])
  expect(pinTab(pinned, '/system/c', false)).toEqual([home, tab('c'), tab('a'), tab('b')])
  expect(pinTab(pinned, homePath, true)).toEqual(pinned)
  writeTabs(1, 101, pinned)
  expect(readTabs(1, 101)).toEqual(pinned)

  let full: Tab[] = pinned
  for (let i = 0; full.length <= mostPerModule; i++) full = openTab(full, tab(`p${i}`)).tabs
  expect(openTab(full, tab('one-more')).dropped?.screen).toBe('a')
  // A page whose addresses share a tab stays pinned as well.
  const types = pinTab([home, { ...tab('soil'), family: 'devices' }], '/system/soil', true)
  const next = openTab(types, { ...tab('valve'), family: 'devices' }).tabs
  expect(next.at(-1)).toMatchObject({ screen: 'valve', isPinned: true })
})

test('tabs are kept per person and tenant, and nonsense is no reason to fail', () => {
  writeTabs(1, 101, [home, tab('role')])
  expect(paths(readTabs(1, 101))).toEqual(['home', 'role'])
  expect(paths(readTabs(1, 102))).toEqual(['home'])
  localStorage.setItem('tabs:1:101', '[{"path":7},null,"x"]')
  expect(paths(readTabs(1, 101))).toEqual(['home'])
  localStorage.setItem('tabs:1:101', '{{')
  expect(paths(readTabs(1, 101))).toEqual(['home'])
})

test('a page’s tab carries what it is about once that is known, and keeps it', () => {
  const page: Tab = {
    path: '/web/equipment/gateway/data/12',
    search: '',
    screen: 'gateway',
    module: 'farm',
  }
  const t = (key: string, { defaultValue = key }: { defaultValue?: string } = {}) =>
    ({
      'menus:pages.data': '数据',
      'menus:screens.gateway': '网关',
      'common:actions.show': '查看',
    })[key] ?? defaultValue
  expect(tabTitle(t, page)).toBe('网关 · 数据 12')
  const named = nameTabs([home, page], { [page.path]: '石碁网关', '/elsewhere': '别处' })
  expect(named.map((one) => tabTitle(t, one)).at(-1)).toBe('石碁网关 · 数据')
  expect(nameTabs(named, { [page.path]: '石碁网关' })).toBe(named)
  writeTabs(1, 7, named)
  expect(readTabs(1, 7).at(-1)).toEqual({ ...page, name: '石碁网关' })
  expect([
    childTitle(t, '/web/equipment/gateway/info/12', '/web/equipment/gateway', '石碁网关'),
    childTitle(t, '/web/equipment/gateway', '/web/equipment/gateway'),
  ]).toEqual(['石碁网关 · 查看', null])
})
