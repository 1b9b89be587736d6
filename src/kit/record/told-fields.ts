import type { Entity } from '#contract/entity.ts'
import { isAsked } from '#src/kit/form/values/form-value.ts'

/**
 * Fields of a record that say something of it, in the order they are declared: not what only logs
 * are searched by, nor what is asked of records of another sort.
 */
export const toldFields = (
  entity: Pick<Entity, 'fields'>,
  row: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(entity.fields)
    .filter(
      ([, field]) =>
        field.kind !== 'id' &&
        !field.inner &&
        // Whoever is not told what it hangs on is told all.
        (row[field.visibleWhen?.field ?? ''] === undefined || isAsked(field, row)),
    )
    .map(([name]) => name)
