import { sql } from 'kysely'
import { batchState } from '#contract/planting/batch.ts'
import type { batchFactKinds } from '#contract/planting/batch-calls.ts'
import { sharesOf } from '#contract/planting/shares.ts'
import { rows, type Tx } from '#server/db/database.ts'
import type { BatchFact, FactSource } from './facts.ts'

interface Kin {
  parentId: number
  childId: number
  kind: 'split' | 'merge'
  weight: number
}
interface Rest {
  batchId: number
  kind: (typeof batchFactKinds)[number]
  title: string
  unitName: string | null
  occurredOn: string
  quantity: number | null
  amount: number | null
}
/** Facts that one source keeps together. */
interface Kept {
  source: FactSource
  facts: BatchFact[]
}

/** Whose facts are those of others now. */
const kinOf = (tx: Tx, batchIds: readonly number[]) =>
  rows<Kin>(
    tx,
    sql`select k.parent_id, k.child_id, k.kind, k.weight::float8 as weight from batch_link k
      join batch b on b.tenant_id = k.tenant_id and b.id = k.parent_id
      where k.parent_id = any(${batchIds}::bigint[]) and k.undone_at is null
        and b.state in (${batchState.split}, ${batchState.merged}) order by k.parent_id, k.child_id`,
  )
/** What batches have that they have not passed on, by what it is and its day. */
const restsOf = (tx: Tx, batchIds: readonly number[]) =>
  rows<Rest>(
    tx,
    sql`select batch_id, kind, title, unit_name, occurred_on, sum(quantity) as quantity,
        sum(amount) as amount from batch_fact where batch_id = any(${batchIds}::bigint[])
      group by batch_id, kind, title, unit_name, occurred_on
      having coalesce(sum(quantity), 0) <> 0 or coalesce(sum(amount), 0) <> 0
      order by batch_id, occurred_on, kind, title, unit_name`,
  )

/** One rest as it leaves its batch and comes to the others, none of it lost. */
function moved(rest: Rest, kin: readonly Kin[]): BatchFact[] {
  const weights = kin.map(({ weight }) => weight)
  const share = (sum: number | null, decimals: number) =>
    sum === null ? kin.map(() => null) : sharesOf(sum, weights, decimals)
  const [quantities, amounts] = [share(rest.quantity, 3), share(rest.amount, 2)]
  const leaves = {
    ...rest,
    quantity: rest.quantity === null ? null : -rest.quantity,
    amount: rest.amount === null ? null : -rest.amount,
  }
  const comes = kin.map(({ childId }, at) => ({
    ...rest,
    batchId: childId,
    quantity: quantities[at]!,
    amount: amounts[at]!,
  }))
  return [leaves, ...comes.filter(({ quantity, amount }) => quantity || amount)]
}

/**
 * What of these batches belongs to others, because they were split or merged: as facts that take it
 * from them and give it to those, each day's for itself. A fact that comes late goes the same way.
 */
export async function factsToPassOn(tx: Tx, batchIds: readonly number[]): Promise<Kept[]> {
  const kin = await kinOf(tx, batchIds)
  if (kin.length === 0) return []
  const rests = await restsOf(tx, [...new Set(kin.map(({ parentId }) => parentId))])
  return rests.map((rest) => {
    const own = kin.filter(({ parentId }) => parentId === rest.batchId)
    const [first] = own
    const id = first!.kind === 'split' ? rest.batchId : first!.childId
    return { source: { kind: first!.kind, id }, facts: moved(rest, own) }
  })
}
