import { expect, test } from 'vitest'
import { callOf } from '#contract/entity-calls.ts'
import { stockMovement } from '#contract/inventory/stock.ts'
import { oneStore } from './ground.ts'
import { cents, thousandths } from './stock-books.ts'
import { live } from './stock-history.ts'
import { sameLists } from './stock-oracle-lists.ts'
import { sameReports } from './stock-oracle-reports.ts'

const { app } = await oneStore()
const steps = Number(process.env.ORACLE_STEPS ?? 220)
const seeds = process.env.ORACLE_SEED ? [Number(process.env.ORACLE_SEED)] : [5, 6]

test.each(seeds)(
  'a random history is in the books of the product as in those beside it (seed %i)',
  { timeout: 180_000 },
  async (seed) => {
    const found = await live(app, seed, steps)
    const { tenant, store, books, refused, transit } = found
    const { takenBack } = transit
    expect(books.entries.length).toBeGreaterThan(steps / 2)
    expect(books.entries.some(({ type }) => type === 'revaluation')).toBe(true)
    for (const type of ['lost', 'gain', 'loss', 'voidIn', 'voidOut'])
      expect([type, books.entries.some((entry) => entry.type === type)]).toEqual([type, true])
    expect(books.entries.some(({ purpose }) => purpose === 'return')).toBe(true)
    expect(refused.length).toBeGreaterThan(0)
    expect(found.asked).toBeGreaterThan(0)
    // Arrivals were voided while more of theirs was on its way, and after the rest was called over.
    expect(takenBack.onTheWay).toBeGreaterThan(0)
    expect(takenBack.afterwards).toBeGreaterThan(0)

    // The ledger, entry by entry, of each lot in each place.
    const ledger = (
      await tenant.admin.call(callOf(stockMovement, 'list'), { size: 0, sort: 'id,asc' })
    ).content
    expect(
      ledger.map((one) => [
        one.warehouseId,
        one.skuId,
        one.lot ?? '',
        one.type,
        thousandths(one.quantity!),
        cents(one.value!),
        thousandths(one.balanceQuantity!),
        cents(one.balanceValue!),
      ]),
    ).toEqual(
      books.entries.map((one) => [
        one.warehouse,
        one.sku,
        one.lot,
        one.type,
        one.quantity,
        one.value,
        one.balance,
        one.worth,
      ]),
    )
    expect(await store.faults()).toEqual([])

    await sameReports(tenant.admin, books)
    await sameLists(tenant.admin, found)
  },
)
