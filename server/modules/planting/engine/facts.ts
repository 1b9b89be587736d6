import { sql } from 'kysely'
import { batchFactKinds } from '#contract/planting/batch-calls.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import { factsToPassOn } from './pass-on.ts'

type BatchFactKind = (typeof batchFactKinds)[number]

/** What a batch took or gave on a day. Yield is in kilograms, amounts are in yuan. */
export interface BatchFact {
  batchId: number
  kind: BatchFactKind
  title: string
  quantity: number | null
  unitName: string | null
  amount: number | null
  occurredOn: string
}

/** What a fact comes from: it keeps facts together, and takes them back together. */
export interface FactSource {
  kind: 'task' | 'harvest' | 'meter' | 'hand' | 'split' | 'merge' | 'sale'
  id: number
}

async function store(
  tx: Tx,
  source: FactSource,
  facts: readonly BatchFact[],
  by: number | null,
): Promise<void> {
  const lines = facts.map(
    ({ batchId, kind, title, quantity, unitName, amount, occurredOn }) =>
      sql`(${batchId}::bigint, ${kind}, ${title}, ${quantity}::numeric, ${unitName}, ${amount}::numeric,
        ${occurredOn}::date, ${source.kind}, ${source.id}::bigint, ${by}::bigint)`,
  )
  await sql`insert into batch_fact (batch_id, kind, title, quantity, unit_name, amount, occurred_on,
    source_kind, source_id, created_by) values ${sql.join(lines)}`.execute(tx)
}
/** What came to batches that go on in others goes on to those, and from them where they do as well. */
export async function passOn(
  tx: Tx,
  batchIds: readonly number[],
  by: number | null,
): Promise<void> {
  const passed = await factsToPassOn(tx, batchIds)
  for (const { source, facts } of passed) await store(tx, source, facts, by)
  const reached = passed.flatMap(({ facts }) => facts.slice(1).map(({ batchId }) => batchId))
  if (reached.length > 0) await passOn(tx, [...new Set(reached)], by)
}

/** Keeps facts in the caller's transaction. */
export async function keepFacts(
  tx: Tx,
  source: FactSource,
  facts: readonly BatchFact[],
  by: number | null,
): Promise<void> {
  if (facts.length === 0) return
  await store(tx, source, facts, by)
  await passOn(tx, [...new Set(facts.map(({ batchId }) => batchId))], by)
}

/** Mirrors facts `f` on the same day; what was taken back already is left. Answers how many. */
async function mirror(tx: Tx, which: Sql, by: number | null): Promise<number> {
  const mirrored = await rows<{ batchId: number }>(
    tx,
    sql`insert into batch_fact (batch_id, kind, title, quantity, unit_name, amount, occurred_on,
        source_kind, source_id, reverses_id, created_by)
      select f.batch_id, f.kind, f.title, -f.quantity, f.unit_name, -f.amount, f.occurred_on,
        f.source_kind, f.source_id, f.id, ${by}
      from batch_fact f where ${which} and f.reverses_id is null
        and not exists (select 1 from batch_fact r where r.tenant_id = f.tenant_id and r.reverses_id = f.id)
      on conflict (tenant_id, reverses_id) where reverses_id is not null do nothing
      returning batch_id`,
  )
  await passOn(tx, [...new Set(mirrored.map(({ batchId }) => batchId))], by)
  return mirrored.length
}
/** Takes back all that a source kept; what was taken back already is left. Answers how many rows it took back. */
export const reverseFacts = (tx: Tx, source: FactSource, by: number | null): Promise<number> =>
  mirror(tx, sql`f.source_kind = ${source.kind} and f.source_id = ${source.id}`, by)
/** Takes back one that somebody wrote down by hand. */
export const reverseFact = (
  tx: Tx,
  batchId: number,
  id: number,
  by: number | null,
): Promise<number> =>
  mirror(tx, sql`f.id = ${id} and f.batch_id = ${batchId} and f.source_kind = 'hand'`, by)
