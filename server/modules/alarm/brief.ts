import { sql } from 'kysely'
import { alarms } from '#contract/alarm/alarm-calls.ts'
import { codesOf } from '#contract/call.ts'
import { rows } from '#server/db/database.ts'
import { byBase, type BriefSource } from '#server/services/brief.ts'
import { emergency } from './home.ts'

/** Alarms that are not over, and those that came since yesterday began. */
export const alarmBrief: BriefSource = {
  kind: 'alarm',
  isFor: (codes) => codesOf(alarms).some((code) => codes.has(code)),
  load: async (tx, { base }) => {
    const found = await rows<{ areaId: number; open: number; emergency: number; since: number }>(
      tx,
      sql`select r.id as area_id, count(a.id) filter (where a.state <> 'cleared') as open,
          count(a.id) filter (where a.state <> 'cleared' and a.level = ${emergency}) as emergency,
          count(a.id) filter (where a.began_at >= d.yesterday) as since
        from area r join tenant n on n.id = r.tenant_id
          cross join lateral (select ((now() at time zone n.time_zone)::date - 1)::timestamp at time zone n.time_zone as yesterday) d
          left join alarm a on a.area_id = r.id and (a.state <> 'cleared' or a.began_at >= d.yesterday)
        ${base ? sql`where r.id = ${base}` : sql``} group by r.id`,
    )
    return byBase(found, (one) => ({ kind: 'alarm', ...one }))
  },
}
