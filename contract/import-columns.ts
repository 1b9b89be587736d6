import type { Entity } from './entity.ts'
import type { Field } from './field.ts'

/** Files, ground, spans of days and most lines do not fit a cell. */
const untypable: ReadonlySet<string> = new Set([
  'id',
  'image',
  'images',
  'video',
  'files',
  'polygon',
  'lines',
  'dateRange',
  'choices',
])
const isTypable = ({ kind, typed }: Field) => !untypable.has(kind) || typed === true
/**
 * Name and field of what a spreadsheet may hold of an entity; null when a record of it cannot be
 * typed at all.
 */
export function importColumns({ fields, api, permissions }: Entity): [string, Field][] | null {
  const writable = Object.entries(fields).filter(([, field]) => !field.readonly)
  if (
    !api.create ||
    !permissions.create ||
    writable.some(([, field]) => field.required && !isTypable(field))
  )
    return null
  return writable.filter(([, field]) => isTypable(field))
}

/**
 * How a sheet names the rows that are there: by its code before its name, whichever a line has, or
 * by `knownBy` together. Where
 * a row may have no code, the last is what a person calls it and what it belongs to: such rows are
 * found among those without code.
 * None: a sheet can add rows and change none.
 */
export function importKeys(entity: Entity): (readonly string[])[] {
  const columns = importColumns(entity)
  if (!columns || !entity.api.edit || !entity.permissions.edit) return []
  if (entity.knownBy) return [entity.knownBy]
  const unique = columns.filter(([, field]) => field.unique)
  const alone = [
    ...unique.filter(([name]) => name !== entity.title),
    ...unique.filter(([name]) => name === entity.title),
  ].map(([name]) => [name])
  if (unique.length === 0 || unique.some(([, { required }]) => required)) return alone
  return [
    ...alone,
    [
      entity.title,
      ...columns
        .filter(([, { kind, required }]) => required && kind === 'ref')
        .map(([name]) => name),
    ],
  ]
}
/** Whether several rows may be called so. */
export const isWeakKey = (entity: Entity, names: readonly string[]): boolean =>
  !entity.knownBy && !names.some((name) => entity.fields[name]!.unique)
