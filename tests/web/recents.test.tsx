import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MenuNode } from '#contract/account/menus.ts'
import { menuNode } from '../fixtures/menu-node.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { Menus } from '#src/shell/Menus.tsx'
import { mostRecents, readRecents, recentIn, rememberRecent } from '#src/shell/recents.ts'
import { defaultTheme, type Theme } from '#contract/account/tenant.ts'

vi.mock('#src/shell/sign-in/use-deployment.ts', () => ({ useDeployment: () => ({}) }))
beforeAll(() => startI18n(['shell']))
beforeEach(() => localStorage.clear())

const node = (code: string, children: MenuNode[] = []) =>
  menuNode(`/${code}`, `页${code}`, children)
const menu = [
  node('m', [
    node(
      'g',
      [...'abcdefghij'].map((code) => node(code)),
    ),
  ]),
]

test('the pages last opened, newest first, without the one that is shown and what may not be opened', () => {
  for (const route of ['/a', '/b', '/gone', '/c', '/d', '/e', '/f', '/g', '/b'])
    rememberRecent(1, 101, route)
  const shown = recentIn(menu, readRecents(1, 101), '/g').map(({ route }) => route)
  expect(shown).toEqual(['/b', '/f', '/e', '/d', '/c'])
  expect(shown).toHaveLength(mostRecents)
  const short = [node('m', [node('g', [node('a'), node('b')])])]
  expect(recentIn(short, ['/a', '/b'], '/')).toEqual([])
})
test('they are kept per person and tenant, and rubbish is no reason to fail', () => {
  rememberRecent(1, 101, '/a')
  expect([readRecents(1, 101), readRecents(2, 101), readRecents(1, 102)]).toEqual([['/a'], [], []])
  localStorage.setItem('recents:1:101', '{"x"')
  expect(readRecents(1, 101)).toEqual([])
})

const favorites = {
  links: [{ address: '/a?state=draft', name: '草稿' }],
  has: () => false,
  isFull: false,
  toggle: () => undefined,
  move: () => undefined,
}
const show = (layout: Theme['layout'], isNarrow = false) =>
  render(
    <MemoryRouter initialEntries={['/a']}>
      <Menus
        menu={menu}
        theme={{ ...defaultTheme, layout }}
        isNarrow={isNarrow}
        counts={{}}
        favorites={favorites}
        recents={[node('c'), node('d')]}
        isOpen={isNarrow}
        onOpen={() => undefined}
        person={null}
      >
        {null}
      </Menus>
    </MemoryRouter>,
  )
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test.each(['lengthway', 'synthesis', 'subfield', 'phone'] as const)(
  'favorites stand above the menu and recent pages unfold below them: %s',
  (layout) => {
    show(layout === 'phone' ? 'float' : layout, layout === 'phone')
    expect(links()).toContain('/a?state=draft')
    fireEvent.click(screen.getByRole('button', { name: '最近打开' }))
    expect(links().filter((href) => href === '/c')).toHaveLength(2)
    // Unfolded once, they stay so.
    expect(localStorage.getItem('menu_recents')).toBe('1')
  },
)
test.each(['float', 'crosswise'] as const)('and open as a popup of their own: %s', (layout) => {
  show(layout)
  fireEvent.click(screen.getByRole('button', { name: '常用页面' }))
  expect(links()).toEqual(expect.arrayContaining(['/a?state=draft', '/c', '/d']))
})
