import { sql } from 'kysely'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { MapBase, MapLandmark, MapPlot, Unplaced } from '#contract/map/map.ts'
import { soilWaterChannels } from '#contract/map/short-value.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import { locksSeen } from '#server/modules/farm/engine/locks.ts'
import { middleOf, placeOf } from './placing.ts'

interface Ground {
  bases: MapBase[]
  plots: MapPlot[]
  landmarks: MapLandmark[]
  crops: string[]
  unplaced: Unplaced[]
}
type FoundBase = Omit<MapBase, 'at'> & { latlng: string | null }
type FoundLandmark = Omit<MapLandmark, 'at'> & { latlng: string }
type FoundPlot = Omit<MapPlot, 'at' | 'lock'> & { landCenter: string | null }
/** What else of the ground somebody is told. */
interface Told {
  types: readonly DeviceTypeName[]
  batches: boolean
  locks: boolean
}

const mostLandmarks = 2000

/** What soil sensors that the caller sees said within a day, by plot. */
export const moistureOf = (types: readonly DeviceTypeName[]): Sql => {
  const channels = soilWaterChannels.filter(({ type }) => types.includes(type))
  return sql`select d.land_id, round(avg(v.value)::numeric, 1)::float8 as moisture, max(v.at) as at
    from device d
    join unnest(${channels.map(({ type }) => type)}::text[],
      ${channels.map(({ channel }) => channel)}::text[]) as s (type, channel) on s.type = d.device_type
    join device_latest v on v.device_id = d.id and v.metric = s.channel
    where d.land_id is not null and v.at > now() - interval '1 day' group by d.land_id`
}

/** The batch that stands on a plot now, the one planted last where there are several. */
const growing = sql`(select json_build_object('id', b.id, 'name', b.batch_name, 'crop', c.name, 'stage', b.stage)
  from batch_view b join crop c on c.tenant_id = b.tenant_id and c.id = b.crop_id
  where b.tenant_id = l.tenant_id and b.land_ids @> array[l.id] and b.state in (1, 2)
  order by b.planted_on desc, b.id desc limit 1)`

/** Plots that may not be entered or picked: not being entered says more, the longest wins. */
async function lockedPlots(
  tx: Tx,
  base: number | undefined,
): Promise<Map<number, MapPlot['lock']>> {
  const found = new Map<number, MapPlot['lock']>()
  for (const { landId, kind, name, until } of await locksSeen(tx, base)) {
    const known = found.get(landId)
    if (!known || (known.kind === 'harvest' && kind === 'reentry'))
      found.set(landId, { kind, name, until })
  }
  return found
}

/** Bases and plots that the caller sees, and those that nobody has given a place. */
export async function groundOf(
  tx: Tx,
  base: number | undefined,
  { types, batches, locks }: Told,
): Promise<Ground> {
  const bases = await rows<FoundBase>(
    tx,
    sql`select id, area_name as name, latlng, boundary as corners, default_flag as is_default,
        area_usage as usage from area
      where organization_type = 'area' ${base ? sql`and id = ${base}` : sql``}
      order by default_flag desc, area_name collate "zh-x-icu", id limit 2000`,
  )
  const plots = await rows<FoundPlot>(
    tx,
    sql`select l.id, l.area_id, l.land_name as name, l.land_code as code, l.land_type as type,
        l.acreage, l.boundary as corners, l.land_center, m.moisture, m.at as moisture_at,
        ${batches ? growing : sql`null`} as batch
      from land l left join (${moistureOf(types)}) m on m.land_id = l.id
      where l.enabled_flag = 1 ${base ? sql`and l.area_id = ${base}` : sql``}
      order by l.id limit 20000`,
  )
  const crops = batches
    ? await rows<{ name: string }>(
        tx,
        sql`select c.name from crop c join batch_view b on b.tenant_id = c.tenant_id and b.crop_id = c.id
          group by c.id, c.name order by min(b.id) limit 500`,
      )
    : []
  const landmarks = await rows<FoundLandmark>(
    tx,
    sql`select id, area_id, landmark_name as name, kind, latlng, description, picture from landmark
      ${base ? sql`where area_id = ${base}` : sql``} order by id limit ${mostLandmarks}`,
  )
  const locked = locks ? await lockedPlots(tx, base) : new Map<number, MapPlot['lock']>()
  const unplaced: Unplaced[] = []
  const without = (
    kind: 'base' | 'landmark' | 'plot',
    { id, name }: Pick<MapBase, 'id' | 'name'>,
  ) => ({
    add: (reason: Unplaced['reason']) =>
      unplaced.push({ kind, id, name, deviceType: null, reason }),
  })
  return {
    bases: bases.map(({ latlng, ...one }) => {
      const place = placeOf(latlng)
      const at = 'at' in place ? place.at : middleOf(one.corners)
      if (!at) without('base', one).add('reason' in place ? place.reason : 'none')
      return { ...one, at }
    }),
    plots: plots.flatMap(({ landCenter, ...found }) => {
      const one = { ...found, lock: locked.get(found.id) ?? null }
      const place = placeOf(landCenter)
      const at = 'at' in place ? place.at : middleOf(one.corners)
      if (at) return [{ ...one, at }]
      without('plot', one).add('reason' in place ? place.reason : 'none')
      return []
    }),
    landmarks: landmarks.flatMap(({ latlng, ...one }) => {
      const place = placeOf(latlng)
      if ('at' in place) return [{ ...one, at: place.at }]
      without('landmark', one).add(place.reason)
      return []
    }),
    crops: crops.map(({ name }) => name),
    unplaced,
  }
}
