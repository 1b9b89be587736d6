import { sql, type RawBuilder } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import * as calls from '#contract/camera/capture.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

interface Span {
  from?: string | undefined
  to?: string | undefined
}
const zone = sql`(select time_zone from tenant where id = furrow_tenant())`
const dayOf = sql`(p.taken_on at time zone ${zone})::date`
const picture = sql`p.id, p.camera_id, c.name as camera_name, p.taken_on, ${dayOf}::text as day, p.file_url, t.name as timer_name`
const joined = sql`camera_capture p join camera c on c.tenant_id = p.tenant_id and c.id = p.camera_id
  left join camera_timer t on t.tenant_id = p.tenant_id and t.id = p.timer_id`
const within = ({ from, to }: Span) =>
  sql`(${from ?? null}::date is null or p.taken_on >= ${from ?? null}::date::timestamp at time zone ${zone})
    and (${to ?? null}::date is null or p.taken_on < (${to ?? null}::date + 1)::timestamp at time zone ${zone})`

/** Pictures of a camera between two days, the oldest first; the newest of them where they are too many. */
export const picturesOf = (
  tx: Tx,
  cameraId: number,
  span: Span,
  most: number = calls.mostPictures,
) =>
  rows<calls.CameraPicture>(
    tx,
    sql`select * from (select ${picture} from ${joined} where p.camera_id = ${cameraId} and ${within(span)}
      order by p.taken_on desc, p.id desc limit ${most}) found order by taken_on, id`,
  )

/** Which cameras look at the ground of a batch, or at a plot. */
const groundOf = (batchId: number | undefined, landId: number | undefined): RawBuilder<unknown> =>
  landId !== undefined
    ? sql`c.land_id = ${landId}`
    : sql`c.land_id in (select l.land_id from batch_land l where l.tenant_id = c.tenant_id and l.batch_id = ${batchId})`

/**
 * Of each day and camera that looks at the ground of a batch or a plot, the picture nearest to noon.
 * Of the days of a batch, so that what stood there before is no part of its picture.
 */
export const groundPictures = (
  batchId: number | undefined,
  span: Span,
  landId?: number,
): RawBuilder<unknown> =>
  sql`select distinct on (${dayOf}, p.camera_id) ${picture} from ${joined}
    where ${groundOf(batchId, landId)} and ${within(span)}
      and (${landId ?? null}::bigint is not null or exists (select 1 from batch b where b.id = ${batchId ?? null}
        and ${dayOf} between b.planted_on and coalesce(b.finished_on, 'infinity')))
    order by ${dayOf}, p.camera_id, abs(extract(hour from p.taken_on at time zone ${zone}) - 12), p.id`

/** Pictures that were kept of cameras, by day. */
export function pictureCalls(app: Services): void {
  serve(app, calls.cameraPictures, ({ cameraId, ...span }, { read }) =>
    read(async (tx) => {
      await demand(tx, camera, cameraId, 'show')
      return picturesOf(tx, cameraId, span)
    }),
  )

  serve(app, calls.seedlingSituation, ({ batchId, landId, ...span }, { read }) => {
    if (batchId === undefined && landId === undefined)
      throw invalidFields({ landId: { code: 'field.required' } })
    return read(async (tx) => {
      const table = landId === undefined ? 'batch' : 'land'
      if (!(await row(tx, sql`select 1 from ${sql.table(table)} where id = ${landId ?? batchId}`)))
        throw notFound()
      const found = await rows<calls.CameraPicture>(
        tx,
        sql`select * from (${groundPictures(batchId, span, landId)}) found
          order by day desc, camera_name, camera_id limit ${calls.mostPictures}`,
      )
      const days = new Map<string, calls.CameraPicture[]>()
      for (const one of found) days.set(one.day, [...(days.get(one.day) ?? []), one])
      return [...days].map(([day, pictures]) => ({ day, pictures }))
    })
  })

  serve(app, calls.seedlingPicture, ({ id }, { read }) =>
    read(async (tx) => {
      const found = await row<calls.CameraPicture>(
        tx,
        sql`select ${picture} from ${joined} where p.id = ${id}`,
      )
      if (!found) throw notFound()
      const own = sql`(select p.taken_on, p.id from camera_capture p where p.id = ${id})`
      const beside = (isBefore: boolean) =>
        row<{ id: number }>(
          tx,
          isBefore
            ? sql`select id from camera_capture where camera_id = ${found.cameraId}
                and (taken_on, id) < ${own} order by taken_on desc, id desc limit 1`
            : sql`select id from camera_capture where camera_id = ${found.cameraId}
                and (taken_on, id) > ${own} order by taken_on, id limit 1`,
        )
      const [before, after] = [await beside(true), await beside(false)]
      return { ...found, before: before?.id ?? null, after: after?.id ?? null }
    }),
  )

  serve(app, calls.removePicture, ({ id }, { write }) =>
    write(async ({ tx, audit }) => {
      const gone = await row<{ cameraId: number; takenOn: string }>(
        tx,
        sql`delete from camera_capture where id = ${id} returning camera_id, taken_on`,
      )
      if (!gone) throw notFound()
      const { name } = await demand(tx, camera, gone.cameraId, 'show')
      await audit({
        entity: camera.name,
        recordId: gone.cameraId,
        title: String(name),
        action: 'removePicture',
        before: { takenOn: gone.takenOn },
      })
      return { id }
    }),
  )
}
