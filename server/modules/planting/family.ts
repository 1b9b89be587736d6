import { sql } from 'kysely'
import type { z } from 'zod'
import { batch, batchState } from '#contract/planting/batch.ts'
import { mergeBatches, splitBatch } from '#contract/planting/family-calls.ts'
import { sharesOf } from '#contract/planting/shares.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { demand, stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { nextBatchCode } from './engine/batch-number.ts'
import { passOn } from './engine/facts.ts'
import { serveFamilyReading } from './family-reading.ts'
import {
  changeKin,
  heldRows,
  inOne,
  noteTurn,
  passHeirs,
  storeKin,
  storeLink,
  tellChanged,
  tellMade,
  type Doing,
  type FamilyRow,
} from './family-rows.ts'
import { basisOf, partFor, requireWhole, weightOf } from './family-rules.ts'
import { serveFamilyUndo } from './family-undo.ts'

type SplitInput = z.output<typeof splitBatch.input>
type MergeInput = z.output<typeof mergeBatches.input>

/** Errors: 404; 409 when state or version of a batch is another than its reader saw. */
async function requireAsSeen(
  { write: { tx } }: Doing,
  action: string,
  { id, objectVersionNumber }: { id: number; objectVersionNumber?: number | undefined },
): Promise<void> {
  const found = await demand(tx, batch, id, action)
  if (objectVersionNumber !== undefined && found.objectVersionNumber !== objectVersionNumber)
    throw await stale(tx, batch, id)
}
const namesOf = (batches: readonly { batchName: string }[]) =>
  batches.map(({ batchName }) => batchName).join(' · ')

/** Whether one of the plots is that of another part as well. */
const isShared = (place: number, parts: SplitInput['parts']) =>
  parts.some(
    ({ landIds }, other) =>
      other !== place && landIds.some((id) => parts[place]!.landIds.includes(id)),
  )

/** The parts of a batch, with what it is expected to yield divided as its area is. */
async function makeParts(doing: Doing, whole: FamilyRow, parts: SplitInput['parts']) {
  const yields =
    whole.expectedYield === null
      ? null
      : sharesOf(
          whole.expectedYield,
          parts.map(({ plantedArea }) => plantedArea ?? 0),
          2,
        )
  const ids: number[] = []
  for (const [place, part] of parts.entries())
    ids.push(
      await storeKin(doing, {
        like: whole.id,
        state: whole.state,
        batchName: part.batchName,
        batchCode: await nextBatchCode(doing.write.tx, doing.context.tenant),
        landIds: [...new Set(part.landIds)],
        parents: [whole.id],
        plantedArea: part.plantedArea ?? null,
        quantity: part.quantity ?? null,
        expectedYield: yields?.[place] ?? null,
        sharedFlag: whole.sharedFlag === 1 || isShared(place, parts) ? 1 : 0,
      }),
    )
  return ids
}

async function split(doing: Doing, input: SplitInput): Promise<number[]> {
  const [whole] = await heldRows(doing.write.tx, [input.id])
  await requireAsSeen(doing, 'split', input)
  const { parts } = input
  requireWhole(whole!, parts)
  const basis = basisOf(whole!, input.share)
  const ids = await makeParts(doing, whole!, parts)
  const passed = await passHeirs(doing, whole!.id, (landIds) => ids[partFor(landIds, parts)]!)
  for (const [place, childId] of ids.entries()) {
    await storeLink(doing, {
      parentId: whole!.id,
      childId,
      kind: 'split',
      weight: weightOf(parts[place]!, basis),
      parentState: whole!.state,
      passed: passed.get(childId) ?? {},
    })
    await noteTurn(doing, childId, 'splitFrom', whole!.state, whole!.batchName)
  }
  await noteTurn(doing, whole!.id, 'splitInto', batchState.split, namesOf(parts))
  await changeKin(doing, whole!, 'split', endedAs(batchState.split, doing.now))
  await passOn(doing.write.tx, [whole!.id], doing.context.actor.accountId)
  await tellMade(doing, ids)
  await tellChanged(doing, [whole!])
  return ids
}
const endedAs = (state: number, now: string) =>
  sql`state = ${state}, finished_on = greatest(${now}::date, planted_on)`

/** Errors: 422 at `others` for batches that are not seen, or of another base, variety or unit. */
function requireAlike(lead: FamilyRow, all: readonly FamilyRow[], asked: number): void {
  if (all.length !== asked) throw invalidFields({ others: { code: 'field.missing_reference' } })
  for (const one of all) {
    if (one.areaId !== lead.areaId || one.varietyId !== lead.varietyId)
      throw invalidFields({ others: { code: 'batch.not_alike', params: { batch: one.batchName } } })
    if (one.quantityUnitId !== lead.quantityUnitId && (one.quantity || lead.quantity))
      throw invalidFields({
        others: { code: 'batch.other_unit', params: { batch: one.batchName } },
      })
  }
}
const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  return Math.round(known.reduce((sum, value) => sum + value, 0) * 100) / 100
}

async function merge(doing: Doing, input: MergeInput): Promise<number> {
  const asked = [input, ...input.others]
  const all = await heldRows(
    doing.write.tx,
    asked.map(({ id }) => id),
  )
  await requireAsSeen(doing, 'merge', input)
  const lead = all.find(({ id }) => id === input.id)!
  requireAlike(lead, all, asked.length)
  for (const one of input.others) await requireAsSeen(doing, 'merge', one)
  // What is picked from one of them is picked from all.
  const state = Math.max(...all.map((one) => one.state))
  const childId = await storeKin(doing, {
    like: lead.id,
    state,
    batchName: input.batchName,
    batchCode: await nextBatchCode(doing.write.tx, doing.context.tenant),
    landIds: [...new Set(all.flatMap(({ landIds }) => landIds))],
    parents: all.map(({ id }) => id),
    plantedArea: sumOf(all.map(({ plantedArea }) => plantedArea)),
    quantity: sumOf(all.map(({ quantity }) => quantity)),
    expectedYield: sumOf(all.map(({ expectedYield }) => expectedYield)),
    sharedFlag: all.some(({ sharedFlag }) => sharedFlag === 1) ? 1 : 0,
  })
  for (const one of all) {
    const passed = await passHeirs(doing, one.id, () => childId)
    await storeLink(doing, {
      parentId: one.id,
      childId,
      kind: 'merge',
      weight: 1,
      parentState: one.state,
      passed: passed.get(childId) ?? {},
    })
    await noteTurn(doing, one.id, 'mergedInto', batchState.merged, input.batchName)
    await changeKin(doing, one, 'merge', endedAs(batchState.merged, doing.now))
  }
  await noteTurn(doing, childId, 'mergedFrom', state, namesOf(all))
  await passOn(
    doing.write.tx,
    all.map(({ id }) => id),
    doing.context.actor.accountId,
  )
  await tellMade(doing, [childId])
  await tellChanged(doing, all)
  return childId
}

/** Batches that become others: split, merged, and both taken back. */
export function serveFamily(app: Services): void {
  serve(app, splitBatch, (input, context) => inOne(app, context, (doing) => split(doing, input)))
  serve(app, mergeBatches, (input, context) =>
    inOne(app, context, async (doing) => [await merge(doing, input)]),
  )
  serveFamilyUndo(app)
  serveFamilyReading(app)
}
