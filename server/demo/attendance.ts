import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** So many days back people signed in. */
const days = 30
const forgotten = '忘记签退，按当天任务补登'

/**
 * Who was there on the days of the last month: whoever has accepted work on them signed in before it
 * and out after; a few forgot to, and it was put right. This morning most are here.
 */
export async function makeAttendance(
  db: Database,
  tenant: number,
  say: (text: string) => string,
): Promise<void> {
  await db.write(tenant, (tx) =>
    sql`with today as (select (now() at time zone time_zone)::date as day, time_zone from tenant where id = furrow_tenant()),
      person as (select w.id, coalesce(w.area_id, (select min(id) from area)) as area_id, m.account_id
        from worker w left join member m on m.id = w.user_id where w.enabled_flag = 1),
      worked as (
        select h.worker_id, h.acted_on as day, min(h.area_id) as area_id, sum(h.hours) as hours
        from work_hours_view h, today t where h.acted_on < t.day and h.acted_on > t.day - ${days}::integer group by h.worker_id, h.acted_on
      ), there as (
        select w.worker_id, w.area_id, w.day, least(coalesce(w.hours, 4), 10) as hours,
          (w.day + time '07:20') at time zone t.time_zone + (w.worker_id * 7 + extract(day from w.day)::integer * 3) % 20 * interval '1 minute' as in_at,
          (w.worker_id + extract(day from w.day)::integer) % 13 = 0 as by_hand
        from worked w, today t
      ), came as (
        select p.id as worker_id, p.area_id, t.day, (now() - interval '3 hours') - p.id % 15 * interval '1 minute' as in_at
        from person p, today t where p.id % 5 <> 0
      )
      insert into attendance (day, worker_id, area_id, in_at, out_at, source, reason, signed_in_at, signed_out_at, created_by, last_updated_by)
      select h.day, h.worker_id, h.area_id, h.in_at, o.at, 'self', case when h.by_hand then ${say(forgotten)} else '' end,
        h.in_at, case when not h.by_hand then o.at end, p.account_id, p.account_id
      from there h join person p on p.id = h.worker_id
        cross join lateral (select h.in_at + h.hours * interval '1 hour' + (20 + (h.worker_id * 11 + extract(day from h.day)::integer * 5) % 50) * interval '1 minute' as at) o
      union all
      select (c.in_at at time zone t.time_zone)::date, c.worker_id, c.area_id, c.in_at, null, 'self', '', c.in_at, null, p.account_id, p.account_id
      from came c join person p on p.id = c.worker_id cross join today t
        -- Nobody came before midnight and is here today.
        where (c.in_at at time zone t.time_zone)::date = t.day
      order by 4`.execute(tx),
  )
}
