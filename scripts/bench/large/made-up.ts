import { codes, entity, rest } from '#contract/entity.ts'
import {
  choice,
  code,
  colour,
  date,
  decimal,
  flag,
  id,
  image,
  integer,
  money,
  phone,
  point,
  ref,
  text,
  type Field,
} from '#contract/field.ts'
import { entityScreen } from '#contract/screen.ts'
import { resource, type Row } from '#src/kit/definition/resource.ts'

/** Forty fields of the kinds that records are made of; two in three are typed into. */
const kinds: readonly (() => Field)[] = [
  () => text({ max: 60 }),
  () => integer({ min: 0, max: 9999 }),
  () => choice({ one: 'one', two: 'two', three: 'three' }, {}),
  () => text({ max: 60, required: true }),
  () => decimal({ max: 9999, unit: 'mu' }),
  () => date({}),
  () => text({ max: 200 }),
  () => flag({}),
  () => money({}),
  () => phone({}),
  () => text({ max: 60 }),
  () => code({ first: 1, second: 2 }, {}),
  () => point({}),
  () => text({ max: 60 }),
  () => ref('unit', {}),
  () => integer({ min: 1, max: 365 }),
  () => text({ max: 200 }),
  () => colour({}),
  () => text({ max: 60 }),
  () => image({}),
]
export const names = Array.from({ length: 40 }, (_, at) => `field${String(at).padStart(2, '0')}`)
const fields = Object.fromEntries(names.map((name, at) => [name, kinds[at % kinds.length]!()]))

export const record = entity('record', {
  module: 'inventory',
  title: names[0]!,
  permissions: codes('bench', 'list', 'create', 'edit', 'delete'),
  api: rest('wfpf/v1/{tenant}/record'),
  fields: { id: id(), ...fields },
})
const screen = entityScreen('record', record, {
  route: '/record',
  module: 'inventory',
  group: 'base',
})
const pairs = Array.from({ length: names.length / 2 }, (_, at) => names.slice(at * 2, at * 2 + 2))
export const records = resource(record, {
  screen,
  list: {
    columns: names.slice(0, 10) as never,
    rowActions: ['show', 'edit', 'delete'] as never,
    bulkActions: ['delete'] as never,
  },
  form: pairs as never,
})

function valueOf(field: Field, at: number): unknown {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return at % 365
    case 'flag':
      return at % 2
    case 'choice':
    case 'code':
      return Object.values(field.codes!)[at % 2]
    case 'date':
      return '2026-03-05'
    case 'phone':
      return `138${String(at).padStart(8, '0')}`
    case 'text':
      return `${field.max} · ${at}`
    default:
      return null
  }
}
export const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    ...Object.fromEntries(names.map((name) => [name, valueOf(fields[name]!, at)])),
  }))
