import type pg from 'pg'

/** Where uploaded bytes are, as far as a dump is concerned. */
export interface Bytes {
  get(key: string): Promise<{ stream: NodeJS.ReadableStream; size: number } | null>
  put(key: string, path: string, type: string): Promise<void>
  remove(key: string): Promise<void>
}
export interface Table {
  name: string
  /** Rows of one tenant each, which row-level security keeps apart. */
  isOfTenant: boolean
  /** What is stored and not worked out. */
  columns: string[]
}
/** Names the migrations, not what they made. */
const left = ['migration']

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** As the owner, in one tenant or (0) in none, for the rest of the transaction. */
export const turnTo = (client: pg.Client, tenant: number) =>
  client.query("select set_config('app.tenant_id', $1, true)", [String(tenant)])

export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.relrowsecurity and bool_or(a.attname = 'tenant_id') as "isOfTenant", array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1) group by c.oid, c.relname, c.relrowsecurity order by c.relname`,
    [left],
  )
  return rows
}
export async function tenantsOf(client: pg.Client): Promise<number[]> {
  await turnTo(client, 0)
  return (await client.query<{ id: string }>('select id from tenant order by id')).rows.map(
    ({ id }) => Number(id),
  )
}

/** Foreign keys, as they are put back. */
export async function foreignKeys(
  client: pg.Client,
): Promise<{ table: string; name: string; definition: string }[]> {
  return (
    await client.query<{
      table: string
      name: string
      definition: string
    }>(`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  ).rows
}
/** Columns of tenants' tables that name an account. */
export async function accountColumns(
  client: pg.Client,
): Promise<{ table: string; column: string }[]> {
  return (
    await client.query<{
      table: string
      column: string
    }>(`select c.relname as table, f.attname as column from pg_constraint k join pg_class c on c.oid = k.conrelid and c.relrowsecurity
    join pg_attribute f on f.attrelid = c.oid and f.attnum = k.conkey[array_position(k.confkey, (select attnum from pg_attribute where attrelid = 'account'::regclass and attname = 'id'))]
    where k.contype = 'f' and k.confrelid = 'account'::regclass and k.conparentid = 0 and c.relname not in ('account', 'tenant')`)
  ).rows
}

/**
 * Independent of order, of the columns' order and of what the rows are stored in: how many, and
 * what they say.
 */
export async function sumOf(
  client: pg.Client,
  table: Table,
  where: string,
): Promise<{ count: number; sum: string }> {
  const {
    rows: [found],
  } = await client.query<{ count: string; sum: string }>(
    `select count(*) as count, coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint::numeric), 0)::text as sum from ${quoted(table.name)} t where ${where}`,
  )
  return { count: Number(found!.count), sum: found!.sum }
}
/** What makes the text of a value the same on every server. */
export const steady =
  "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601'; set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0"
