import type { Entity } from '#contract/entity.ts'
import { hiddenOf } from '#contract/seen.ts'
import type { Row } from '#server/db/crud.ts'

/**
 * A row as its form would send it, but for lines and for what the caller is not told: what is not
 * sent stays as it is.
 */
export function asSent(
  { fields }: Entity,
  row: Row,
  codes: ReadonlySet<string>,
): Record<string, unknown> {
  const hidden = hiddenOf(fields, codes)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([name, { readonly, createOnly, kind }]) =>
          !readonly && !createOnly && kind !== 'lines' && !hidden.includes(name),
      )
      .map(([name]) => [name, row[name] ?? null]),
  )
}
