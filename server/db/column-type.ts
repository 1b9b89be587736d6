import type { Field, FieldKind } from '#contract/field.ts'

type Sized = Pick<Field, 'min' | 'max' | 'scale'>
interface ColumnType {
  /** As a migration writes it. */
  sql: (field: Sized) => string
  /** Whether a column of this type, in PostgreSQL's own words, holds every value of the field. */
  fits: (type: string, field: Sized) => boolean
}

const always = (sql: string, ...inCatalogue: string[]): ColumnType => ({
  sql: () => sql,
  fits: (type) => type === sql || inCatalogue.includes(type),
})

const mostInteger = 2_147_483_647
const isLong = ({ min = 0, max = 0 }: Sized) => Math.max(-min, max) > mostInteger
const integerType: ColumnType = {
  sql: (field) => (isLong(field) ? 'bigint' : 'integer'),
  fits: (type, field) => type === 'bigint' || (type === 'integer' && !isLong(field)),
}

const wholeDigits = ({ min = 0, max = 0 }: Sized) =>
  String(Math.trunc(Math.max(Math.abs(min), Math.abs(max)))).length
const decimalType: ColumnType = {
  // Wide, so that a limit that is raised later needs no migration.
  sql: (field) =>
    `numeric(${Math.max(12, wholeDigits(field) + (field.scale ?? 2))}, ${field.scale ?? 2})`,
  fits: (type, field) => {
    const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type)?.map(Number) ?? []
    if (precision === undefined || scale === undefined) return type === 'numeric'
    return scale >= (field.scale ?? 2) && precision - scale >= wholeDigits(field)
  },
}

/** What a field is in SQL: the one place where a new kind of field says how it is stored. */
export const columnTypes: Readonly<Record<FieldKind, ColumnType>> = {
  id: always('bigint'),
  text: always('text'),
  richtext: always('text'),
  integer: integerType,
  decimal: decimalType,
  money: decimalType,
  flag: always('smallint', 'integer'),
  code: always('smallint', 'integer'),
  choice: always('text'),
  choices: always('text[]'),
  colour: always('text'),
  date: always('date'),
  moment: always('timestamptz', 'timestamp with time zone'),
  dateRange: always('date[]'),
  ref: always('bigint'),
  refs: always('bigint[]'),
  image: always('text'),
  images: always('text[]'),
  video: always('text'),
  files: always('jsonb'),
  point: always('text'),
  polygon: always('jsonb'),
  lines: always('jsonb'),
  phone: always('text'),
}
