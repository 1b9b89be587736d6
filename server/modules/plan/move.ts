import { sql } from 'kysely'
import {
  movePlanItems,
  replanAhead,
  replanPlan,
  type MovedAnswer,
} from '#contract/plan/plan-calls.ts'
import { plan as planEntity } from '#contract/plan/plan.ts'
import { pushed, type Moved } from '#contract/plan/schedule.ts'
import { dayAfter, daysBetween } from '#contract/planting/stages.ts'
import type { Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { batchOf } from './engine/draft.ts'
import { heatDays } from '#server/modules/planting/engine/heat.ts'
import { spansOf, storeMoves, type ItemSpan } from './engine/spans.ts'
import { tellOfMoves } from './notices.ts'
import { changePlan, loadPlan, type PlanRow } from './plan-row.ts'

/** The spans with some of them on other days. */
function withMoves(spans: readonly ItemSpan[], moves: readonly Moved[]): ItemSpan[] {
  const to = new Map(moves.map((one) => [one.id, one]))
  return spans.map((one) => ({ ...one, ...to.get(one.id) }))
}
/** What is elsewhere than it was, as it is now and as it was. */
function difference(before: readonly ItemSpan[], after: readonly ItemSpan[]) {
  const old = new Map(before.map((one) => [one.id, one]))
  const days = ({ id, startsOn, endsOn }: Moved): Moved => ({ id, startsOn, endsOn })
  const moved = after.filter(({ id, startsOn, endsOn }) => {
    const one = old.get(id)!
    return one.startsOn !== startsOn || one.endsOn !== endsOn
  })
  return { moved: moved.map(days), before: moved.map(({ id }) => days(old.get(id)!)) }
}

/** Keeps what moved, writes it down and tells those whose work is on other days now. */
async function keep(
  plan: PlanRow,
  what: Pick<MovedAnswer, 'moved' | 'before'>,
  plantedOn: string,
  write: Write,
  context: SignedIn,
): Promise<MovedAnswer> {
  await storeMoves(write.tx, plan.id, what.moved, context.actor.accountId)
  const after = await changePlan(
    plan,
    'replan',
    sql`planted_on = ${plantedOn}::date`,
    write,
    context,
    what.moved.map(({ id }) => id),
  )
  await tellOfMoves(write, context, after, what.moved)
  return { objectVersionNumber: after.objectVersionNumber, ...what }
}

/** Where each item would stand by the day of planting and the warmth that there was since. */
async function followed(
  tx: Tx,
  plan: PlanRow,
  spans: readonly ItemSpan[],
): Promise<{ spans: ItemSpan[]; plantedOn: string }> {
  const batch = (await batchOf(tx, plan.batchId))!
  const heat = await heatDays(tx, batch)
  const shift = daysBetween(plan.plantedOn, batch.plantedOn)
  const moves = spans.flatMap((one) => {
    if (one.isFixed) return []
    // What somebody moved by hand keeps its distance; warmth says a day of its own.
    const warm = one.heatUnits === null ? null : heat(one.heatUnits)
    const startsOn = warm ?? dayAfter(one.startsOn, shift)
    return [
      { id: one.id, startsOn, endsOn: dayAfter(startsOn, daysBetween(one.startsOn, one.endsOn)) },
    ]
  })
  return { spans: withMoves(spans, moves), plantedOn: batch.plantedOn }
}

/** What moves once nothing is to begin before today, and where the day of planting is then. */
async function replanned(tx: Tx, plan: PlanRow, follow: boolean, tenant: number) {
  const now = await today(tx, tenant)
  const spans = await spansOf(tx, plan.id, now)
  const wanted = follow ? await followed(tx, plan, spans) : { spans, plantedOn: plan.plantedOn }
  const after = withMoves(wanted.spans, pushed(wanted.spans, now))
  return { what: difference(spans, after), plantedOn: wanted.plantedOn }
}

/** Items on other days: by hand, and by what became of the plan meanwhile. */
export function serveMoving(app: Services): void {
  serve(app, movePlanItems, ({ moves, exact, ...asked }, context) =>
    context.write(async (write) => {
      const plan = await loadPlan(write, asked, 'replan')
      const spans = await spansOf(write.tx, plan.id, await today(write.tx, context.tenant))
      const known = new Map(spans.map((one) => [one.id, one]))
      for (const { id } of moves)
        if (known.get(id)?.isFixed !== false) throw new HttpError(409, 'plan.released')
      const wanted = withMoves(spans, moves)
      const after = exact ? wanted : withMoves(wanted, pushed(wanted))
      return keep(plan, difference(spans, after), plan.plantedOn, write, context)
    }),
  )
  serve(app, replanAhead, ({ id, follow }, context) =>
    context.read(async (tx) => {
      const plan = (await demand(tx, planEntity, id, 'replan')) as PlanRow
      const { what } = await replanned(tx, plan, follow === 1, context.tenant)
      return { objectVersionNumber: plan.objectVersionNumber, ...what }
    }),
  )
  serve(app, replanPlan, ({ follow = false, ...asked }, context) =>
    context.write(async (write) => {
      const plan = await loadPlan(write, asked, 'replan')
      const { what, plantedOn } = await replanned(write.tx, plan, follow, context.tenant)
      return keep(plan, what, plantedOn, write, context)
    }),
  )
}
