import { sql } from 'kysely'
import type { NamedPart } from '#contract/farm/land-part.ts'
import { batch, batchState } from '#contract/planting/batch.ts'
import { batchMoves, correctBatchStage } from '#contract/planting/batch-calls.ts'
import {
  correctedStages,
  dayAfter,
  daysBetween,
  type BatchStage,
} from '#contract/planting/stages.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import type { Sql } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { demand, stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { endOf, requireUnlocked } from '#server/modules/farm/engine/locks.ts'
import type { Services } from '#server/services/services.ts'
import { keepFacts } from './engine/facts.ts'
import { requireFree } from './engine/plots.ts'
import { grownBatch, stageDays } from './engine/stage-days.ts'

type Action = 'start' | 'harvest' | 'finish' | 'end' | 'correctStage'
interface Change {
  kind: 'state' | 'stage'
  state?: number
  stage?: string
  happenedOn: string
  picture?: string | null
  note?: string | null
}
interface Move {
  write: Write
  context: SignedIn
  before: Row
  /** The tenant's day. */
  now: string
}

/** Errors: 422 at the field for a day that has not come, or lies before `earliest`. */
export function requireDay(field: string, day: string, now: string, earliest?: string): void {
  if (day > now) throw invalidFields({ [field]: { code: 'batch.future', params: { date: now } } })
  if (earliest && day < earliest)
    throw invalidFields({ [field]: { code: 'batch.before_planting', params: { date: earliest } } })
}

/** Does something to a batch in the state that its reader saw, and writes down what became of it. */
async function moving(
  context: SignedIn,
  action: Action,
  { id, objectVersionNumber }: { id: number; objectVersionNumber?: number | undefined },
  work: (move: Move) => Promise<{
    what: Sql
    change: Change
    /** What else its history keeps. */
    kept?: Readonly<Record<string, unknown>>
  }>,
): Promise<Row> {
  return context.write(async (write) => {
    const { tx } = write
    await lockRow(tx, batch, id)
    const before = await demand(tx, batch, id, action)
    if (objectVersionNumber !== undefined && before.objectVersionNumber !== objectVersionNumber)
      throw await stale(tx, batch, id)
    const now = await today(tx, context.tenant)
    const { what, change, kept } = await work({ write, context, before, now })
    const by = context.actor.accountId
    await sql`update batch set ${what}, object_version_number = object_version_number + 1,
      last_update_date = now(), last_updated_by = ${by} where id = ${id}`.execute(tx)
    await sql`insert into batch_change (batch_id, kind, state, stage, happened_on, picture, note, created_by)
      values (${id}, ${change.kind}, ${change.state ?? null}, ${change.stage ?? null},
        ${change.happenedOn}::date, ${change.picture ?? null}, ${change.note ?? null}, ${by})`.execute(
      tx,
    )
    const after = (await showRow(tx, batch, id))!
    await write.audit({
      entity: batch.name,
      recordId: id,
      title: String(after.batchName),
      action,
      before,
      after: { ...after, ...kept },
    })
    await write.announce({ resource: batch.name, ids: [id], kind: 'updated' })
    // Whether a plot is in use is said by the plot.
    await write.announce({ resource: 'land', ids: after.landIds as number[], kind: 'updated' })
    return after
  })
}

/** Nothing is picked within an interval. Errors: those of `requireUnlocked`. */
async function pickable(
  { write: { tx }, context, before }: Move,
  at: Date | Sql,
  override: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const landIds = before.landIds as number[]
  const locks = await requireUnlocked(tx, { landIds, kinds: ['harvest'], at }, override, context)
  return locks.length > 0 ? { override, locks } : {}
}

