import { sql } from 'kysely'
import { waiveCode, type PlotLock } from '#contract/farm/plot-lock.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { SignedIn } from '#server/http/context.ts'

/** An act on plots that is looked at: when it was, and what does not count against it. */
interface Act {
  /** When somebody went in or picked, where that is told later: what was used afterwards is left out. */
  at: Date | Sql
  /** The task itself: what it used does not keep out who used it. */
  taskId?: number
  /** What was used until then was waived. */
  waivedAt?: string | null
}

/** The last moment of a day at the tenant `n`. */
export const endOf = (day: string): Sql =>
  sql`(${day}::date + 1)::timestamp at time zone n.time_zone - interval '1 microsecond'`

/**
 * What keeps people off plots at a moment: by the last moment at which a plot may not be entered, or picked,
 * for each thing that was used there. Days end at the tenant's midnight. Asked once for all plots.
 */
const locksOf = (plots: Sql, act?: Act): Sql => {
  const at = act ? (act.at instanceof Date ? sql`${act.at}::timestamptz` : act.at) : sql`now()`
  return sql`
  select l.id as land_id, l.land_name, l.area_id, k.kind, t.name, max(k.until) as until
  from furrow_plot_treatments(array(select l.id from land l where ${plots})) t
  join land l on l.id = t.land_id join tenant n on n.id = l.tenant_id
  cross join lateral (values ('harvest', t.harvest_from::timestamp at time zone n.time_zone),
    ('reentry', t.reentry_until)) as k(kind, until)
  where k.until > ${at} ${
    act
      ? sql`and t.used_at <= ${at} and t.task_id is distinct from ${act.taskId ?? null}::bigint
          and t.used_at > coalesce(${act.waivedAt ?? null}::timestamptz, '-infinity')`
      : sql``
  }
  group by l.id, l.land_name, l.area_id, k.kind, t.name order by until desc, l.id limit 500`
}

export const locksOn = (tx: Tx, landIds: readonly number[], act?: Act): Promise<PlotLock[]> =>
  landIds.length === 0
    ? Promise.resolve([])
    : rows<PlotLock>(tx, locksOf(sql`l.id = any(${landIds}::bigint[])`, act))

/** Of all plots that the asker sees, or of one base. */
export const locksSeen = (tx: Tx, areaId: number | undefined): Promise<PlotLock[]> =>
  rows<PlotLock>(tx, locksOf(areaId ? sql`l.area_id = ${areaId}` : sql`true`))

/**
 * Asks whether plots may be entered, or picked, and answers what was waived. Errors: 409 with the
 * plot, what was used there and until when; 403 where whoever says why may not.
 */
export async function requireUnlocked(
  tx: Tx,
  {
    landIds,
    kinds,
    ...act
  }: Act & { landIds: readonly number[]; kinds: readonly PlotLock['kind'][] },
  override: string | undefined,
  { codes, tenant }: Pick<SignedIn, 'codes' | 'tenant'>,
): Promise<PlotLock[]> {
  const locks = (await locksOn(tx, landIds, act)).filter(({ kind }) => kinds.includes(kind))
  const [first] = locks
  if (!first) return []
  if (override === undefined) {
    const said = await row<{ until: string }>(
      tx,
      sql`select to_char(${first.until}::timestamptz at time zone time_zone, 'YYYY-MM-DD HH24:MI') as until
        from tenant where id = ${tenant}`,
    )
    throw new HttpError(409, first.kind === 'reentry' ? 'task.reentry' : 'task.preharvest', {
      params: { plot: first.landName, name: first.name, until: said!.until },
      extra: { locks },
    })
  }
  if (!codes.has(waiveCode))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [waiveCode] } })
  return locks
}
