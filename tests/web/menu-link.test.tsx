import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import type { MenuNode } from '#contract/account/menus.ts'
import { menuNode } from '../fixtures/menu-node.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { MainMenu } from '#src/shell/MainMenu.tsx'
import { placeOf } from '#src/shell/menu-place.ts'
import { MenuLink } from '#src/shell/MenuLink.tsx'

beforeAll(() => startI18n(['shell']))
const node = (marker: MenuNode['marker']) => menuNode('/u', '单位', [], { marker })
const noFavorites = {
  links: [],
  has: () => false,
  isFull: false,
  toggle: () => undefined,
  move: () => undefined,
}
const show = (marker: MenuNode['marker'], at = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <MenuLink screen={node(marker)} isHere={at === '/u'} />
    </MemoryRouter>,
  )

test('a menu entry says what is to be said of it', () => {
  show('new')
  expect(screen.getByRole('link', { name: '单位新' }).getAttribute('href')).toBe('/u')
})
test('and nothing otherwise', () => {
  show(null)
  expect(screen.getByRole('link', { name: '单位' }).querySelector('.menu-marker')).toBeNull()
})
test('the page one is at is found on child pages too, by the longest address', () => {
  const store = { ...node(null), code: 's', route: '/u' }
  const limit = { ...node(null), code: 'l', route: '/u/limit' }
  const group = { ...node(null), code: 'g', children: [store, limit] }
  const menu = [{ ...node(null), code: 'm', children: [group] }]
  const at = (path: string) => placeOf(menu, path)?.entry.code
  expect(['/u', '/u/edit/3', '/u/limit', '/u/limit/edit/1', '/v'].map(at)).toEqual([
    's',
    's',
    'l',
    'l',
    undefined,
  ])
})

test.each([
  ['/s/30', 1265],
  ['/s/2', 0],
])('a long menu shows where one is, and stays where that is seen (%s)', async (at, scrolled) => {
  // Forty screens of 50 px in a room of 600.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      report: () => void
      constructor(report: () => void) {
        this.report = report
      }
      observe() {
        queueMicrotask(() => this.report())
      }
      disconnect() {}
    },
  )
  const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const row = Number(this.getAttribute('href')?.split('/').at(-1))
    return (
      Number.isNaN(row) ? { top: 0, bottom: 600 } : { top: row * 50 + 50, bottom: row * 50 + 80 }
    ) as DOMRect
  })
  const screens = Array.from({ length: 40 }, (_, row) => ({
    ...node(null),
    code: `s${row}`,
    route: `/s/${row}`,
  }))
  const group = { ...node(null), code: 'g', name: '组', children: screens }
  const menu = [{ ...node(null), code: 'm', name: '块', children: [group] }]
  render(
    <MemoryRouter initialEntries={[at]}>
      <nav>
        <MainMenu
          menu={menu}
          all={menu}
          isSlim={false}
          counts={{}}
          favorites={noFavorites}
          recents={[]}
        />
      </nav>
    </MemoryRouter>,
  )
  await Promise.resolve()
  expect(screen.getByRole('navigation').scrollTop).toBe(scrolled)
  rect.mockRestore()
  vi.unstubAllGlobals()
})
