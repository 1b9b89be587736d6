import { sql } from 'kysely'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { MapDay, PlotDay } from '#contract/map/day.ts'
import { soilWaterChannels } from '#contract/map/short-value.ts'
import { batchState } from '#contract/planting/batch.ts'
import { openTaskStates, taskStates } from '#contract/work/task-states.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { heldIn, hoursOfDay } from '#server/modules/telemetry/engine/counted.ts'
import { moistureOf } from './ground.ts'

/** What else of the plots somebody is told. */
interface Told {
  types: readonly DeviceTypeName[]
  batches: boolean
  tasks: boolean
  locks: boolean
  alarms: boolean
}
interface Asked {
  tenant: number
  base: number | undefined
  on: string | undefined
  told: Told
}
const standing = [batchState.growing, batchState.harvesting]
const nothing = sql`null`

/** The batch that stood on plot `l` on a day, or is to stand there; the one planted last of several. */
const batchOn = (
  day: Sql,
  isAhead: boolean,
) => sql`(select json_build_object('id', b.id, 'name', b.batch_name,
    'crop', c.name, 'stage', (select one->>'name' from jsonb_array_elements(b.stages) with ordinality as e (one, place)
      where (one->>'startsOn')::date <= ${day} order by place desc limit 1))
  from batch b join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
    join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id
  where b.tenant_id = l.tenant_id and b.land_ids @> array[l.id] and b.planted_on <= ${day} and ${
    isAhead
      ? sql`b.state = any(${[batchState.planned, ...standing]}::smallint[]) and coalesce(b.expected_harvest_on, 'infinity') >= ${day}`
      : sql`(b.finished_on >= ${day} or (b.finished_on is null and b.state = any(${standing}::smallint[])))`
  }
  order by b.planted_on desc, b.id desc limit 1)`

const taskOn = (
  day: Sql,
  isToday: boolean,
) => sql`(select case when ${isToday} and bool_or(t.ends_on < ${day}) then 'late' else 'on' end
  from task t where t.tenant_id = l.tenant_id and t.land_ids @> array[l.id] and (
    (t.starts_on <= ${day} and t.ends_on >= ${day} and t.state <> ${taskStates.cancelled})
    or (${isToday} and t.ends_on < ${day} and t.state = any(${[...openTaskStates]}::smallint[])))
  having count(*) > 0)`

const yieldBy = (day: Sql) => sql`(select round(y.weight / b.expected_yield, 3)::float8
  from batch b cross join lateral (select sum(f.quantity) as weight from batch_fact f
    where f.tenant_id = b.tenant_id and f.batch_id = b.id and f.kind = 'yield') y
  where b.tenant_id = l.tenant_id and b.land_ids @> array[l.id] and b.state = ${batchState.finished}
    and b.finished_on <= ${day} and b.expected_yield > 0
  order by b.finished_on desc, b.id desc limit 1)`

/** The mean of a past day over the time that each probe was heard, as its curves have it. */
function moistureThen(types: readonly DeviceTypeName[], day: Sql): Sql {
  const channels = soilWaterChannels.filter(({ type }) => types.includes(type))
  const hold = sql`d.report_minutes * 120`
  return sql`select d.land_id, round((sum(w.mean * w.held) / sum(w.held))::numeric, 1)::float8 as moisture
    from device d join tenant n on n.id = d.tenant_id
    join unnest(${channels.map(({ type }) => type)}::text[],
      ${channels.map(({ channel }) => channel)}::text[]) as s (type, channel) on s.type = d.device_type
    join telemetry_day t on t.device_id = d.id and t.metric = s.channel
      and t.at = ${day}::timestamp at time zone n.time_zone
    cross join lateral (${hoursOfDay(sql`t`, sql`n.time_zone`, hold)}) h
    cross join lateral (select case when h.count >= t.count then h.area / h.held else t.sum / t.count end as mean,
      case when h.count >= t.count then h.held else ${heldIn(sql`t`, 86_400, hold)} end as held) w
    where d.land_id is not null group by d.land_id`
}
const levelOn = (
  types: readonly DeviceTypeName[],
  day: Sql,
) => sql`(select max(w.level) from alarm w
    join device d on d.tenant_id = w.tenant_id and d.id = w.device_id join tenant n on n.id = d.tenant_id
  where w.tenant_id = l.tenant_id and d.land_id = l.id and d.device_type = any(${[...types]}::text[])
    and w.began_at < (${day} + 1)::timestamp at time zone n.time_zone
    and (w.state <> 'cleared' or w.cleared_at >= ${day}::timestamp at time zone n.time_zone))`
/**
 * What kept people off plots `l` on a day, or will by what is known today: not being entered says
 * more. Asked once for all of them.
 */
const locksOn = (day: Sql, plots: Sql) => sql`select distinct on (t.land_id) t.land_id,
    json_build_object('kind', k.kind, 'name', t.name, 'until', k.until) as lock
  from furrow_plot_treatments(array(select l.id from land l where ${plots})) t
    join tenant n on n.id = furrow_tenant()
    cross join lateral (values ('harvest', t.harvest_from::timestamp at time zone n.time_zone),
      ('reentry', t.reentry_until)) as k(kind, until)
  where t.occurred_on <= ${day} and k.until > ${day}::timestamp at time zone n.time_zone
  order by t.land_id, k.kind desc, k.until desc`

/** What plots that the caller sees are, were, or are to be, on a day. */
export async function dayOf(tx: Tx, { tenant, base, on, told }: Asked): Promise<MapDay> {
  const now = await today(tx, tenant)
  const day = on ?? now
  const at = sql`${day}::date`
  const [isToday, isAhead] = [day === now, day > now]
  const { types } = told
  const moisture = isToday
    ? moistureOf(types)
    : isAhead
      ? sql`select null::bigint as land_id, null::float8 as moisture where false`
      : moistureThen(types, at)
  const wanted = sql`l.enabled_flag = 1 ${base ? sql`and l.area_id = ${base}` : sql``}`
  const plots = await rows<PlotDay>(
    tx,
    sql`select l.id, ${told.batches ? batchOn(at, isAhead) : nothing} as batch,
        ${told.batches ? yieldBy(at) : nothing} as yield,
        ${told.tasks ? taskOn(at, isToday) : nothing} as task, m.moisture,
        ${told.locks ? sql`k.lock` : nothing} as lock,
        coalesce(${told.alarms && !isAhead ? levelOn(types, at) : nothing}, 0)::int as level
      from land l left join (${moisture}) m on m.land_id = l.id
        ${told.locks ? sql`left join (${locksOn(at, wanted)}) k on k.land_id = l.id` : sql``}
      where ${wanted}
      order by l.id limit 20000`,
  )
  return { today: now, on: day, plots }
}
