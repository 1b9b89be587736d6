import { sql } from 'kysely'
import { deviceTypeNamed, deviceTypeNames, type DeviceTypeName } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { devicePage } from '#contract/equipment/device-page.ts'
import { sees } from '#contract/equipment/reach.ts'
import { riskOf } from '#contract/home/brief.ts'
import { rows } from '#server/db/database.ts'
import type { BatchFeed } from '#server/services/batch.ts'
import { eventsOf, noonOf, older } from './events.ts'

/** What lets water onto ground, or may do so, by device type. */
const taps = deviceTypeNames.flatMap((deviceType) =>
  switchPlaces(deviceTypeNamed(deviceType))
    .filter(({ about }) => about.irrigates)
    .map(({ channel, about }) => ({ deviceType, channel, irrigates: about.irrigates })),
)
const tapsSeen = (codes: ReadonlySet<string>) =>
  taps.filter(({ deviceType }) => sees(codes, deviceType))

/** What let water onto its plots, of device types that the reader sees: from when until when. */
export const irrigation: BatchFeed = {
  kind: 'irrigation',
  isFor: (codes) => tapsSeen(codes).length > 0,
  load: async (tx, { batch, codes, before, most }) => {
    // Of a circuit that nobody has looked at yet, what holds until somebody does.
    const irrigates = tapsSeen(codes).map(
      (tap) =>
        sql`(d.device_type = ${tap.deviceType} and c.channel = ${tap.channel} and ${
          tap.irrigates === true
            ? sql`true`
            : sql`coalesce((select s.irrigates_flag = 1 from device_switch s
              where s.tenant_id = d.tenant_id and s.device_id = d.id and s.channel = c.channel), ${tap.irrigates === 'marked'})`
        })`,
    )
    const found = await eventsOf(
      tx,
      'irrigation',
      sql`select c.id, c.ended_at as at, c.device_name as title, json_build_object('switchName', c.switch_name,
          'circuit', c.circuit, 'origin', c.origin, 'by', c.person_name, 'device', d.id, 'deviceType', d.device_type,
          -- The next order that was carried out closed it, or set it otherwise.
          'until', (select n.ended_at from device_command n where n.tenant_id = c.tenant_id and n.device_id = c.device_id
            and n.channel = c.channel and n.id > c.id and n.state = 'confirmed' order by n.id limit 1)) as detail
        from device d join device_command c on c.tenant_id = d.tenant_id and c.device_id = d.id
        where d.land_id = any(${[...batch.landIds]}::bigint[]) and c.state = 'confirmed' and c.wanted > 0
          and (${sql.join(irrigates, sql` or `)})
          and c.ended_at >= ${batch.from}::date and c.ended_at < coalesce(${batch.to}::date, 'infinity') + 1`,
      before,
      most,
    )
    return found.map(({ detail, ...one }) => {
      const { device, deviceType, ...rest } = detail!
      const path = devicePage(codes, Number(device), deviceType as DeviceTypeName)
      return { ...one, detail: rest, ...(path && { path }) }
    })
  },
}

interface Day {
  id: number
  at: string
  low: number
  high: number
  rain: number
  wind: number
}
const station = 'gateway_weather'
/** A day's moderate rain (GB/T 28592). */
const rainFrom = 10
/** Days of a batch that is three years old. */
const mostDays = 1100

/**
 * What the station of its base measured, day by day; among everything else, the days that warned of
 * something or brought rain.
 */
export const weather: BatchFeed = {
  kind: 'weather',
  isFor: (codes) => sees(codes, station),
  load: async (tx, { batch, codes, before, most, isAlone }) => {
    const at = noonOf(sql`e.day`)
    const found = await rows<Day & { device: number }>(
      tx,
      sql`select e.day - date '2000-01-01' as id, ${at} as at, e.device, e.low, e.high, e.rain, e.wind
        from (select (m.at at time zone n.time_zone)::date as day, m.device_id as device,
            min(m.min) filter (where m.metric = 'airTemperature') as low,
            max(m.max) filter (where m.metric = 'airTemperature') as high,
            coalesce(sum(m.sum) filter (where m.metric = 'rainfall'), 0) as rain,
            coalesce(max(m.max) filter (where m.metric = 'windSpeed'), 0) as wind
          from telemetry_day m join tenant n on n.id = m.tenant_id
          where m.device_id = (select d.id from device d where d.area_id = ${batch.areaId} and d.device_type = ${station}
              and d.enabled_flag = 1 order by d.online desc, d.last_seen_at desc nulls last, d.id limit 1)
            and m.metric in ('airTemperature', 'rainfall', 'windSpeed') and m.at + interval '24 hours' <= now()
          group by 1, 2) e
        where e.low is not null and e.day >= ${batch.from}::date and e.day <= coalesce(${batch.to}::date, 'infinity')
          and ${older(at, before)} order by 2 desc limit ${mostDays}`,
    )
    return found
      .map(({ id, at: when, device, ...day }) => ({ id, at: when, device, day, risk: riskOf(day) }))
      .filter(({ day, risk }) => isAlone || risk !== null || day.rain >= rainFrom)
      .slice(0, most)
      .map(({ id, at: when, device, day, risk }) => {
        const path = devicePage(codes, device, station)
        return {
          kind: 'weather' as const,
          id,
          at: when,
          title: '',
          detail: { ...day, risk },
          ...(path && { path }),
        }
      })
  },
}
