import { sql } from 'kysely'
import { alarms } from '#contract/alarm/alarm-calls.ts'
import { codesOf } from '#contract/call.ts'
import { deviceTypeNames, type DeviceTypeName } from '#contract/devices/index.ts'
import { deviceTypeCounts, type TypeCount } from '#contract/equipment/device-calls.ts'
import { rows } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { maySee } from './device-access.ts'

const unheeded = sql`id in (select device_id from alarm
  where state <> 'cleared' and acknowledged_at is null)`

/** What stands behind the tabs of the devices' page. */
export function serveTypeCounts(app: Services): void {
  serve(app, deviceTypeCounts, ({ areaId }, { read, codes }) =>
    read(async (tx) => {
      const seesAlarms = codesOf(alarms).some((code) => codes.has(code))
      const counted = await rows<TypeCount & { deviceType: DeviceTypeName }>(
        tx,
        sql`select device_type, count(*)::int as count,
            count(*) filter (where ${seesAlarms ? unheeded : sql`false`})::int as alarmed,
            count(*) filter (where online = 0 and enabled_flag = 1)::int as offline
          from device
          where device_type = any(${deviceTypeNames.filter((type) => maySee(codes, type))}::text[])
            ${areaId ? sql`and area_id = ${areaId}` : sql``} group by device_type`,
      )
      return Object.fromEntries(counted.map(({ deviceType, ...counts }) => [deviceType, counts]))
    }),
  )
}
