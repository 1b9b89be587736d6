import { sql } from 'kysely'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { pushed, type Moved, type PlannedSpan } from '#contract/plan/schedule.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'

/** An item as plans reckon with it. */
export interface ItemSpan extends PlannedSpan {
  heatUnits: number | null
}

/**
 * The items of a plan, held for the write where it is one. What goes on still ends today at the
 * earliest, so that nothing after it is planned before.
 */
export async function spansOf(tx: Tx, planId: number, today: string): Promise<ItemSpan[]> {
  const found = await rows<{
    id: number
    state: number
    startsOn: string
    endsOn: string
    afterIds: number[]
    lagDays: number
    heatUnits: number | null
  }>(
    tx,
    sql`select i.id, i.state, i.starts_on, i.ends_on, i.after_ids, i.lag_days, p.heat_units from plan_item_view i
      join plan_item p on p.tenant_id = i.tenant_id and p.id = i.id
      where i.plan_id = ${planId} order by i.starts_on, i.id`,
  )
  return found.map(({ state, afterIds, lagDays, endsOn, ...one }) => {
    const isOpen = state === planItemStates.released || state === planItemStates.inProgress
    return {
      ...one,
      endsOn: isOpen && endsOn < today ? today : endsOn,
      after: afterIds,
      lag: lagDays,
      isFixed: state !== planItemStates.waiting,
    }
  })
}

/** Has the plan until the transaction ends: of two who move its items the second sees what the first did. */
export async function lockPlan(tx: Tx, planId: number): Promise<void> {
  if (!(await row(tx, sql`select 1 from plan where id = ${planId} for update`))) throw notFound()
}

/** Gives items other days, in one statement. */
export async function storeMoves(
  tx: Tx,
  planId: number,
  moves: readonly Moved[],
  by: number,
): Promise<void> {
  if (moves.length === 0) return
  await sql`update plan_item p set starts_on = m.starts_on, ends_on = m.ends_on,
      told_late = false,
      object_version_number = p.object_version_number + 1, last_update_date = now(), last_updated_by = ${by}
    from unnest(${moves.map(({ id }) => id)}::bigint[], ${moves.map(({ startsOn }) => startsOn)}::date[],
      ${moves.map(({ endsOn }) => endsOn)}::date[]) as m(id, starts_on, ends_on)
    where p.plan_id = ${planId} and p.id = m.id`.execute(tx)
}

/** Pushes what waits for something that ends later by now; answers what moved. */
export async function pushPlan(
  tx: Tx,
  planId: number,
  today: string,
  by: number,
): Promise<Moved[]> {
  const moved = pushed(await spansOf(tx, planId, today))
  await storeMoves(tx, planId, moved, by)
  return moved
}
