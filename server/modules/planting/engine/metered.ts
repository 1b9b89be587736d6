import { sql } from 'kysely'
import type { DeviceType, Reading } from '#contract/devices/device-type.ts'
import { deviceTypeNames, deviceTypes } from '#contract/devices/index.ts'
import { row, type Tx } from '#server/db/database.ts'

export interface Meter {
  metric: string
  kind: 'water' | 'power'
  unit: 'm³' | 'kWh'
}
/** Meters count on; what flows is added up over the time for which it flows. */
const meterOf = (metric: string, { unit, isCounter }: Reading): Meter[] => {
  if (isCounter && unit === 'kWh') return [{ metric, kind: 'power', unit }]
  return unit === 'm³/h' ? [{ metric, kind: 'water', unit: 'm³' }] : []
}
export const metersByType = new Map(
  deviceTypeNames.flatMap((name) => {
    const found = Object.entries((deviceTypes[name] as DeviceType).readings).flatMap((one) =>
      meterOf(...one),
    )
    return found.length > 0 ? [[name as string, found] as const] : []
  }),
)

const waterMeters = [...metersByType].flatMap(([type, meters]) =>
  meters.flatMap(({ kind, metric }) => (kind === 'water' ? [{ type, metric }] : [])),
)
/** Days after which a meter that said nothing counts nothing. */
const silentDays = 3

/**
 * The part of these plots whose water no flow meter books, from 0 to 1, each plot counting the same;
 * a meter that has fallen silent books none. Where no plot is named nothing is metered.
 */
export async function unmeteredPart(tx: Tx, landIds: readonly number[]): Promise<number> {
  if (landIds.length === 0) return 1
  const found = await row<{ part: number }>(
    tx,
    sql`select (count(*) filter (where not exists (select 1 from device d
        join jsonb_to_recordset(${JSON.stringify(waterMeters)}::jsonb) as m(type text, metric text) on m.type = d.device_type
        join telemetry_hour h on h.tenant_id = d.tenant_id and h.device_id = d.id and h.metric = m.metric
          and h.at > now() - make_interval(days => ${silentDays}::int)
        where d.land_id = l.id)))::float8 / count(*) as part
      from unnest(${[...new Set(landIds)]}::bigint[]) as l(id)`,
  )
  return found?.part ?? 1
}
