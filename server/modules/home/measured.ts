import { sql } from 'kysely'
import { riskOf } from '#contract/home/brief.ts'
import { typesSeen } from '#contract/equipment/reach.ts'
import { rows } from '#server/db/database.ts'
import { byBase, type BriefSource } from '#server/services/brief.ts'

const lamps = ['insectSituationLamp', 'insectSituationLamp_II', 'insectSituationLamp_IV'] as const
const station = 'gateway_weather'

/** What the forecast lamps of a base counted yesterday, beside the day before. */
export const pestBrief: BriefSource = {
  kind: 'pest',
  isFor: (codes) => lamps.some((type) => typesSeen(codes).includes(type)),
  load: async (tx, { codes, base }) => {
    const types = lamps.filter((type) => typesSeen(codes).includes(type))
    const found = await rows<{ areaId: number; insects: number; before: number }>(
      tx,
      sql`select d.area_id, coalesce(sum(t.sum) filter (where t.at >= c.yesterday), 0)::int as insects,
          coalesce(sum(t.sum) filter (where t.at < c.yesterday), 0)::int as before
        from device d join tenant n on n.id = d.tenant_id
          cross join lateral (select (now() at time zone n.time_zone)::date as today) k
          cross join lateral (select k.today::timestamp at time zone n.time_zone as today,
            (k.today - 1)::timestamp at time zone n.time_zone as yesterday,
            (k.today - 2)::timestamp at time zone n.time_zone as before) c
          join telemetry_hour t on t.device_id = d.id and t.metric = 'insects' and t.at >= c.before and t.at < c.today
        where d.device_type = any(${types}::text[]) and d.area_id is not null
          ${base ? sql`and d.area_id = ${base}` : sql``} group by d.area_id`,
    )
    return byBase(found, (one) => ({ kind: 'pest', ...one }))
  },
}

interface Weather {
  areaId: number
  low: number
  high: number
  rain: number
  wind: number
}
/** What the station of a base measured in the last day, and what that warns of. */
export const weatherBrief: BriefSource = {
  kind: 'weather',
  isFor: (codes) => typesSeen(codes).includes(station),
  load: async (tx, { base }) => {
    const found = await rows<Weather>(
      tx,
      sql`select s.* from (select d.area_id, min(t.min) filter (where t.metric = 'airTemperature') as low,
          max(t.max) filter (where t.metric = 'airTemperature') as high,
          coalesce(sum(t.sum) filter (where t.metric = 'rainfall'), 0) as rain,
          coalesce(max(t.max) filter (where t.metric = 'windSpeed'), 0) as wind
        from device d join telemetry_hour t on t.device_id = d.id
          and t.metric in ('airTemperature', 'rainfall', 'windSpeed') and t.at > now() - interval '1 day'
        where d.device_type = ${station} and d.area_id is not null
          and d.id = (select s.id from device s where s.tenant_id = d.tenant_id and s.area_id = d.area_id
            and s.device_type = ${station} and s.enabled_flag = 1
            order by s.online desc, s.last_seen_at desc nulls last, s.id limit 1)
          ${base ? sql`and d.area_id = ${base}` : sql``} group by d.area_id) s
        where s.low is not null`,
    )
    return byBase(found, (one) => ({ kind: 'weather', ...one, risk: riskOf(one) }))
  },
}
