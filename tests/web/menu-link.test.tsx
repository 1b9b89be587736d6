import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { MenuNode } from '#contract/account/menus.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { MenuLink } from '#src/shell/MenuLink.tsx'

beforeAll(() => startI18n(['shell']))
const node = (marker: MenuNode['marker']): MenuNode => ({
  id: 1,
  code: 'x',
  name: '单位',
  path: '/u',
  type: 'route',
  icon: 'list',
  route: '/u',
  sort: 1,
  marker,
  children: [],
})
const show = (marker: MenuNode['marker'], at = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <MenuLink screen={node(marker)} />
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
test('it is the page one is at on child pages too', () => {
  show('hot', '/u/edit/3')
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe('page')
})
