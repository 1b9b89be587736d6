import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { useOpened } from '#src/kit/record/use-opened.ts'
import { stockBalances } from '#src/resources/inventory/stock.ts'
import { units } from '#src/resources/inventory/unit.ts'

const openedOf = (resource: Parameters<typeof useOpened>[0], address: string) =>
  renderHook(() => useOpened(resource), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  }).result.current.opened

test('an address opens the form of what has one, and no empty drawer', () => {
  expect(openedOf(units, '/?open=create')).toEqual({ kind: 'create', id: undefined })
  expect(openedOf(stockBalances, '/?open=create')).toBeNull()
  expect(openedOf(stockBalances, '/?open=edit&id=3')).toBeNull()
  expect(openedOf(stockBalances, '/?open=show&id=3')).toEqual({ kind: 'show', id: 3 })
})
