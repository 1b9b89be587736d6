import { sql } from 'kysely'
import type { ChartItem } from '#contract/plan/plan-calls.ts'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { rows, type Tx } from '#server/db/database.ts'

type Lock = ChartItem['locks'][number]
interface Asked {
  id: number
  startsOn: string
  /** It picks: a safety interval holds it back. */
  picks: boolean
}
interface Planned {
  itemId: number
  name: string
  endsOn: string
  safetyInterval: number | null
  reentryHours: number | null
}

/** What was used on the plots already and keeps people off them still. */
const inForce = (tx: Tx, landIds: readonly number[]) =>
  rows<Omit<Lock, 'itemId'> & { lastDay: string }>(
    tx,
    sql`select l.land_name, k.kind, t.name, max(k.until) as until,
        max((k.until - interval '1 second') at time zone n.time_zone)::date as last_day
      from furrow_plot_treatments(${landIds}::bigint[]) t
      join land l on l.id = t.land_id join tenant n on n.id = l.tenant_id
      cross join lateral (values ('harvest', t.harvest_from::timestamp at time zone n.time_zone),
        ('reentry', t.reentry_until)) as k(kind, until)
      where k.until > now() group by l.land_name, k.kind, t.name order by until desc limit 100`,
  )
/** What the plan itself will use that keeps people off afterwards. */
const toCome = (tx: Tx, planId: number) =>
  rows<Planned>(
    tx,
    sql`select i.id as item_id, k.name, i.ends_on, s.safety_interval, p.reentry_hours
      from plan_item_view i cross join lateral jsonb_array_elements(i.materials) as one(line)
      join sku_view k on k.tenant_id = i.tenant_id and k.id = (one.line->>'skuId')::bigint
      join product p on p.tenant_id = k.tenant_id and p.id = k.product_id
      cross join lateral (select furrow_safety_interval(p.id, null, i.ends_on, i.batch_id) as safety_interval) s
      where i.plan_id = ${planId} and i.state <> ${planItemStates.done}
        and (s.safety_interval > 0 or p.reentry_hours > 0)`,
  )

/** Says of an item what would keep people off its plots on its first day. */
export async function lockFinder(
  tx: Tx,
  planId: number,
  landIds: readonly number[],
): Promise<(item: Asked) => Lock[]> {
  const now = await inForce(tx, landIds)
  const planned = await toCome(tx, planId)
  return ({ id, startsOn, picks }) => {
    const held: Lock[] = now
      .filter(({ kind, lastDay }) => startsOn <= lastDay && (kind === 'reentry' || picks))
      .map(({ lastDay: _day, ...one }) => ({ ...one, itemId: null }))
    for (const { itemId, name, endsOn, safetyInterval, reentryHours } of planned) {
      if (itemId === id || endsOn >= startsOn) continue
      const until = (days: number | null) => (days ? dayAfter(endsOn, days) : '')
      const harvestFrom = until(safetyInterval)
      const reentryUntil = until(reentryHours && Math.ceil(reentryHours / 24))
      if (picks && startsOn < harvestFrom)
        held.push({ landName: '', kind: 'harvest', name, until: harvestFrom, itemId })
      if (startsOn < reentryUntil)
        held.push({ landName: '', kind: 'reentry', name, until: reentryUntil, itemId })
    }
    return held
  }
}
