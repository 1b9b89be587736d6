import { sql } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import {
  createLayout,
  deleteLayout,
  mostLayouts,
  mostWallCameras,
  updateLayout,
  wallLayouts,
  type WallLayout,
} from '#contract/camera/layout.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, unprocessable } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

type Given = Omit<WallLayout, 'id' | 'isMine' | 'gone' | 'unseen'>
/** With the cameras that the transaction sees, in their order. */
const found = (tx: Tx, account: number, id: number | null = null) =>
  rows<WallLayout>(
    tx,
    sql`select l.id, l.name, l.size, l.patrol_seconds, l.shared_flag = 1 as is_shared, l.account_id = ${account} as is_mine,
      cardinality(furrow_gone('camera', l.camera_ids)) as gone,
      (select count(*) from (select distinct unnest(l.camera_ids) except select unnest(furrow_gone('camera', l.camera_ids))
        except select id from camera) hidden)::int as unseen,
      coalesce((select array_agg(c.id order by given.place) from unnest(l.camera_ids) with ordinality given (id, place)
        join camera c on c.tenant_id = l.tenant_id and c.id = given.id), '{}') as camera_ids
    from camera_layout l
    where (l.account_id = ${account} or l.shared_flag = 1) and (${id}::bigint is null or l.id = ${id})
    order by l.account_id <> ${account}, l.name collate "zh-x-icu", l.id`,
  )
/** Errors: 422 for a camera that the caller does not see. */
async function check(tx: Tx, { cameraIds }: Given): Promise<void> {
  const seen = await row<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${sql.table(camera.name)} where id = any(${cameraIds}::bigint[])`,
  )
  if (seen!.count !== new Set(cameraIds).size)
    throw invalidFields({ cameraIds: { code: 'field.missing_reference' } })
}

/**
 * What whoever saves a layout sees, in their order; what they do not see stays at its place, and
 * what is deleted is left out.
 */
async function withUnseen(tx: Tx, id: number, given: readonly number[]): Promise<number[]> {
  const stood = await rows<{ id: number; isSeen: boolean }>(
    tx,
    sql`select named.id, exists (select 1 from camera c where c.id = named.id) as is_seen
      from camera_layout l cross join lateral unnest(l.camera_ids) with ordinality named (id, place)
      where l.id = ${id} and not named.id = any(furrow_gone('camera', l.camera_ids)) order by named.place`,
  )
  const left = [...given]
  const whole = stood.flatMap((one) => (one.isSeen ? left.splice(0, 1) : [one.id]))
  const all = [...whole, ...left]
  if (all.length > mostWallCameras)
    throw invalidFields({
      cameraIds: { code: 'camera.wall_full', params: { count: mostWallCameras } },
    })
  return all
}

/** What people keep of the video wall. */
export function layoutCalls(app: Services): void {
  serve(app, wallLayouts, (_, { read, actor }) => read((tx) => found(tx, actor.accountId)))
  serve(app, createLayout, (given, { write, actor }) =>
    write(async ({ tx, audit }) => {
      await check(tx, given)
      const own = await row<{ count: number }>(
        tx,
        sql`select count(*)::int as count from camera_layout where account_id = ${actor.accountId}`,
      )
      if (own!.count >= mostLayouts)
        throw unprocessable('camera.layouts_full', { count: mostLayouts })
      const made = await row<{ id: number }>(
        tx,
        sql`insert into camera_layout (account_id, name, size, camera_ids, patrol_seconds, shared_flag)
        values (${actor.accountId}, ${given.name}, ${given.size}, ${given.cameraIds}::bigint[],
          ${given.patrolSeconds}, ${given.isShared ? 1 : 0}) returning id`,
      )
      await audit({
        entity: 'cameraLayout',
        recordId: made!.id,
        title: given.name,
        action: 'create',
      })
      return (await found(tx, actor.accountId, made!.id))[0]!
    }),
  )
  serve(app, updateLayout, ({ id, ...given }, { write, actor }) =>
    write(async ({ tx, audit }) => {
      await check(tx, given)
      const cameraIds = await withUnseen(tx, id, given.cameraIds)
      const changed = await row(
        tx,
        sql`update camera_layout set name = ${given.name}, size = ${given.size},
          camera_ids = ${cameraIds}::bigint[], patrol_seconds = ${given.patrolSeconds},
          shared_flag = ${given.isShared ? 1 : 0} where id = ${id} and account_id = ${actor.accountId} returning id`,
      )
      if (!changed) throw notFound()
      await audit({ entity: 'cameraLayout', recordId: id, title: given.name, action: 'edit' })
      return (await found(tx, actor.accountId, id))[0]!
    }),
  )
  serve(app, deleteLayout, ({ id }, { write, actor }) =>
    write(async ({ tx, audit }) => {
      const gone = await row<{ name: string }>(
        tx,
        sql`delete from camera_layout where id = ${id} and account_id = ${actor.accountId} returning name`,
      )
      if (!gone) throw notFound()
      await audit({ entity: 'cameraLayout', recordId: id, title: gone.name, action: 'delete' })
      return 1 as const
    }),
  )
}
