import { sql } from 'kysely'
import { entities } from '#contract/domains.ts'
import { storageName, type Entity } from '#contract/entity.ts'
import { snake } from './case.ts'
import type { Sql } from './database.ts'

/** Entities that are read through a view, because part of a row lives elsewhere. */
const views: Readonly<Record<string, string>> = {
  user: 'member_view',
  role: 'role_view',
  device: 'device_view',
  deviceOutage: 'device_offline_view',
  controlRule: 'control_rule_view',
  simCard: 'sim_card_view',
  camera: 'camera_view',
  board: 'board_view',
  calculation: 'calculation_view',
  simPlatform: 'sim_platform_view',
  product: 'product_view',
  sku: 'sku_view',
  stockDocument: 'stock_document_view',
  stockBalance: 'stock_balance_view',
  stockLot: 'stock_lot_view',
  stockMovement: 'stock_movement_view',
  documentNumberRule: 'document_number_rule_view',
  stockLimit: 'stock_limit_view',
}

/** `user` is a word of SQL. */
const tables: Readonly<Record<string, string>> = {
  user: 'member',
  deviceOutage: 'device_offline',
  sku: 'product_sku',
  stockMovement: 'stock_ledger',
}

export const tableOf = (entity: Pick<Entity, 'name' | 'variantOf'>) =>
  tables[storageName(entity)] ?? snake(storageName(entity))
export const sourceOf = (entity: Entity) => views[storageName(entity)] ?? tableOf(entity)

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

/**
 * What a row answers: its fields, the alias of its id, the names behind its references, who wrote
 * it. `whole`: also what is read with the record alone.
 */
export function selection(entity: Entity, whole = false): Sql {
  const parts: Sql[] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.detailOnly && !whole) continue
    const column = sql.ref(`t.${snake(name)}`)
    parts.push(sql`${column}`)
    if (field.kind === 'ref') {
      const to = entityNamed(field.to!)
      const title = sql`(select ${sql.ref(`r.${snake(to.title)}`)} from ${sql.table(sourceOf(to))} r
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
  if (entity.alias) parts.push(sql`t.id as ${sql.ref(snake(entity.alias))}`)
  for (const column of whoColumns) parts.push(sql`${sql.ref(`t.${column}`)}`)
  return sql.join(parts)
}
