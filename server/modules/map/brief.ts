import { sql } from 'kysely'
import { typesSeen } from '#contract/equipment/reach.ts'
import { mapScreen } from '#contract/map/map.ts'
import { rows } from '#server/db/database.ts'
import { byBase, type BriefSource } from '#server/services/brief.ts'
import { moistureOf } from './ground.ts'

interface Water {
  areaId: number
  plot: string
  moisture: number
  mean: number
}
/** The driest plot of each base whose soil is measured, by sensors that the reader sees. */
export const waterBrief: BriefSource = {
  kind: 'water',
  isFor: (codes) => codes.has(mapScreen.permission!) && typesSeen(codes).length > 0,
  load: async (tx, { codes, base }) => {
    const found = await rows<Water>(
      tx,
      sql`select distinct on (l.area_id) l.area_id, l.land_name as plot, m.moisture,
          round(avg(m.moisture) over (partition by l.area_id)::numeric, 1)::float8 as mean
        from (${moistureOf(typesSeen(codes))}) m join land l on l.id = m.land_id
        ${base ? sql`where l.area_id = ${base}` : sql``}
        order by l.area_id, m.moisture, l.id`,
    )
    return byBase(found, ({ plot, moisture, mean }) => ({
      kind: 'water',
      driest: { plot, moisture },
      mean,
    }))
  },
}
