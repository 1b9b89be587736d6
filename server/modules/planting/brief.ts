import { sql } from 'kysely'
import { batch, batchState } from '#contract/planting/batch.ts'
import { rows } from '#server/db/database.ts'
import { byBase, type BriefSource } from '#server/services/brief.ts'

/** How long before its harvest a batch is told of. */
const soonDays = 7
const standing = [batchState.growing, batchState.harvesting]

interface Crops {
  areaId: number
  growing: number
  harvest: number
  next: { id: number; name: string; on: string } | null
}
/** What grows, and what is to be harvested next. */
export const cropBrief: BriefSource = {
  kind: 'crop',
  isFor: (codes) => codes.has(batch.permissions.list),
  load: async (tx, { base }) => {
    const found = await rows<Crops>(
      tx,
      sql`select r.id as area_id, count(b.id) as growing,
          count(b.id) filter (where b.expected_harvest_on <= d.now + ${soonDays}::int) as harvest,
          (array_agg(json_build_object('id', b.id, 'name', b.batch_name, 'on', b.expected_harvest_on)
            order by b.expected_harvest_on, b.id) filter (where b.expected_harvest_on is not null))[1] as next
        from area r join tenant n on n.id = r.tenant_id
          cross join lateral (select (now() at time zone n.time_zone)::date as now) d
          left join batch b on b.area_id = r.id and b.state = any(${standing}::smallint[])
        ${base ? sql`where r.id = ${base}` : sql``} group by r.id`,
    )
    return byBase(found, (one) => ({ kind: 'crop', ...one }))
  },
}
