import { batch } from '#contract/planting/batch.ts'
import { keepBatchFact, reverseBatchFact } from '#contract/planting/batch-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { HttpError, notFound } from '#server/db/http-error.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { endOf, requireUnlocked } from '#server/modules/farm/engine/locks.ts'
import type { Services } from '#server/services/services.ts'
import { keepFacts, reverseFact } from './engine/facts.ts'
import { requireDay } from './moves.ts'

/** Writes to the books of a batch, with its history, and answers it as it is then. */
const booking = (
  context: SignedIn,
  id: number,
  action: string,
  work: (write: Write, before: Row) => Promise<Readonly<Record<string, unknown>> | void>,
): Promise<Row> =>
  context.write(async (write) => {
    await lockRow(write.tx, batch, id)
    const before = await showRow(write.tx, batch, id)
    if (!before) throw notFound()
    const kept = await work(write, before)
    const after = (await showRow(write.tx, batch, id))!
    await write.audit({
      entity: batch.name,
      recordId: id,
      title: String(before.batchName),
      action,
      before,
      after: { ...after, ...kept },
    })
    await write.announce({ resource: batch.name, ids: [id], kind: 'updated' })
    return after
  })

/** What people write down of a batch themselves: costs as they fall, yields as they are weighed. */
export function serveFacts(app: Services): void {
  serve(app, keepBatchFact, ({ id, override, ...fact }, context) =>
    booking(context, id, 'fact', async ({ tx }, { landIds }) => {
      // What something cost is written by who may know it.
      if (fact.amount != null && !context.codes.has(costCode))
        throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [costCode] } })
      requireDay('occurredOn', fact.occurredOn, await today(tx, context.tenant))
      const locks =
        fact.kind === 'yield'
          ? await requireUnlocked(
              tx,
              { landIds: landIds as number[], kinds: ['harvest'], at: endOf(fact.occurredOn) },
              override,
              context,
            )
          : []
      const kept = {
        ...fact,
        batchId: id,
        quantity: fact.quantity ?? null,
        unitName: fact.kind === 'yield' ? 'kg' : fact.unitName || null,
        amount: fact.kind === 'yield' ? null : (fact.amount ?? null),
      }
      await keepFacts(tx, { kind: 'hand', id }, [kept], context.actor.accountId)
      return locks.length > 0 ? { override, locks } : {}
    }),
  )
  serve(app, reverseBatchFact, ({ id, factId }, context) =>
    booking(context, id, 'reverseFact', async ({ tx }) => {
      if ((await reverseFact(tx, id, factId, context.actor.accountId)) === 0)
        throw new HttpError(409, 'batch.not_open')
    }),
  )
}
