import { sql } from 'kysely'
import type { HomeAround, HomeChange, HomeWeather } from '#contract/home/around-calls.ts'
import { sees } from '#contract/equipment/reach.ts'
import { auditLog } from '#contract/platform/platform-calls.ts'
import { codesOf } from '#contract/call.ts'
import { plotLocks } from '#contract/work/task-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { locksSeen } from '#server/modules/farm/engine/locks.ts'

const station = 'gateway_weather'
/** As many as fit beside the rest. */
const newsRows = 5

/** What the weather station of a base says: the one that was heard last, of the default base first. */
export async function weatherFor(
  tx: Tx,
  codes: ReadonlySet<string>,
  base: number | undefined,
): Promise<Pick<HomeAround, 'weather' | 'mayWeather'>> {
  if (!sees(codes, station)) return { weather: null, mayWeather: false }
  const found = await row<HomeWeather>(
    tx,
    sql`with station as (select d.id, d.name, d.area_id, a.area_name, d.online, d.last_seen_at
        from device d join area a on a.tenant_id = d.tenant_id and a.id = d.area_id
        where d.device_type = ${station} and d.enabled_flag = 1
          ${base ? sql`and d.area_id = ${base}` : sql``}
        order by d.online desc, a.default_flag desc, d.last_seen_at desc nulls last, d.id limit 1),
      latest as (select l.metric, l.value, l.at from device_latest l
        join station s on s.id = l.device_id)
    select s.id as device_id, s.name as device_name, s.area_id, s.area_name, s.online,
      (select max(at) from latest) as at,
      (select value from latest where metric = 'airTemperature') as temperature,
      (select value from latest where metric = 'airHumidity') as humidity,
      (select value from latest where metric = 'windSpeed') as wind_speed,
      (select value from latest where metric = 'windDirection') as wind_direction,
      (select sum(t.value) from telemetry t where t.device_id = s.id and t.metric = 'rainfall'
        and t.at > now() - interval '1 hour') as rain_hour,
      (select sum(t.value) from telemetry t where t.device_id = s.id and t.metric = 'rainfall'
        and t.at > now() - interval '24 hours') as rain_day, d.low_day, d.high_day
    from station s left join lateral (select min(t.value) as low_day, max(t.value) as high_day
      from telemetry t where t.device_id = s.id and t.metric = 'airTemperature'
        and t.at > now() - interval '24 hours') d on true`,
  )
  return { weather: found ?? null, mayWeather: true }
}

export const newsFor = (tx: Tx, account: number) =>
  rows<HomeAround['news'][number]>(
    tx,
    sql`select n.id, n.title, n.published_date, n.sticky_flag,
      (r.account_id is not null)::int as read_flag
      from notice n left join notice_read r on r.notice_id = n.id and r.account_id = ${account}
      where n.status_code = 'PUBLISHED'
      order by n.sticky_flag desc, n.published_date desc, n.id desc limit ${newsRows}`,
  )

/** As many as a card has room for. */
const lockRows = 8
export const locksFor = async (
  tx: Tx,
  codes: ReadonlySet<string>,
  base: number | undefined,
): Promise<HomeAround['locks']> =>
  codesOf(plotLocks).some((code) => codes.has(code))
    ? (await locksSeen(tx, base)).slice(0, lockRows)
    : null

/** Reading lists into files and looking through a camera change nothing. */
const idle = ['export', 'print', 'signIn', 'signOut', 'watch', 'playback', 'watchShared']
export const changesFor = async (
  tx: Tx,
  codes: ReadonlySet<string>,
): Promise<HomeChange[] | null> =>
  codesOf(auditLog).some((code) => codes.has(code))
    ? rows<HomeChange>(
        tx,
        sql`select id, at, real_name, action, entity,
          case when record_id ~ '^[0-9]{1,15}$' then record_id::bigint end as record_id, title
          from audit where action <> all(${idle}::text[]) order by id desc limit ${newsRows + 1}`,
      )
    : null