/** It was planted, on the planned day or another: what is expected moves along. */
async function started({ write: { tx }, before, now }: Move, plantedOn: string) {
  requireDay('plantedOn', plantedOn, now)
  const expected = before.expectedHarvestOn as string | null
  const expectedHarvestOn =
    expected && dayAfter(expected, daysBetween(String(before.plantedOn), plantedOn))
  await requireFree(tx, now, {
    id: before.id,
    landIds: before.landIds as number[],
    parts: before.parts as NamedPart[],
    plantedOn,
    expectedHarvestOn,
    sharedFlag: before.sharedFlag as 0 | 1,
  })
  const grown = (await grownBatch(tx, before.id))!
  const stages = await stageDays(tx, { ...grown, plantedOn }, now)
  return {
    what: sql`state = ${batchState.growing}, planted_on = ${plantedOn}::date,
      expected_harvest_on = ${expectedHarvestOn}::date, stages = ${JSON.stringify(stages)}::jsonb`,
    change: { kind: 'state', state: batchState.growing, happenedOn: plantedOn } as const,
  }
}

/** It is over: what its facts lack of the yield that is told is kept as one more. */
async function finished(
  move: Move,
  {
    finishedOn,
    realYield,
    override,
  }: { finishedOn: string; realYield: number; override?: string | undefined },
) {
  const {
    write: { tx },
    context,
    before,
    now,
  } = move
  requireDay('finishedOn', finishedOn, now, String(before.plantedOn))
  const missing = realYield - Number(before.realYield ?? 0)
  const kept = missing > 0 ? await pickable(move, endOf(finishedOn), override) : {}
  if (Math.abs(missing) >= 0.001)
    await keepFacts(
      tx,
      { kind: 'hand', id: before.id },
      [
        {
          batchId: before.id,
          kind: 'yield',
          title: String(before.cropIdName ?? before.batchName),
          quantity: missing,
          unitName: 'kg',
          amount: null,
          occurredOn: finishedOn,
        },
      ],
      context.actor.accountId,
    )
  return {
    what: sql`state = ${batchState.finished}, finished_on = ${finishedOn}::date`,
    change: { kind: 'state', state: batchState.finished, happenedOn: finishedOn } as const,
    kept,
  }
}

async function stageSeen(
  { write: { tx }, before, now }: Move,
  {
    place,
    startsOn,
    picture,
    note,
  }: {
    place: number
    startsOn: string
    picture?: string | null | undefined
    note?: string | null | undefined
  },
) {
  requireDay('startsOn', startsOn, now, String(before.plantedOn))
  const grown = (await grownBatch(tx, before.id))!
  const stage = grown.stages[place]
  if (!stage) throw invalidFields({ place: { code: 'field.missing_reference' } })
  const seen = correctedStages(grown.stages, place, startsOn)
  const next: BatchStage[] = await stageDays(tx, { ...grown, stages: seen }, now)
  return {
    what: sql`stages = ${JSON.stringify(next)}::jsonb`,
    change: { kind: 'stage', stage: stage.name, happenedOn: startsOn, picture, note } as const,
  }
}

export function serveMoves(app: Services): void {
  serve(app, batchMoves.start, (input, context) =>
    moving(context, 'start', input, (move) => started(move, input.plantedOn)),
  )
  serve(app, batchMoves.harvest, (input, context) =>
    moving(context, 'harvest', input, async (move) => ({
      what: sql`state = ${batchState.harvesting}`,
      change: { kind: 'state', state: batchState.harvesting, happenedOn: move.now },
      kept: await pickable(move, new Date(), input.override),
    })),
  )
  serve(app, batchMoves.finish, (input, context) =>
    moving(context, 'finish', input, (move) => finished(move, input)),
  )
  serve(app, batchMoves.end, (input, context) =>
    moving(context, 'end', input, async ({ now, before }) => ({
      what: sql`state = ${batchState.ended}, end_reason = ${input.endReason},
        finished_on = case when state = ${batchState.planned} then planted_on
          else greatest(${now}::date, planted_on) end`,
      change: {
        kind: 'state',
        state: batchState.ended,
        happenedOn: before.state === batchState.planned ? String(before.plantedOn) : now,
        note: input.endReason,
      },
    })),
  )
  serve(app, correctBatchStage, (input, context) =>
    moving(context, 'correctStage', input, (move) => stageSeen(move, input)),
  )
}
