import { sql } from 'kysely'
import { batchState } from '#contract/planting/batch.ts'
import {
  batchFamily,
  familyAhead,
  mostKin,
  type BatchFamily,
  type BatchMate,
} from '#contract/planting/family-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { isUntouched, lastTurnOf } from './family-undo.ts'

/** As many links as a tree shows. */
const mostLinks = 300

/** Links to all that it came of, and to all that came of it. */
const linksOf = (tx: Tx, id: number) =>
  rows<BatchFamily['links'][number]>(
    tx,
    sql`with recursive up as (
        select k.* from batch_link k where k.child_id = ${id} and k.undone_at is null
        union select k.* from batch_link k join up on k.tenant_id = up.tenant_id
          and k.child_id = up.parent_id where k.undone_at is null),
      down as (
        select k.* from batch_link k where k.parent_id = ${id} and k.undone_at is null
        union select k.* from batch_link k join down on k.tenant_id = down.tenant_id
          and k.parent_id = down.child_id where k.undone_at is null)
      select parent_id, child_id, kind, happened_on from (select * from up union select * from down) k
      order by k.child_id, k.parent_id limit ${mostLinks}`,
  )

/** Batches as a dialog offers them; what is open for each is counted over all domains. */
async function matesOf(app: Services, tx: Tx, which: ReturnType<typeof sql>): Promise<BatchMate[]> {
  const found = await rows<Omit<BatchMate, 'open'>>(
    tx,
    sql`select b.id, b.object_version_number, b.batch_name, b.batch_code, b.planted_on, b.stage,
        b.planted_area, b.quantity, b.quantity_unit_id, u.name as quantity_unit_name, b.land_ids, b.cost
      from batch_view b left join unit u on u.tenant_id = b.tenant_id and u.id = b.quantity_unit_id
      where ${which} order by b.planted_on, b.id limit 200`,
  )
  const open = new Map<number, number>()
  for (const { of } of app.batchHeirs)
    for (const { batchId, isOpen } of await of(
      tx,
      found.map(({ id }) => id),
    ))
      if (isOpen) open.set(batchId, (open.get(batchId) ?? 0) + 1)
  return found.map((one) => ({ ...one, open: open.get(one.id) ?? 0 }))
}

export function serveFamilyReading(app: Services): void {
  serve(app, batchFamily, ({ id }, { read }) =>
    read(async (tx) => {
      if (!(await row(tx, sql`select 1 from batch where id = ${id}`))) throw notFound()
      const links = await linksOf(tx, id)
      const ids = [
        ...new Set([id, ...links.flatMap(({ parentId, childId }) => [parentId, childId])]),
      ]
      const turn = await lastTurnOf(tx, id)
      return {
        members: await rows<BatchFamily['members'][number]>(
          tx,
          sql`select id, batch_name, batch_code, state, planted_area from batch
            where id = any(${ids}::bigint[]) order by id`,
        ),
        links,
        undo: turn && {
          kind: turn.kind,
          openFlag: (await isUntouched(app, tx, turn)) ? (1 as const) : (0 as const),
        },
      }
    }),
  )
  serve(app, familyAhead, ({ id }, { read }) =>
    read(async (tx) => {
      // Also of one that was split just now, while its dialog is still closing.
      const [own] = await matesOf(app, tx, sql`b.id = ${id}`)
      if (!own) throw notFound()
      return {
        own,
        mates: await matesOf(
          app,
          tx,
          sql`b.id <> ${id} and b.state in (${batchState.growing}, ${batchState.harvesting}) and exists (select 1 from batch o
            where o.id = ${id} and o.area_id = b.area_id and o.variety_id = b.variety_id)`,
        ),
        plots: await rows<{ id: number; landName: string; acreage: number | null }>(
          tx,
          sql`select id, land_name, acreage from land where id = any(${own.landIds}::bigint[])
            order by id limit ${mostKin * 50}`,
        ),
      }
    }),
  )
}
