import type { Field, Fields } from '#contract/field.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'

export type FormValue = Readonly<Record<string, unknown>>
export type FormKind = 'create' | 'edit'

export const isWritable = (field: Field | undefined, kind: FormKind) =>
  !!field && !field.readonly && !(kind === 'edit' && field.createOnly)

/** Kinds whose empty value is an empty list. */
const lists: ReadonlySet<string> = new Set(['refs', 'choices', 'images', 'files', 'lines'])

function blank(name: string, field: Field): unknown {
  if (lists.has(field.kind)) return []
  // Nobody adds a record in order to have it switched off.
  if (field.kind === 'flag') return name === 'enabledFlag' ? 1 : 0
  return null
}

/** Whether a field is asked for, as the others stand. */
export const isAsked = ({ visibleWhen }: Field, value: FormValue) =>
  !visibleWhen || visibleWhen.is.includes(value[visibleWhen.field] as number | string)

/**
 * What the inputs start with: the row's values, or blanks. Only the fields of the form, so that
 * nothing else is ever sent.
 */
export function formValue(
  fields: Fields,
  names: readonly string[],
  row?: Readonly<Record<string, unknown>>,
): FormValue {
  return Object.fromEntries(
    names.map((name) => [name, (row ? row[name] : undefined) ?? blank(name, fields[name]!)]),
  )
}

/** Lines as they are entered: what the server says of them beside that is not sent back. */
function enteredLines(field: Field, lines: unknown): unknown {
  const names = Object.entries(field.columns ?? {})
    .filter(([, column]) => !column.readonly)
    .map(([name]) => name)
  return Array.isArray(lines)
    ? lines.map((line: FormValue) =>
        Object.fromEntries(names.map((name) => [name, line[name] ?? null])),
      )
    : lines
}

/**
 * The body of the request: every writable field of the form, empty ones and those that are not
 * asked for as null, and nothing beside them.
 */
export function formBody(
  fields: Fields,
  names: readonly string[],
  value: FormValue,
  kind: FormKind,
): Record<string, unknown> {
  const sent = names.filter((name) => isWritable(fields[name], kind))
  return Object.fromEntries(
    sent.map((name) => {
      const field = fields[name]!
      if (!isAsked(field, value)) return [name, lists.has(field.kind) ? [] : null]
      if (field.kind === 'lines') return [name, enteredLines(field, value[name])]
      const entered =
        typeof value[name] === 'string' && field.kind !== 'richtext'
          ? value[name].trim()
          : value[name]
      return [name, isEmpty(entered) && !lists.has(field.kind) ? null : entered]
    }),
  )
}

const sameValue = (a: unknown, b: unknown): boolean => {
  if (isEmpty(a) && isEmpty(b)) return true
  return typeof a === 'object' && typeof b === 'object'
    ? JSON.stringify(a) === JSON.stringify(b)
    : a === b
}
/**
 * Names of the fields in which two values differ; what is empty in both, in whatever way, does not.
 */
export const differing = (a: FormValue, b: FormValue) =>
  Object.keys({ ...a, ...b }).filter((name) => !sameValue(a[name], b[name]))

/** What a change of one field empties: the plot that lay in the base before. */
export const clearedBy = (fields: Fields, name: string): FormValue =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { dependsOn }]) => dependsOn === name)
      .map(([below]) => [below, null]),
  )
