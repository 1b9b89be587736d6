import { expect, test } from 'vitest'
import { ordered, pinnedOffsets, shownColumns } from '#src/kit/list/columns/list-columns.ts'

const all = ['name', 'code', 'area', 'status']

test('columns stand as a person put them; what the product has added since stands where the product puts it', () => {
  expect(ordered(all, [])).toEqual(all)
  expect(ordered(all, ['status', 'name', 'code', 'area'])).toEqual([
    'status',
    'name',
    'code',
    'area',
  ])
  expect(ordered(['id', ...all, 'note'], ['status', 'name', 'code', 'area'])).toEqual([
    'id',
    'status',
    'note',
    'name',
    'code',
    'area',
  ])
  // A column that is gone leaves no hole.
  expect(ordered(all, ['gone', 'code', 'name', 'area', 'status'])).toEqual([
    'code',
    'name',
    'area',
    'status',
  ])
})
test('hidden columns go, pinned ones come first, each stops where the ones before it end', () => {
  expect(shownColumns(all, { hidden: ['code'], pinned: ['status'] })).toEqual([
    'status',
    'name',
    'area',
  ])
  expect([
    ...pinnedOffsets(
      ['status', 'area', 'name'],
      { pinned: ['area', 'status'], widths: { status: 100 } },
      48,
    ),
  ]).toEqual([
    ['status', 48],
    ['area', 148],
  ])
})
