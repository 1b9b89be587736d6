import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batch } from '#contract/planting/batch.ts'
import { batchFactKinds } from '#contract/planting/batch-calls.ts'
import { rows } from '#server/db/database.ts'
import {
  keepFacts,
  reverseFacts,
  type BatchFact,
  type FactSource,
} from '#server/modules/planting/engine/facts.ts'
import { oneFarm } from './ground.ts'
import { make } from './samples.ts'

const { app, mine } = await oneFarm()
const by = mine.adminAccount
const keep = (source: FactSource, facts: readonly BatchFact[]) =>
  app.db.write(mine.id, (tx) => keepFacts(tx, source, facts, by))
const reverse = (source: FactSource) => app.db.write(mine.id, (tx) => reverseFacts(tx, source, by))
const sums = (batchId: number) =>
  app.db.read(mine.id, (tx) =>
    rows<{ kind: string; quantity: number; amount: number }>(
      tx,
      sql`select kind, sum(quantity) as quantity, sum(amount) as amount from batch_fact
        where batch_id = ${batchId} group by kind
        having sum(quantity) <> 0 or sum(amount) <> 0 order by kind`,
    ),
  )
const fact = (batchId: number, more: Partial<BatchFact> = {}): BatchFact => ({
  batchId,
  kind: 'input',
  title: '复合肥',
  quantity: 12.5,
  unitName: 'kg',
  amount: 40.25,
  occurredOn: '2026-11-20',
  ...more,
})

test('what is taken back is mirrored once, and what is kept again counts again', async () => {
  const { id } = await make(batch, mine.admin)
  const source = { kind: 'task', id: 7 } as const
  await keep(source, [fact(id), fact(id, { kind: 'labor', quantity: null, amount: 100 })])
  await keep({ kind: 'task', id: 8 }, [fact(id)])
  expect(await reverse(source)).toBe(2)
  expect(await reverse(source)).toBe(0)
  expect(await sums(id)).toEqual([{ kind: 'input', quantity: 12.5, amount: 40.25 }])
  await keep(source, [fact(id, { amount: 1 })])
  expect(await reverse(source)).toBe(1)
  expect(await sums(id)).toEqual([{ kind: 'input', quantity: 12.5, amount: 40.25 }])
})

test('two who take back at once do it once', async () => {
  const { id } = await make(batch, mine.admin)
  const source = { kind: 'hand', id: 70 } as const
  await keep(source, [fact(id), fact(id)])
  const done = await Promise.all([reverse(source), reverse(source), reverse(source)])
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(2)
  expect(await sums(id)).toEqual([])
})

test('facts are neither changed nor deleted', async () => {
  const { id } = await make(batch, mine.admin)
  await keep({ kind: 'hand', id: 71 }, [fact(id)])
  for (const statement of [sql`update batch_fact set amount = 0`, sql`delete from batch_fact`])
    await expect(app.db.write(mine.id, (tx) => statement.execute(tx))).rejects.toThrow(/denied/)
})

/** Numbers that are the same for a seed (mulberry32). */
function numbersOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const seed = Number(process.env.SEED ?? 20)
test(`after any keeping and taking back, a batch has what stands (SEED=${seed})`, async () => {
  const next = numbersOf(seed)
  const { id } = await make(batch, mine.admin)
  const standing = new Map<number, BatchFact[]>()
  for (let step = 0; step < 300; step++) {
    const source = { kind: 'task', id: 1000 + next(12) } as const
    if (next(3) === 0) {
      expect(await reverse(source)).toBe(standing.get(source.id)?.length ?? 0)
      standing.delete(source.id)
      continue
    }
    const facts = Array.from({ length: 1 + next(4) }, () =>
      fact(id, {
        kind: batchFactKinds[next(batchFactKinds.length)]!,
        quantity: next(5) ? next(1_000_000) / 1000 : null,
        amount: next(5) ? next(1_000_000) / 100 : null,
      }),
    )
    await keep(source, facts)
    standing.set(source.id, [...(standing.get(source.id) ?? []), ...facts])
  }
  const all = [...standing.values()].flat()
  const found = new Map((await sums(id)).map((one) => [one.kind, one]))
  for (const kind of batchFactKinds) {
    const wanted = all.filter((one) => one.kind === kind)
    const sum = (what: 'quantity' | 'amount') =>
      wanted.reduce((total, one) => total + (one[what] ?? 0), 0)
    expect(found.get(kind)?.quantity ?? 0).toBeCloseTo(sum('quantity'), 3)
    expect(found.get(kind)?.amount ?? 0).toBeCloseTo(sum('amount'), 2)
  }
})
