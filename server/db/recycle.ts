import { sql } from 'kysely'
import { recycleDays } from '#contract/platform/recycle-calls.ts'
import { storageName, type Entity } from '#contract/entity.ts'
import { snake } from './case.ts'
import { tableOf } from './columns.ts'
import { row, rows, type Tx } from './database.ts'
import { notFound, unprocessable } from './http-error.ts'

/** Of the entities that are kept as this one, whether a kept row is one of `entity`. */
export const onlyOf = ({ variantOf }: Entity): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(variantOf?.only ?? {}).map(([name, value]) => [snake(name), value]),
  )
/** The content of a deleted row that can be had back, or nothing. */
export const keptContent = async (tx: Tx, kept: string, recordId: number) =>
  (
    await row<{ content: Record<string, unknown> }>(
      tx,
      sql`select content from recycled where entity = ${kept} and record_id = ${recordId}
        and deleted_at > now() - ${`${recycleDays} days`}::interval order by id desc limit 1`,
    )
  )?.content

/** Whether a deleted record can be had back. */
export const isRecycled = (entity: Entity) => entity.deletion !== 'gone'

/** Keeps a row whole before it is deleted; what is older than a month goes. */
export async function recycle(
  tx: Tx,
  entity: Entity,
  id: number,
  title: string,
  by: { accountId: number; realName: string },
): Promise<void> {
  await sql`delete from recycled where deleted_at < now() - ${`${recycleDays} days`}::interval`.execute(
    tx,
  )
  await sql`insert into recycled (entity, record_id, title, content, deleted_by, deleted_by_name)
    select ${storageName(entity)}, t.id, ${title}, to_jsonb(t), ${by.accountId}, ${by.realName}
    from ${sql.table(tableOf(entity))} t where t.id = ${id}`.execute(tx)
}

/**
 * Puts a deleted row back under its own id, as written by whoever wants it back, and answers all
 * that was kept of it. Errors: 404 when it is not kept, 422 when what it refers to is gone.
 */
export async function restore(
  tx: Tx,
  entity: Entity,
  recordId: number,
  by: number,
): Promise<Record<string, unknown>> {
  const kept = await row<{ id: number; content: Record<string, unknown> }>(
    tx,
    sql`select id, content from recycled where entity = ${storageName(entity)} and record_id = ${recordId}
    and deleted_at > now() - ${`${recycleDays} days`}::interval order by id desc limit 1 for update`,
  )
  if (!kept) throw notFound()
  const table = sql.table(tableOf(entity))
  // Columns that came later take what they say of themselves; those that went are left behind.
  const columns = await rows<{ name: string }>(
    tx,
    sql`select attname::text as name from pg_attribute
    where attrelid = ${tableOf(entity)}::regclass and attnum > 0 and not attisdropped
    and (select content ? attname from recycled where id = ${kept.id})`,
  )
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  try {
    await sql`insert into ${table} (${names}) select ${names}
      from jsonb_populate_record(null::${table}, (select content from recycled where id = ${kept.id}))`.execute(
      tx,
    )
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw unprocessable('recycle.reference')
    throw error
  }
  await sql`update ${table} set object_version_number = object_version_number + 1,
    last_update_date = now(), last_updated_by = ${by} where id = ${recordId}`.execute(tx)
  await sql`delete from recycled where id = ${kept.id}`.execute(tx)
  return kept.content
}
