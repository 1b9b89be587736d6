import type { Entity } from '#contract/entity.ts'
import { listQuery } from '#src/api/list-query.ts'
import { crudFilters, type ListLocation } from './list-location.ts'

/**
 * What a list asks of its service, but for the page, as texts: its export and its totals ask the
 * same.
 */
export const askedBy = (
  entity: Entity,
  place: ListLocation,
  zone: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(
      listQuery(entity, crudFilters(place, entity, zone), place.sort ? [place.sort] : []),
    ).map(([name, value]) => [name, String(value)]),
  )
