import { expect, test } from 'vitest'
import { isResource } from '#src/kit/definition/resource.ts'
import { definitions } from '#src/resources/index.ts'
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

test('a list begins with at most eight columns, and none that only says yes or no', () => {
  for (const one of definitions.filter(isResource)) {
    const shown = shownColumns(one.list.columns, { hidden: [], pinned: [] }, one.list.more)
    expect([one.screen.name, shown.length <= 8]).toEqual([one.screen.name, true])
    const flags = shown.filter(
      (name) => one.entity.fields[name].kind === 'flag' && !one.cells?.[name],
    )
    expect([one.screen.name, flags]).toEqual([one.screen.name, []])
    expect([
      one.screen.name,
      one.list.more?.filter((name: string) => !one.list.columns.includes(name)),
    ]).toEqual([one.screen.name, one.list.more && []])
  }
})
test('a column that waits is shown to who asked for it', () => {
  const asked = { hidden: [], pinned: [], shown: ['status'] }
  expect(shownColumns(all, asked, ['area', 'status'])).toEqual(['name', 'code', 'status'])
})
