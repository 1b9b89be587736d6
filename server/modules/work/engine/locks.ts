import { sql } from 'kysely'
import type { PlotLock } from '#contract/work/task-calls.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'

/**
 * What keeps people off plots at a moment: by the last moment at which a plot may not be entered, or picked,
 * for each thing that was used there. Days end at the tenant's midnight. Asked once for all plots.
 */
const locksOf = (plots: Sql, at = new Date()): Sql => sql`
  select l.id as land_id, l.land_name, l.area_id, k.kind, t.name, max(k.until) as until
  from furrow_plot_treatments(array(select l.id from land l where ${plots})) t
  join land l on l.id = t.land_id join tenant n on n.id = l.tenant_id
  cross join lateral (values ('harvest', t.harvest_from::timestamp at time zone n.time_zone),
    ('reentry', t.reentry_until)) as k(kind, until)
  where k.until > ${at}::timestamptz
  group by l.id, l.land_name, l.area_id, k.kind, t.name order by until desc, l.id limit 500`

/** `at`: when somebody went in, where that is told later. */
export const locksOn = (tx: Tx, landIds: readonly number[], at?: Date): Promise<PlotLock[]> =>
  landIds.length === 0
    ? Promise.resolve([])
    : rows<PlotLock>(tx, locksOf(sql`l.id = any(${landIds}::bigint[])`, at))

/** Of all plots that the asker sees, or of one base. */
export const locksSeen = (tx: Tx, areaId: number | undefined): Promise<PlotLock[]> =>
  rows<PlotLock>(tx, locksOf(areaId ? sql`l.area_id = ${areaId}` : sql`true`))
