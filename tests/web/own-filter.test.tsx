import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { transfer } from '#contract/inventory/document.ts'
import type { OwnFilters } from '#src/kit/fields/kind.ts'
import FilterChips from '#src/kit/list/filter/FilterChips.tsx'
import { FilterForm } from '#src/kit/list/filter/FilterForm.tsx'

const own: OwnFilters = {
  toWarehouseId: {
    Filter: ({ id, value, onChange }) => (
      <button id={id} type="button" onClick={() => onChange(7)}>
        {`asked ${String(value)}`}
      </button>
    ),
    Name: ({ id }) => <em>{`named ${id}`}</em>,
  },
}

test('a filter of its own asks and is named in its own way', () => {
  const search = vi.fn<(values: Record<string, unknown>) => void>()
  render(
    <FilterForm
      entity={transfer}
      names={['toWarehouseId']}
      own={own}
      values={{}}
      onSearch={search}
    />,
  )
  fireEvent.click(screen.getByText('asked undefined'))
  fireEvent.submit(screen.getByText('asked 7').closest('form')!)
  expect(search).toHaveBeenCalledWith({ toWarehouseId: 7 })
  render(
    <FilterChips
      entity={transfer}
      own={own}
      values={{ toWarehouseId: 7 }}
      onChange={() => undefined}
    />,
  )
  expect(screen.getByText('named 7')).toBeTruthy()
})
