import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { hiddenOf, seenAs } from '#contract/seen.ts'
import { isResource, type AnyResource, type Definition } from './resource.ts'

const nobody: ReadonlySet<string> = new Set()
const codesIn = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ seenBy, columns }) => [
    ...(seenBy ? [seenBy] : []),
    ...codesIn(Object.values(columns ?? {})),
  ])
/**
 * The code for which some of a screen's fields are told; undefined: all of them are told to whoever
 * opens it.
 */
export const seenByOf = (definition: Definition): string | undefined =>
  isResource(definition)
    ? codesIn(Object.values((definition.entity as Entity).fields))[0]
    : undefined

const narrowed = new WeakMap<AnyResource, AnyResource>()
/**
 * A screen without the fields that its reader is not told: no column, no filter, no input that
 * stays empty.
 */
export function withoutUnseen<D extends Definition>(definition: D): D {
  if (!isResource(definition)) return definition
  const known = narrowed.get(definition)
  if (known) return known as D
  const hidden = new Set(hiddenOf((definition.entity as Entity).fields, nobody))
  const told = (names: readonly string[]) => names.filter((name) => !hidden.has(name))
  const { list } = definition
  const made: AnyResource = {
    ...definition,
    entity: seenAs(definition.entity as Entity, nobody),
    list: {
      ...list,
      columns: told(list.columns),
      ...(list.filters && { filters: told(list.filters) }),
    },
    ...(definition.form && { form: definition.form.map(told).filter((row) => row.length > 0) }),
  }
  narrowed.set(definition, made)
  return made as D
}
