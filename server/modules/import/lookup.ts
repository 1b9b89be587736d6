import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { snake } from '#server/db/case.ts'
import { sourceOf } from '#server/db/columns.ts'
import { rows, type Tx } from '#server/db/database.ts'

export interface Known {
  /** Ids by name, in lower case: more than one where a name says too little. */
  byName: Map<string, number[]>
  /** Ids by what no two rows share. */
  byCode: Map<string, number>
}
const uniqueOf = (entity: Entity) =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.unique)
    .map(([name]) => name)

/** Which rows these names mean, all in one question. */
export async function findNamed(
  tx: Tx,
  entity: Entity,
  names: ReadonlySet<string>,
): Promise<Known> {
  const known: Known = { byName: new Map(), byCode: new Map() }
  if (names.size === 0) return known
  const wanted = sql`any(${[...names]}::text[])`
  const columns = [...new Set([entity.title, ...uniqueOf(entity)])]
  const matches = columns.map((name) => sql`lower(${sql.ref(snake(name))}) = ${wanted}`)
  const found = await rows<Record<string, unknown> & { id: number }>(
    tx,
    sql`
    select id, ${sql.join(columns.map((name) => sql.ref(snake(name))))}
    from ${sql.table(sourceOf(entity))} where ${sql.join(matches, sql` or `)} order by id`,
  )
  for (const one of found) {
    const name = String(one[entity.title] ?? '').toLowerCase()
    known.byName.set(name, [...(known.byName.get(name) ?? []), one.id])
    for (const code of uniqueOf(entity))
      if (one[code]) known.byCode.set(String(one[code]).toLowerCase(), one.id)
  }
  return known
}
/** Ids that a name may mean; a code says it better than a name. */
export const idsOf = ({ byName, byCode }: Known, name: string): number[] => {
  const code = byCode.get(name.toLowerCase())
  return code === undefined ? (byName.get(name.toLowerCase()) ?? []) : [code]
}

/** Whose these values of a unique field are, in lower case. */
export async function findTaken(
  tx: Tx,
  entity: Entity,
  field: string,
  values: readonly string[],
): Promise<Map<string, number>> {
  if (values.length === 0) return new Map()
  const column = sql.ref(snake(field))
  const found = await rows<{ value: string; id: number }>(
    tx,
    sql`select lower(${column}) as value, id from ${sql.table(sourceOf(entity))}
      where lower(${column}) = any(${values.map((value) => value.toLowerCase())}::text[])`,
  )
  return new Map(found.map(({ value, id }) => [value, id]))
}
