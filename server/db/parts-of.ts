import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { snake } from './case.ts'
import { foundRows, type Query } from './crud.ts'
import { rows, type Tx } from './database.ts'

/** How many of what a list's query finds have each value of a field. */
export async function partsOf(
  tx: Tx,
  entity: Entity,
  query: Query,
  field: string,
): Promise<Record<string, number>> {
  const column = sql.ref(`t.${snake(field)}`)
  const found = await rows<{ value: string; count: number }>(
    tx,
    sql`select ${column} as value, count(*) as count ${foundRows(entity, query)} group by 1`,
  )
  return Object.fromEntries(found.map(({ value, count }) => [value, count]))
}
