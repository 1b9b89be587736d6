import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { tableOf } from '#server/db/columns.ts'
import { lockRow, showRow } from '#server/db/crud.ts'
import { rows, type Sql } from '#server/db/database.ts'
import type { BatchHeir, BatchHeirs } from './batch.ts'

interface What {
  /** Of a row `t`: whether it goes along. */
  isOpen: Sql
  /** Of a row `t`: the plots that it speaks of. */
  lands?: Sql
  /** What else of one of them is for the other batch now. */
  also?(id: number, to: number): Sql
}
/** Records of an entity that name a batch: how they are found, and how they come to be for another. */
export const heirsOf = (
  entity: Entity,
  { isOpen, lands = sql`'{}'::bigint[]`, also }: What,
): BatchHeirs => ({
  kind: entity.name,
  of: (tx, batchIds) =>
    rows<BatchHeir>(
      tx,
      sql`select t.id, t.batch_id, ${lands} as land_ids, (${isOpen}) as is_open
        from ${sql.table(tableOf(entity))} t where t.batch_id = any(${batchIds}::bigint[])
        order by t.id`,
    ),
  pass: async (moves, { tx, audit, announce }) => {
    for (const { id, to } of moves) {
      await lockRow(tx, entity, id)
      const before = (await showRow(tx, entity, id))!
      // Who wrote it last stays: some of them act by that person's rights.
      await sql`update ${sql.table(tableOf(entity))} set batch_id = ${to},
        object_version_number = object_version_number + 1 where id = ${id}`.execute(tx)
      await also?.(id, to).execute(tx)
      const after = (await showRow(tx, entity, id))!
      const title = String(after[entity.title])
      await audit({ entity: entity.name, recordId: id, title, action: 'edit', before, after })
    }
    if (moves.length > 0)
      await announce({
        resource: entity.name,
        ids: moves.map(({ id }) => id).slice(0, 200),
        kind: 'updated',
      })
  },
})
