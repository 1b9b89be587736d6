import { sql } from 'kysely'
import { alarms, type AlarmRow } from '#contract/alarm/alarm-calls.ts'
import { codesOf } from '#contract/call.ts'
import { row, rows } from '#server/db/database.ts'
import type { HomeFeed } from '#server/services/home.ts'
import { alarmFields, alarmSource } from './alarm.ts'

export const emergency = 3

/** Alarms that are not over and that nobody has acknowledged. */
export const alarmFeed: HomeFeed = {
  kind: 'alarm',
  isFor: (codes) => codesOf(alarms).some((code) => codes.has(code)),
  load: async (tx, { base, most }) => {
    const where = sql`where a.state <> 'cleared' and a.acknowledged_at is null
      ${base ? sql`and a.area_id = ${base}` : sql``}`
    const found = await rows<AlarmRow>(
      tx,
      sql`select ${alarmFields} ${alarmSource} ${where}
        order by a.level desc, a.began_at desc, a.id desc limit ${most}`,
    )
    const counted = await row<{ count: number }>(
      tx,
      sql`select count(*) as count from (select 1 ${alarmSource} ${where} limit 10001) c`,
    )
    return {
      count: counted!.count,
      items: found.map((alarm) => ({
        kind: 'alarm' as const,
        id: alarm.id,
        at: alarm.beganAt,
        urgency: alarm.level === emergency ? 4 : 3,
        alarm,
      })),
    }
  },
}
