import type { Entity } from '#contract/entity.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import type { Row } from './resource.ts'

/** What people call a row; one that is known by its time, by the clock of the tenant; one that is of another, by its name. */
export function rowTitle(
  { title, fields }: Pick<Entity, 'title' | 'fields'>,
  row: Row,
  zone: string,
): string {
  const value = (fields[title]?.kind === 'ref' ? row[`${title}Name`] : row[title]) ?? row.id
  return fields[title]?.kind === 'moment' && typeof value === 'string'
    ? momentOf(value, zone)
    : String(value)
}
