import type { Entity } from './entity.ts'
import type { Field, Fields } from './field.ts'

type Codes = ReadonlySet<string>
type Values = Readonly<Record<string, unknown>>
const isHidden = ({ seenBy }: Field, codes: Codes) => seenBy !== undefined && !codes.has(seenBy)
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Names of the fields of an entity, and of columns of its lines as `lines.column`, that somebody
 * with these codes is not told.
 */
export const hiddenOf = (fields: Fields, codes: Codes): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isHidden(field, codes)
      ? [name]
      : Object.entries(field.columns ?? {}).flatMap(([column, one]) =>
          isHidden(one, codes) ? [`${name}.${column}`] : [],
        ),
  )

/**
 * An entity as somebody with these codes knows it: without what is told to holders of another code
 * alone.
 */
export function seenAs<E extends Entity>(entity: E, codes: Codes): Entity {
  if (hiddenOf(entity.fields, codes).length === 0) return entity
  const kept = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !isHidden(field, codes))
        .map(([name, field]) => [
          name,
          field.columns ? { ...field, columns: kept(field.columns) } : field,
        ]),
    )
  return { ...entity, fields: kept(entity.fields) }
}

/**
 * What a record, or a page or list of them, tells somebody with these codes. Names may be those of
 * columns too.
 */
export function seen<T>(entity: Entity, told: T, codes: Codes): T {
  const hidden = hiddenOf(entity.fields, codes)
  if (hidden.length === 0 || typeof told !== 'object' || told === null) return told
  if (Array.isArray(told)) return told.map((one) => seen(entity, one as unknown, codes)) as T
  const values = told as Values
  if (Array.isArray(values.content))
    return { ...values, content: seen(entity, values.content, codes) } as T
  // As it is kept, too: by the names of columns, and its lines under another name.
  const both = (all: readonly string[]) => new Set(all.flatMap((name) => [name, snake(name)]))
  const names = both(hidden)
  const columns = both(hidden.flatMap((name) => name.split('.').slice(1)))
  const without = (line: unknown) =>
    typeof line === 'object' && line !== null
      ? Object.fromEntries(Object.entries(line).filter(([column]) => !columns.has(column)))
      : line
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !names.has(name))
      .map(([name, value]) => [
        name,
        Array.isArray(value) && columns.size > 0 ? value.map(without) : value,
      ]),
  ) as T
}
