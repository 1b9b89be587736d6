import { sql } from 'kysely'
import type { Page } from '#contract/call.ts'
import type { Entity } from '#contract/entity.ts'
import { snake } from './case.ts'
import { belongs, columnValue, selection, sourceOf, tableOf, whoColumns } from './columns.ts'
import { changed, row, rows, type Sql, type Tx } from './database.ts'
import { conditions, type Query } from './conditions.ts'
import { prepared } from './prepared.ts'

export type Row = Record<string, unknown> & { id: number; objectVersionNumber: number }
export type { Query } from './conditions.ts'

/** A count stops here: an exact one of 700,000 rows costs twenty times as much. */
const countCap = 10_000
/** `size=0` means all, up to this many (contract: page in). */
const allCap = 2000

/**
 * Where, order, page and size of a list call. Unknown parameters are left alone; unknown sorts are
 * dropped.
 */
export function pageOf(
  query: Query,
  defaultSize = 10,
): { size: number; offset: number; number: number } {
  const asked = Number(query.size ?? defaultSize)
  const size =
    asked === 0
      ? allCap
      : Math.min(Number.isFinite(asked) && asked >= 1 ? Math.trunc(asked) : defaultSize, allCap)
  const page = Math.trunc(Number(query.page ?? 1))
  // 0 and 1 both mean the first page (docs/specification.md 1.3).
  const number =
    asked === 0 || !Number.isFinite(page) ? 0 : Math.min(Math.max(page - 1, 0), 1_000_000)
  return { size, offset: number * size, number }
}

/** Puts rows and count into a page (docs/specification.md 1.3). */
export function asPage<T>(
  content: T[],
  total: number,
  { size, number }: { size: number; number: number },
): Page<T> {
  const cut = total > countCap
  const totalElements = Math.min(total, countCap)
  return {
    content,
    number,
    size,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
    numberOfElements: content.length,
    empty: content.length === 0,
    ...(cut && { totalIsCut: true }),
  }
}

const unsorted = new Set([
  'refs',
  'choices',
  'richtext',
  'image',
  'images',
  'video',
  'files',
  'polygon',
  'lines',
])
function order(entity: Entity, query: Query): Sql {
  const [name = '', direction] = (query.sort ?? '').split(',')
  const down = direction?.toLowerCase() === 'desc' ? sql`desc` : sql`asc`
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (whoColumns.includes(snake(name) as (typeof whoColumns)[number]))
    return sql`order by ${sql.ref(`t.${snake(name)}`)} ${down}, t.id desc`
  if (!field || unsorted.has(field.kind)) {
    if (entity.newestBy)
      return sql`order by ${sql.ref(`t.${snake(entity.newestBy)}`)} desc, t.id desc`
    return entity.parent ? sql`order by t.sort, t.id` : sql`order by t.id desc`
  }
  // Chinese names in the order of their pinyin.
  const collation = field.kind === 'text' ? sql`collate "zh-x-icu"` : sql``
  return sql`order by ${sql.ref(`t.${snake(name)}`)} ${collation} ${down} nulls last, t.id desc`
}

/**
 * One page of an entity, filtered by its own fields: texts contain, codes equal, `…From`/`…To`
 * bound moments, `q` searches.
 */
export async function listRows(tx: Tx, entity: Entity, query: Query): Promise<Page<Row>> {
  const page = pageOf(query)
  const where = conditions(entity, query)
  const from = sql`from ${sql.table(sourceOf(entity))} t ${where}`
  const sorted = order(entity, query)
  // What a row shows besides its columns (names of what it refers to, newest values) is looked up
  // for the rows of the page,
  // not for all those that are skipped on the way to it.
  const content = await rows<Row>(
    tx,
    page.offset === 0
      ? sql`select ${selection(entity, { listed: true })} ${from} ${sorted} limit ${page.size}`
      : sql`select ${selection(entity, { listed: true })} from (select t.id as found_id ${from} ${sorted}
        limit ${page.size} offset ${page.offset}) f
        join ${sql.table(sourceOf(entity))} t on t.id = f.found_id ${sorted}`,
  )
  // A first page that is not full counts itself.
  if (page.number === 0 && content.length < page.size) return asPage(content, content.length, page)
  const counted = await row<{ count: number }>(
    tx,
    sql`select count(*) as count from (select 1 ${from} limit ${countCap + 1}) c`,
  )
  return asPage(content, counted!.count, page)
}

/** What a list's query finds, in no order and not cut into pages: `t`. */
export const foundRows = (entity: Entity, query: Query): Sql =>
  sql`from ${sql.table(sourceOf(entity))} t ${conditions(entity, query)}`

/** Every row that a list's query finds, in its order, for a cursor. */
export const allRows = (entity: Entity, query: Query): Sql =>
  sql`select ${selection(entity)} from ${sql.table(sourceOf(entity))} t ${conditions(entity, query)} ${order(entity, query)}`

export const showRow = (tx: Tx, entity: Entity, id: number) =>
  row<Row>(
    tx,
    sql`${prepared}select ${selection(entity, { whole: true })} from ${sql.table(sourceOf(entity))} t
      where ${sql.join([sql`t.id = ${id}`, ...belongs(entity)], sql` and `)}`,
  )

/** Locks the row, so that what the guards saw is what the write meets. */
export const lockRow = (tx: Tx, entity: Entity, id: number) =>
  changed(
    tx,
    sql`${prepared}select 1 from ${sql.table(tableOf(entity))} t where t.id = ${id} for update`,
  )

const columnValues = (entity: Entity, values: Record<string, unknown>) =>
  // What is left empty is what the column says of it.
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        [name, value === null ? sql`default` : sql`${columnValue(entity, name, value)}`] as const,
    )

export async function insertRow(
  tx: Tx,
  entity: Entity,
  values: Record<string, unknown>,
  by: number | null,
): Promise<number> {
  const given = columnValues(entity, {
    ...values,
    ...entity.variantOf?.only,
    createdBy: by,
    lastUpdatedBy: by,
  })
  const made = await row<{ id: number }>(
    tx,
    sql`insert into ${sql.table(tableOf(entity))}
    (${sql.join(given.map(([name]) => sql.ref(snake(name))))})
    values (${sql.join(given.map(([, value]) => value))}) returning id`,
  )
  return made!.id
}

/** Answers false when the row has moved on from `version`. */
export async function updateRow(
  tx: Tx,
  entity: Entity,
  id: number,
  version: number,
  values: Record<string, unknown>,
  by: number | null,
): Promise<boolean> {
  const given = columnValues(entity, values).map(
    ([name, value]) => sql`${sql.ref(snake(name))} = ${value}`,
  )
  const sets = [
    ...given,
    sql`object_version_number = object_version_number + 1`,
    sql`last_update_date = now()`,
    sql`last_updated_by = ${by}`,
  ]
  const count = await changed(
    tx,
    sql`update ${sql.table(tableOf(entity))} set ${sql.join(sets)} where id = ${id}
      and object_version_number = ${version}`,
  )
  return count === 1
}

export const deleteRow = (tx: Tx, entity: Entity, id: number) =>
  changed(tx, sql`delete from ${sql.table(tableOf(entity))} where id = ${id}`)
