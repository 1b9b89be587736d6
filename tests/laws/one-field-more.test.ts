import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import type { Entity } from '#contract/entity.ts'
import { decimal, shape, text } from '#contract/field.ts'
import { unit, unitScreen } from '#contract/inventory/unit.ts'
import { allRows } from '#server/db/crud.ts'
import { columnsOf } from '#src/kit/list/columns/columns.tsx'
import { formBody, formValue } from '#src/kit/form/values/form-value.ts'
import { crudFilters, readLocation } from '#src/kit/list/location/list-location.ts'
import { labelsOf, resource } from '#src/kit/definition/resource.ts'
import { listQuery } from '#src/api/list-query.ts'

// A field more is one line in the contract, its two labels and a generated migration: no reader has
// a list of its own.
// That the migration is enough is shown with a database (tests/server/columns.test.ts).
const more: Entity = { ...unit, fields: { ...unit.fields, shelfMark: text({ max: 40 }) } }
const kysely = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const asked = (entity: Entity, query: Record<string, string>) =>
  allRows(entity, query).compile(kysely)

test('one label of each language is asked for, and no other', () => {
  const known = new Set(labelsOf(unit))
  expect(labelsOf(more).filter((label) => !known.has(label))).toEqual([
    'inventory:unit.fields.shelfMark',
  ])
})

test('a unit that is a word is asked for in both languages, a sign is not', () => {
  const withUnits = { depth: decimal({ max: 9, unit: 'metre' }), part: decimal({ unit: '%' }) }
  expect(
    labelsOf({ ...unit, fields: withUnits }).filter((label) => label.startsWith('common:')),
  ).toEqual(['common:units.metre'])
})

test('bodies may carry it within its limits, and only then', () => {
  const body = { code: 'kg', name: 'kg', shelfMark: 'left side' }
  expect(shape(more.fields).safeParse(body).success).toBe(true)
  expect(shape(more.fields).safeParse({ ...body, shelfMark: 'x'.repeat(41) }).success).toBe(false)
  expect(shape(unit.fields).safeParse(body).success).toBe(false)
})

test('lists, searches, orders and exports read its column', () => {
  const { sql, parameters } = asked(more, { shelfMark: 'left', sort: 'shelfMark,desc' })
  expect(sql).toMatch(
    /^select .*"t"\."shelf_mark".* from "unit" t where lower\("t"\."shelf_mark"\) like lower\(\$1\) order by "t"\."shelf_mark" .*desc/s,
  )
  expect(parameters).toEqual(['%left%'])
  expect(asked(more, { q: 'left' }).sql).toMatch(/where .*lower\("t"\."shelf_mark"\) like/s)
  expect(asked(unit, { shelfMark: 'left' }).sql).not.toContain('shelf_mark')
})

test('the console shows it, asks for it and sends it as soon as a resource names it', () => {
  const shown = resource(more, {
    screen: unitScreen,
    list: { columns: ['name', 'shelfMark'], filters: ['shelfMark'] },
    form: [['name', 'shelfMark']],
  })
  const [, column] = columnsOf({
    t: (key) => key,
    resource: shown,
    names: shown.list.columns,
    rows: [],
    sort: null,
    settings: { pinned: [], widths: {} },
    before: 0,
    onResize: () => undefined,
  })
  expect(column).toMatchObject({ key: 'shelfMark', sorter: true })
  expect(JSON.stringify(column!.title)).toContain('inventory:unit.fields.shelfMark')
  const place = readLocation('?shelfMark=left', more, shown.list.filters!, 10)
  expect(listQuery(more, crudFilters(place, more, 'Asia/Shanghai'))).toEqual({ shelfMark: 'left' })
  expect(
    formBody(
      more.fields,
      ['name', 'shelfMark'],
      formValue(more.fields, ['name', 'shelfMark'], { name: 'kg', shelfMark: ' left ' }),
      'edit',
    ),
  ).toEqual({ name: 'kg', shelfMark: 'left' })
})
