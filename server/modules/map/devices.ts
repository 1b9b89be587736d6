import { sql } from 'kysely'
import { deviceTypeNames, type DeviceTypeName } from '#contract/devices/index.ts'
import type { Ground } from '#contract/ground.ts'
import {
  mostMapped,
  placedBy,
  type AlarmedDevice,
  type MappedDevice,
  type Unplaced,
} from '#contract/map/map.ts'
import { shortChannels } from '#contract/map/short-value.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { middleOf, placeOf, type Placed } from './placing.ts'

interface Found {
  id: number
  name: string
  deviceType: DeviceTypeName
  areaId: number
  landId: number | null
  latlng: string | null
  online: 0 | 1
  value: number | null
  landCenter: string | null
  corners: Ground | null
  baseAt: string | null
}
interface Asked {
  base: number | undefined
  /** These alone. */
  ids: readonly number[] | null
  /** Those that the caller sees. */
  types: readonly DeviceTypeName[]
}

/** Where a device is drawn: where it says, else in the middle of its plot, else at its base. */
function standsAt({
  latlng,
  landCenter,
  corners,
  baseAt,
}: Found): Placed & { by: (typeof placedBy)[number] } {
  const own = placeOf(latlng)
  // Whoever said something wrong meant something: nothing else is drawn in its place.
  if ('at' in own || own.reason === 'invalid') return { ...own, by: 'own' }
  const plot = placeOf(landCenter)
  const middle = 'at' in plot ? plot.at : middleOf(corners)
  if (middle) return { at: middle, by: 'plot' }
  return { ...placeOf(baseAt), by: 'base' }
}

/** Devices with their short value, and those that cannot be drawn. */
export async function devicesOf(
  tx: Tx,
  { base, ids, types }: Asked,
): Promise<{ devices: MappedDevice[]; unplaced: Unplaced[] }> {
  const found = await rows<Found>(
    tx,
    sql`select d.id, d.name, d.device_type, d.area_id, d.land_id, d.latlng, d.online, v.value,
        case when d.latlng is null then l.land_center end as land_center,
        case when d.latlng is null and l.land_center is null then l.boundary end as corners,
        case when d.latlng is null then a.latlng end as base_at
      from device d
      join area a on a.id = d.area_id
      left join land l on l.id = d.land_id
      left join unnest(${shortChannels.map(({ type }) => type)}::text[],
        ${shortChannels.map(({ channel }) => channel)}::text[]) as s (type, channel)
        on s.type = d.device_type
      left join device_latest v on v.device_id = d.id and v.metric = s.channel
      where d.device_type = any(${[...types]}::text[])
      ${base ? sql`and d.area_id = ${base}` : sql``}
      ${ids ? sql`and d.id = any(${[...ids]}::bigint[])` : sql``}
      order by d.id limit ${mostMapped}`,
  )
  const unplaced: Unplaced[] = []
  const devices = found.flatMap((one): MappedDevice[] => {
    const { id, name, deviceType, areaId, landId, online, value } = one
    const place = standsAt(one)
    if (!('at' in place)) {
      unplaced.push({ kind: 'device', id, name, deviceType, reason: place.reason })
      return []
    }
    const [lng, lat] = place.at
    const by = placedBy.indexOf(place.by) as 0 | 1 | 2
    const type = deviceTypeNames.indexOf(deviceType)
    return [[id, type, areaId, landId ?? 0, lng, lat, by, online, value, name]]
  })
  return { devices, unplaced }
}

interface FoundAlarm {
  deviceId: number
  level: 1 | 2 | 3
  open: number
  fresh: number
}
/** Devices with alarms that are not over, those of the types that the caller sees. */
export async function alarmsOf(
  tx: Tx,
  base: number | undefined,
  types: readonly DeviceTypeName[],
): Promise<AlarmedDevice[]> {
  const found = await rows<FoundAlarm>(
    tx,
    sql`select w.device_id, max(w.level) as level, count(*)::int as open,
        (count(*) filter (where w.acknowledged_at is null))::int as fresh
      from alarm w join device d on d.id = w.device_id
      where w.state <> 'cleared' and d.device_type = any(${[...types]}::text[])
      ${base ? sql`and d.area_id = ${base}` : sql``}
      group by w.device_id order by w.device_id limit ${mostMapped}`,
  )
  return found.map(({ deviceId, level, open, fresh }) => [deviceId, level, open, fresh])
}
