import type { Entity } from '#contract/entity.ts'
import { momentOf } from './fields/day-text.ts'
import type { Row } from './resource.ts'

/** What people call a row; one that is known by its time, by the clock of the tenant. */
export function rowTitle(
  { title, fields }: Pick<Entity, 'title' | 'fields'>,
  row: Row,
  zone: string,
): string {
  const value = row[title] ?? row.id
  return fields[title]?.kind === 'moment' && typeof value === 'string'
    ? momentOf(value, zone)
    : String(value)
}
