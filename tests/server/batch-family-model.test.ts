import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batchState } from '#contract/planting/batch.ts'
import { Random } from '#scripts/bench/stock-random.ts'
import { rows } from '#server/db/database.ts'
import { familyField, ids, part, type FamilyBatch as Batch } from './batch-family-ground.ts'

const { app, mine, move, show, growing, spend, undo } = await familyField()
const seed = Number(process.env.SEED ?? 20)
const steps = Number(process.env.STEPS ?? 60)
test(
  `any splits, merges and their undoing keep area, quantity and costs (SEED=${seed})`,
  { timeout: 120_000 },
  async () => {
    const random = new Random(seed)
    const roots = [await growing([4, 2]), await growing([3]), await growing([1.37, 2.05, 0.61])]
    const area = roots.reduce((sum, one) => sum + one.plantedArea, 0)
    const quantity = roots.reduce((sum, one) => sum + one.quantity!, 0)
    let cost = 0
    let picked = 0
    const all = new Set(roots.map(({ id }) => id))
    const grow = async () =>
      (await Promise.all([...all].map(show))).filter(({ state }) => state === batchState.growing)
    const cut = (whole: number) => {
      const first = Math.round(whole * (10 + random.below(80))) / 100
      return [first, Math.round((whole - first) * 100) / 100]
    }
    const acts = {
      async spend(one: Batch) {
        const amount = (1 + random.below(100_000)) / 100
        cost += amount
        // Also to those that were split long ago.
        const to = random.one([...all])
        const state = (await show(to)).state
        await spend(state === batchState.ended ? one.id : to, amount)
      },
      async pick(one: Batch) {
        const weight = (1 + random.below(100_000)) / 100
        picked += weight
        await spend(one.id, 0, { kind: 'yield', title: '采收', amount: null, quantity: weight })
      },
      async split(one: Batch) {
        if (one.plantedArea < 0.1 || one.quantity! < 2) return
        const areas = cut(one.plantedArea)
        const quantities = cut(one.quantity!)
        const [first, ...rest] = one.landIds
        const parts = [0, 1].map((at) =>
          part(
            `${one.id}-${at}`,
            rest.length > 0 && at === 1 ? rest : [first!],
            areas[at]!,
            quantities[at]!,
          ),
        )
        const answer = await move(one.id, 'split', {
          parts,
          share: random.one(['area', 'quantity', undefined]),
        })
        expect([answer.status, answer.message]).toEqual([200, undefined])
        for (const id of ids(answer)) all.add(id)
      },
      async merge(one: Batch) {
        const others = (await grow()).filter(({ id }) => id !== one.id && random.below(3) === 0)
        if (others.length === 0) return
        const answer = await move(one.id, 'merge', {
          batchName: `合${one.id}`,
          others: others.map(({ id, objectVersionNumber }) => ({ id, objectVersionNumber })),
        })
        expect([answer.status, answer.message]).toEqual([200, undefined])
        for (const id of ids(answer)) all.add(id)
      },
      async undo() {
        const id = random.one([...all])
        const answer = await undo(id)
        expect([200, 404, 409]).toContain(answer.status)
      },
    }
    for (let step = 0; step < steps; step++) {
      const name = random.one(['spend', 'spend', 'pick', 'split', 'merge', 'undo'] as const)
      await acts[name](random.one(await grow()))
      const live = await grow()
      const sum = (of: (one: Batch) => number | null) =>
        live.reduce((total, one) => total + (of(one) ?? 0), 0)
      expect([step, name, sum((one) => one.plantedArea).toFixed(2)]).toEqual([
        step,
        name,
        area.toFixed(2),
      ])
      expect(sum((one) => one.quantity).toFixed(2)).toBe(quantity.toFixed(2))
      expect([step, name, sum((one) => one.cost).toFixed(2)]).toEqual([step, name, cost.toFixed(2)])
      expect(sum((one) => one.realYield).toFixed(3)).toBe(picked.toFixed(3))
    }
    // What goes on in others has nothing left of its own, of whatever kind.
    const left = await app.db.read(mine.id, (tx) =>
      rows(
        tx,
        sql`select f.batch_id, f.kind, f.title from batch_fact f join batch b on b.tenant_id = f.tenant_id
        and b.id = f.batch_id where b.state in (5, 6) group by 1, 2, 3
        having sum(f.amount) <> 0 or sum(f.quantity) <> 0`,
      ),
    )
    expect(left).toEqual([])
  },
)
