import { entities } from './domains.ts'
import type { Entity } from './entity.ts'
import type { Field, Fields } from './field.ts'

/** Fields of a form that are filled by choosing rows of other entities, lines included. */
export const choosing = (fields: Fields): Field[] =>
  Object.values(fields).flatMap((field) =>
    field.columns ? choosing(field.columns) : field.to ? [field] : [],
  )

interface Brief {
  codes: readonly string[]
  fields: readonly string[]
}

/**
 * Who finds an entity's rows without the right to its own screen, and by which fields: whoever may
 * list or write a record
 * that points to them. A form that its own user cannot fill is no form, and a list shows those
 * names anyway.
 */
function work(entity: Entity): Brief | null {
  const codes = new Set(entity.lookupAccess?.codes)
  const fields = new Set([
    'id',
    entity.title,
    ...(entity.parent ? [entity.parent] : []),
    ...Object.keys(entity.fields).filter(
      (name) => name === 'enabledFlag' || entity.fields[name]!.unique,
    ),
    ...(entity.lookupAccess?.fields ?? []),
  ])
  if (!entity.chosenApart) {
    for (const { api, permissions, fields: written, ownCodes = [] } of entities) {
      const pointing = choosing(written).filter(({ to }) => to === entity.name)
      if (pointing.length === 0 || !api.list) continue
      for (const code of [permissions.list, permissions.create, permissions.edit, ownCodes].flat())
        if (code) codes.add(code)
      for (const { dependsOn } of pointing)
        if (dependsOn && dependsOn in entity.fields) fields.add(dependsOn)
    }
  }
  const own = new Set([entity.permissions.list ?? []].flat())
  const others = [...codes].filter((code) => !own.has(code))
  return others.length > 0 ? { codes: others, fields: [...fields] } : null
}
const known = new Map<string, Brief | null>()
/** As `work`, worked out once. */
export function briefOf(entity: Entity): Brief | null {
  if (!known.has(entity.name)) known.set(entity.name, work(entity))
  return known.get(entity.name)!
}

/** Codes that read an entity's rows, whole or in brief. */
export const readCodes = (entity: Entity): string[] =>
  [entity.permissions.list ?? [], briefOf(entity)?.codes ?? []].flat()

/**
 * An entity as somebody with these codes reads it: whole, or with the fields of its brief alone.
 */
export function readAs<E extends Entity>(entity: E, granted: ReadonlySet<string>): Entity {
  const brief = briefOf(entity)
  if (!brief || [entity.permissions.list ?? []].flat().some((code) => granted.has(code)))
    return entity
  return {
    ...entity,
    fields: Object.fromEntries(
      Object.entries(entity.fields).filter(([name]) => brief.fields.includes(name)),
    ),
  }
}
