import { sql } from 'kysely'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { snake } from './case.ts'
import type { Sql } from './database.ts'

type Stored = Pick<Entity, 'name' | 'variantOf' | 'stored'>
/** The entity whose table a variant's rows lie in; an entity's own otherwise. */
const keeper = (entity: Stored): Stored =>
  entity.variantOf ? entityNamed(entity.variantOf.entity) : entity
export function tableOf(entity: Stored): string {
  const { name, stored } = keeper(entity)
  return stored?.table ?? snake(name)
}
/** The table of an entity known by its name; one that is being made has the table of its name. */
export const tableNamed = (name: string): string =>
  tableOf(entities.find((entity) => entity.name === name) ?? { name })
/** What its rows are read from: its view or its table. */
export const sourceOf = (entity: Stored) => keeper(entity).stored?.view ?? tableOf(entity)

/** Which rows of its table are the entity's. */
export const belongs = ({ variantOf }: Entity): Sql[] =>
  Object.entries(variantOf?.only ?? {}).map(
    ([name, value]) => sql`${sql.ref(`t.${snake(name)}`)} = ${value}`,
  )

export function entityNamed(name: string): Entity {
  const found = entities.find((e) => e.name === name)
  if (!found) throw new Error(`no entity '${name}'`)
  return found
}

const asJson = new Set(['files', 'polygon', 'lines'])
/** A field's value as its column takes it. */
export const columnValue = (entity: Entity, name: string, value: unknown): unknown =>
  value !== null && asJson.has(entity.fields[name]?.kind ?? '') ? JSON.stringify(value) : value

export const whoColumns = [
  'object_version_number',
  'creation_date',
  'created_by',
  'last_update_date',
  'last_updated_by',
] as const

/** Where the rows of an entity are named to whoever does not see them: id, name, whether in use. */
const namesBeyond: Readonly<Record<string, Sql>> = { warehouse: sql`furrow_warehouse_names()` }
/** From where the rows that a field may point at are told. */
export const pointedAt = ({ to, beyond }: Field, how: 'named' | 'chosen'): Sql =>
  beyond === 'chosen' || beyond === how
    ? namesBeyond[to!]!
    : sql`${sql.table(sourceOf(entityNamed(to!)))}`

/**
 * What a row answers: its fields, the alias of its id, the names behind its references, who wrote
 * it. `whole`: also what is read with the record alone; `listed`: without what no list shows, texts
 * of up to fifty thousand letters a row.
 */
export function selection(
  entity: Entity,
  { whole = false, listed = false }: { whole?: boolean; listed?: boolean } = {},
): Sql {
  const parts: Sql[] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.detailOnly && !whole) continue
    if (field.kind === 'richtext' && listed) continue
    const column = sql.ref(`t.${snake(name)}`)
    parts.push(sql`${column}`)
    if (field.kind === 'ref') {
      const to = entityNamed(field.to!)
      const title = field.beyond
        ? sql`(select r.name from ${pointedAt(field, 'named')} r where r.id = ${column})`
        : sql`(select ${sql.ref(`r.${snake(to.title)}`)} from ${sql.table(sourceOf(to))} r
        where r.tenant_id = t.tenant_id and r.id = ${column})`
      parts.push(sql`${title} as ${sql.ref(`${snake(name)}_name`)}`)
      if (field.named) parts.push(sql`${title} as ${sql.ref(snake(field.named))}`)
    }
    if (field.kind === 'refs') {
      const to = entityNamed(field.to!)
      parts.push(sql`(select coalesce(json_agg(${sql.ref(`r.${snake(to.title)}`)}
        order by r.id), '[]') from ${sql.table(sourceOf(to))} r
        where r.tenant_id = t.tenant_id and r.id = any(${column})) as ${sql.ref(`${snake(name)}_name`)}`)
    }
  }
  for (const [name, own] of Object.entries(entity.foreign?.names ?? {}))
    if (entity.fields[own])
      parts.push(sql`${sql.ref(`t.${snake(own)}`)} as ${sql.ref(snake(name))}`)
  if (entity.alias) parts.push(sql`t.id as ${sql.ref(snake(entity.alias))}`)
  for (const column of whoColumns) parts.push(sql`${sql.ref(`t.${column}`)}`)
  return sql.join(parts)
}
