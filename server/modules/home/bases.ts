import { sql } from 'kysely'
import { alarms } from '#contract/alarm/alarm-calls.ts'
import { seesDevices } from '#contract/equipment/device-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { sees } from '#contract/equipment/reach.ts'
import { deviceTypeNames } from '#contract/devices/index.ts'
import { codesOf } from '#contract/call.ts'
import { baseStates, mostOutlines, type BaseState } from '#contract/home/base-calls.ts'
import { rows, type Sql } from '#server/db/database.ts'
import type { Ground } from '#contract/ground.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

type Outline = { id: number; areaId: number; name: string; corners: Ground }

/** Bases as they are chosen from: each with what stands there and what is wrong. */
export function serveBases(app: Services): void {
  serve(app, baseStates, (_input, { read, codes }) =>
    read(async (tx) => {
      const holds = (needed: readonly string[]) => needed.some((code) => codes.has(code))
      const types = deviceTypeNames.filter((type) => sees(codes, type))
      const ofTypes: Sql = codes.has(device.permissions.list)
        ? sql``
        : sql`and d.device_type = any(${types}::text[])`
      const seesAlarms = holds(codesOf(alarms))
      const found = await rows<Omit<BaseState, 'outlines'>>(
        tx,
        sql`select a.id, a.area_name, a.acreage, a.latlng, a.boundary, a.default_flag, a.enabled_flag,
          (select count(*) from land l where l.area_id = a.id)::int as plots,
          ${holds(seesDevices) ? sql`coalesce(d.devices, 0)` : sql`null`}::int as devices,
          ${holds(seesDevices) ? sql`coalesce(d.offline, 0)` : sql`null`}::int as offline,
          ${seesAlarms ? sql`coalesce(w.alarms, 0)` : sql`null`}::int as alarms,
          ${seesAlarms ? sql`w.level` : sql`null`}::int as level
        from area a
        left join (select d.area_id, count(*) as devices, count(*) filter (where d.online = 0) as offline
          from device d where d.enabled_flag = 1 ${ofTypes} group by d.area_id) d on d.area_id = a.id
        left join (select area_id, count(*) as alarms, max(level) as level from alarm
          where state <> 'cleared' and acknowledged_at is null group by area_id) w
          on w.area_id = a.id
        where a.organization_type = 'area'
        order by a.default_flag desc, a.area_name collate "zh-x-icu", a.id limit 2000`,
      )
      const outlines = await rows<Outline>(
        tx,
        sql`select id, area_id, land_name as name, boundary as corners from land
          where boundary is not null and enabled_flag = 1 order by id limit ${mostOutlines + 1}`,
      )
      const drawn = outlines.length > mostOutlines ? [] : outlines
      return found.map((one) => ({
        ...one,
        outlines: drawn
          .filter(({ areaId }) => areaId === one.id)
          .map(({ id, name, corners }) => ({ id, name, corners })),
      }))
    }),
  )
}
