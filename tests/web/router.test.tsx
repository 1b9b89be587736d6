import { ResourceContext, type IResourceItem } from '@refinedev/core'
import refineRouter from '@refinedev/react-router'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { routing } from '#src/providers/router.ts'

const resources: IResourceItem[] = [
  { name: 'unit', list: '/base/unit', edit: '/base/unit/edit/:id', create: '/base/unit/create' },
  { name: 'lot', list: '/stock/lot', show: '/stock/lot/:id' },
]
const at = (address: string, route = '*') =>
  function Around({ children }: { children: ReactNode }) {
    return (
      <ResourceContext value={{ resources }}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path={route} element={children} />
          </Routes>
        </MemoryRouter>
      </ResourceContext>
    )
  }

test.each([
  ['/base/unit?currentPage=2&pageSize=20&name=kg', '*'],
  ['/base/unit/edit/a%20b?to=%2Fstock%2Flot', '*'],
  ['/base/unit/create', '*'],
  ['/stock/lot/7', '/stock/lot/:id'],
  ['/stock/lot/7?size=5', '/stock/:part/:lot'],
  ['/nowhere?currentPage=x', '*'],
])('%s is understood as refine understands it', (address, route) => {
  const { result } = renderHook(() => [routing.parse!()(), refineRouter.parse!()()] as const, {
    wrapper: at(address, route),
  })
  const [ours, theirs] = result.current
  expect(ours).toEqual(theirs)
})

test('what belongs to another address, or to other resources, is found anew', () => {
  const ask = (address: string, of = resources) =>
    renderHook(() => routing.parse!()(), {
      wrapper: ({ children }) => (
        <ResourceContext value={{ resources: of }}>
          <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
        </ResourceContext>
      ),
    }).result.current.resource?.name
  expect(ask('/base/unit')).toBe('unit')
  expect(ask('/stock/lot')).toBe('lot')
  expect(ask('/stock/lot', [{ name: 'other', list: '/stock/lot' }])).toBe('other')
  expect(ask('/base/unit')).toBe('unit')
})
