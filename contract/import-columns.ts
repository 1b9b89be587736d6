import type { Entity } from './entity.ts'
import type { Field } from './field.ts'

/** Files, ground, spans of days and lines do not fit a cell. */
const untypable: ReadonlySet<string> = new Set(['id', 'image', 'images', 'video', 'files', 'polygon', 'lines', 'dateRange', 'choices'])
/** Name and field of what a spreadsheet may hold of an entity; null when a record of it cannot be typed at all. */
export function importColumns({ fields, api, permissions }: Entity): [string, Field][] | null {
  const writable = Object.entries(fields).filter(([, field]) => !field.readonly)
  if (!api.create || !permissions.create || writable.some(([, field]) => field.required && untypable.has(field.kind))) return null
  return writable.filter(([, field]) => !untypable.has(field.kind))
}
