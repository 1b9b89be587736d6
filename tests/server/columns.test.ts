import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { entity, type Entity } from '#contract/entity.ts'
import {
  choice,
  choices,
  code,
  colour,
  date,
  dateRange,
  decimal,
  files,
  flag,
  id,
  image,
  images,
  integer,
  lines,
  moment,
  money,
  phone,
  point,
  polygon,
  ref,
  refs,
  richtext,
  text,
  video,
  type Field,
  type FieldKind,
} from '#contract/field.ts'
import { unit } from '#contract/inventory/unit.ts'
import { columnDiff, readCatalogue } from '#scripts/column-diff.ts'
import { addColumn } from '#scripts/table-sql.ts'
import { insertRow, listRows, showRow } from '#server/db/crud.ts'
import { newTenant, startApp, type TestApp } from './harness.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await startApp()
  owner = new pg.Client({ connectionString: app.owner })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.end()
})
const differs = async (...list: Entity[]) => columnDiff(list, await readCatalogue(owner))
const run = (lines: string[]) => owner.query(lines.join('\n'))

test('the columns are those that the definitions say', async () => {
  expect(await differs(...entities)).toEqual([])
})

const oneOfEach: Readonly<Record<FieldKind, Field>> = {
  id: id(),
  text: text({ required: true, max: 40, unique: true }),
  richtext: richtext({ max: 2_000 }),
  integer: integer({ min: 0, max: 9_000_000_000 }),
  decimal: decimal({ max: 10_000_000_000_000, scale: 3 }),
  flag: flag({}),
  code: code({ low: 0, high: 1 }, { required: true }),
  choice: choice({ carp: 'carp' }, {}),
  choices: choices({ carp: 'carp', eel: 'eel' }, {}),
  date: date({}),
  moment: moment({}),
  ref: ref('user', { required: true }),
  refs: refs('role', { max: 5 }),
  image: image({}),
  point: point({}),
  phone: phone({}),
  money: money({}),
  colour: colour({}),
  dateRange: dateRange({}),
  images: images({ max: 6 }),
  video: video({}),
  files: files({ max: 3 }),
  polygon: polygon({}),
  lines: lines({ text: text({ required: true, max: 20 }) }, { max: 5 }),
}
const made = (name: string, fields: Record<string, Field>): Entity =>
  entity(name, { module: 'farm', title: 'text', permissions: {}, api: {}, fields })
// The field is called as its kind is, with a word before it: some kinds are words of SQL.
const named = (prefix: string) =>
  Object.fromEntries(
    Object.entries(oneOfEach).map(([kind, field]) => [
      kind === 'id' || kind === 'text'
        ? kind
        : `${prefix}${kind[0]!.toUpperCase()}${kind.slice(1)}`,
      field,
    ]),
  )

test('what is printed for a new table of every kind makes it', async () => {
  // Two that point at each other: neither can be made whole before the other.
  const pond = made('testedThing', {
    ...named('own'),
    bestFeedId: ref('testedOther', {}),
    motherId: ref('testedThing', {}),
  })
  const feed = made('testedOther', {
    id: id(),
    text: text({ max: 20 }),
    pondId: ref('testedThing', {}),
  })
  const lines = await differs(...entities, pond, feed)
  expect(lines.join('\n')).toContain("select furrow_tenant_table('tested_thing');")
  await run(lines)
  expect(await differs(...entities, pond, feed)).toEqual([])
  const { rows } = await owner.query(
    "select relrowsecurity as row_secured from pg_class where relname in ('tested_thing', 'tested_other')",
  )
  expect(rows).toEqual([{ row_secured: true }, { row_secured: true }])
})

test.each(
  Object.entries(named('more'))
    .filter(([name]) => name !== 'id')
    .map(([name, field]) => [field.kind, name, field] as const),
)('what is printed for a %s more adds it', async (_, name, field) => {
  const more: Entity = { ...unit, fields: { ...unit.fields, [name]: field } }
  const lines = await differs(more)
  expect(lines[0]).toMatch(/^alter table unit add column /)
  await run(lines)
  expect(await differs(more)).toEqual([])
  // The table is shared by the rows of this list: nothing is left for the next.
  await run([`alter table unit drop column ${/add column (\w+)/.exec(lines[0]!)![1]};`])
})

test('a field more is written, found and read with the printed column, and nothing else', async () => {
  const more: Entity = { ...unit, fields: { ...unit.fields, shelfMark: text({ max: 40 }) } }
  expect(await differs(more)).toEqual(['alter table unit add column shelf_mark text;'])
  await run(await differs(more))
  const { id: tenant } = await newTenant(app)
  const row = await app.db.write(tenant, async (tx) =>
    showRow(
      tx,
      more,
      await insertRow(tx, more, { code: 'kg', name: 'kg', shelfMark: 'left side' }, null),
    ),
  )
  expect(row).toMatchObject({ name: 'kg', shelfMark: 'left side' })
  const found = await Promise.all(
    ['left', 'right'].map((shelfMark) =>
      app.db.read(tenant, (tx) => listRows(tx, more, { shelfMark })),
    ),
  )
  expect(found.map(({ totalElements }) => totalElements)).toEqual([1, 0])
  expect(await differs(unit)).toEqual(['-- unit.shelf_mark: no field names it.'])
})

test('what cannot be written by itself is said', async () => {
  const other: Entity = {
    ...unit,
    fields: {
      ...unit.fields,
      name: decimal({ required: true }),
      enName: text({ max: 40, unique: true }),
      code: text({ max: 20, unique: true }),
    },
  }
  expect((await differs(other)).filter((line) => !line.includes('shelf_mark'))).toEqual([
    '-- unit.code must be given, and its field may be empty.',
    '-- unit.name is text; its field (decimal) needs numeric(12, 2).',
    'create unique index unit_en_name_unique on unit (tenant_id, lower(en_name));',
  ])
  const role = entities.find(({ name }) => name === 'role')!
  expect(
    await differs({
      ...role,
      fields: {
        ...role.fields,
        rank: integer({ min: 0, max: 9 }),
        shifts: integer({ min: 0, max: 9, readonly: true }),
      },
    }),
  ).toEqual([
    'alter table role add column rank integer;',
    '-- role_view does not show rank: the view has to be made anew.',
    '-- role_view does not show shifts: the view has to be made anew.',
  ])
})

test('a required column more leaves the rows that are there to whoever reads it', () => {
  expect(addColumn('unit', 'symbol', text({ required: true, max: 8 }))).toEqual([
    'alter table unit add column symbol text;',
    '-- Required: fill the rows that are there, then  alter table unit alter column symbol set not null;',
  ])
})
