import type { Client } from 'pg'
import type { Entity } from '#contract/entity.ts'
import { snake } from '#server/db/case.ts'
import { columnTypes } from '#server/db/column-type.ts'
import { sourceOf, tableNamed, tableOf, whoColumns } from '#server/db/columns.ts'
import { addColumn, addIndex, addKey, addUnique, createTable } from './table-sql.ts'

interface Column {
  type: string
  /** A row cannot be added without it. */
  isRequired: boolean
}
/** What the field tables are compared with: the database as the migrations make it. */
export interface Catalogue {
  columns: ReadonlyMap<string, ReadonlyMap<string, Column>>
  /** Tables and columns, as `unit.code`, that have a unique index; that point at another table. */
  unique: ReadonlySet<string>
  keys: ReadonlySet<string>
}

/** Columns that the server writes and reads by itself, and no screen shows. */
const ownOfServer: ReadonlySet<string> = new Set([
  'tenant_id',
  'id',
  ...whoColumns,
  'notice.published_by',
  'member_view.account_id',
  'device_command.after_id',
  'device_command.not_before',
  'device_command.left_at',
  'device_command.answers_from',
  'device_command.tolerance',
  'device_command.content',
  'device_command.recall_at',
  'device_command.recalled_at',
  'camera_timer.tries',
  'lora_network.token_hash',
  'lora_network.token_at',
  'lora_network.sealed_password',
  'lora_network.sealed_api_token',
  'lora_network.problem',
])

export async function readCatalogue(client: Client): Promise<Catalogue> {
  const columns = new Map<string, Map<string, Column>>()
  const found = await client.query<{
    table: string
    column: string
    type: string
    required: boolean
  }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`)
  for (const { table, column, type, required } of found.rows)
    columns.set(
      table,
      (columns.get(table) ?? new Map()).set(column, { type, isRequired: required }),
    )
  const unique = await client.query<{ at: string }>(String.raw`
    select tablename || '.' || (regexp_match(indexdef, '\(tenant_id, lower\("?(\w+)"?\)\)'))[1] as at from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'`)
  const keys = await client.query<{ at: string }>(`
    select f.conrelid::regclass || '.' || a.attname || ' ' || f.confrelid::regclass as at
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey) where f.contype = 'f'`)
  return {
    columns,
    unique: new Set(unique.rows.map(({ at }) => at)),
    keys: new Set(keys.rows.map(({ at }) => at)),
  }
}

function inTable(entity: Entity, { columns, unique, keys }: Catalogue): string[] {
  const table = tableOf(entity)
  const source = sourceOf(entity)
  const there = columns.get(source) ?? new Map<string, Column>()
  const base = columns.get(table)
  const lines = Object.entries(entity.fields).flatMap(([name, field]) => {
    const column = snake(name)
    const known = there.get(column)
    if (!known && source === table) return addColumn(table, name, field)
    if (!known)
      return [
        ...(field.readonly || base?.has(column) ? [] : addColumn(table, name, field)),
        `-- ${source} does not show ${column}: the view has to be made anew.`,
      ]
    const isHere = base?.has(column)
    return [
      ...(columnTypes[field.kind].fits(known.type, field)
        ? []
        : [
            `-- ${source}.${column} is ${known.type}; its field (${field.kind}) needs ${columnTypes[field.kind].sql(field)}.`,
          ]),
      ...(known.isRequired && !field.required && !field.readonly
        ? [`-- ${source}.${column} must be given, and its field may be empty.`]
        : []),
      ...(field.unique && isHere && !unique.has(`${table}.${column}`)
        ? [addUnique(table, name)]
        : []),
      ...(field.kind === 'ref' && isHere && !keys.has(`${table}.${column} ${tableNamed(field.to!)}`)
        ? [addKey(table, name, field.to!), addIndex(table, name)]
        : []),
    ]
  })
  const named = new Set(Object.keys(entity.fields).map(snake))
  // One kind of a family has those of the family's columns that it needs.
  const left = entity.variantOf
    ? []
    : [...there.keys()].filter(
        (column) =>
          !named.has(column) && !ownOfServer.has(column) && !ownOfServer.has(`${source}.${column}`),
      )
  return [...lines, ...left.map((column) => `-- ${source}.${column}: no field names it.`)]
}

/**
 * The SQL that is missing for what the definitions say, ready to be looked over; empty when nothing
 * is.
 */
export function columnDiff(entities: readonly Entity[], catalogue: Catalogue): string[] {
  const isOld = (entity: Entity) => catalogue.columns.has(tableOf(entity))
  const made = new Set(entities.filter(isOld).map(({ name }) => name))
  const keys: string[] = []
  const tables = entities
    .filter((entity) => !isOld(entity))
    .flatMap((entity) => {
      // Two new tables may point at each other.
      for (const [name, { kind, to }] of Object.entries(entity.fields))
        if (kind === 'ref' && to !== entity.name && !made.has(to!))
          keys.push(addKey(tableOf(entity), name, to!))
      const lines = createTable(entity, entity.fields, (to) => made.has(to))
      made.add(entity.name)
      return lines
    })
  return [
    ...tables,
    ...keys,
    ...entities.filter(isOld).flatMap((entity) => inTable(entity, catalogue)),
  ]
}
