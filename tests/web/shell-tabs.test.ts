import { beforeEach, expect, test } from 'vitest'
import { closeAll, closeOthers, closeTab, home, homePath, mostPerModule, openTab, readTabs, writeTabs, type Tab } from '#src/shell/tabs.ts'

const tab = (name: string, module = 'company'): Tab => ({ path: `/system/${name}`, search: '', screen: name, module })
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
  expect(closeOthers(tabs, '/system/b', '/system/c')).toEqual({ tabs: [home, tab('b')], next: tab('b') })
  expect(closeOthers(tabs, '/system/b', '/system/b').next).toBeNull()
  expect(closeAll()).toEqual({ tabs: [home], next: home })
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
