import { sql } from 'kysely'
import { cameraSeriesScreen, seedlingSituation } from '#contract/camera/capture.ts'
import { codesOf } from '#contract/call.ts'
import type { BatchFeed } from '#server/services/batch.ts'
import { rows } from '#server/db/database.ts'
import { groundPictures } from './pictures.ts'

interface Seen {
  id: number
  cameraId: number
  at: string
  title: string
  detail: { pictures: string[] }
}
/** What cameras on its plots saw in its days: of each day and camera the picture nearest to noon. */
export const pictureEvents: BatchFeed = {
  kind: 'picture',
  isFor: (codes) => codesOf(seedlingSituation).some((code) => codes.has(code)),
  load: async (tx, { batch, codes, before, most }) => {
    const found = await rows<Seen>(
      tx,
      sql`select id, camera_id, taken_on as at, camera_name as title, json_build_object('pictures', array[file_url]) as detail
        from (${groundPictures(batch.id, {})}) p
        where ${before === undefined ? sql`true` : sql`taken_on < ${before}::timestamptz`}
        order by taken_on desc, id desc limit ${most}`,
    )
    const maySeries = codes.has(cameraSeriesScreen.permission!)
    return found.map(({ cameraId, ...one }) => ({
      kind: 'picture',
      ...one,
      ...(maySeries && { path: `${cameraSeriesScreen.route}?camera=${cameraId}` }),
    }))
  },
}
