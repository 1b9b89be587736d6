import { expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type {
  AgeingRow,
  SummaryRow,
  TurnoverRow,
  UsageRow,
} from '#contract/inventory/report-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { stockMovement } from '#contract/inventory/stock.ts'
import { oneStore } from './ground.ts'
import { day } from './stock.ts'
import { cents, goes, thousandths } from './stock-books.ts'
import { live } from './stock-history.ts'

const { app } = await oneStore()
const steps = Number(process.env.ORACLE_STEPS ?? 220)
const seeds = process.env.ORACLE_SEED ? [Number(process.env.ORACLE_SEED)] : [5, 6]

type Answer<T> = Page<T>
const wholes = (row: Record<string, unknown>, scale: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(scale).map(([name, factor]) => [
      name,
      row[name] === null ? null : BigInt(Math.round(Number(row[name]) * factor)),
    ]),
  )

test.each(seeds)(
  'a random history is in the books of the product as in those beside it (seed %i)',
  { timeout: 180_000 },
  async (seed) => {
    const { tenant, store, books, refused, takenBack } = await live(app, seed, steps)
    const ask = async <T>(report: string, input: Record<string, string>) =>
      (
        await tenant.admin.call<Answer<T>>(`GET /wfpf/v1/{tenant}/stock-report/${report}`, {
          ...input,
          size: '0',
        })
      ).content
    expect(books.entries.length).toBeGreaterThan(steps / 2)
    expect(books.entries.some(({ type }) => type === 'revaluation')).toBe(true)
    for (const type of ['lost', 'gain', 'loss', 'voidIn', 'voidOut'])
      expect([type, books.entries.some((entry) => entry.type === type)]).toEqual([type, true])
    expect(books.entries.some(({ purpose }) => purpose === 'return')).toBe(true)
    expect(refused.length).toBeGreaterThan(0)
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

    const days = Array.from({ length: 90 }, (_, at) => day(-89 + at))
    const span = { from: days[0]!, to: days.at(-1)! }
    const keyOf = ({ warehouseId, skuId }: { warehouseId: number; skuId: number }) =>
      `${warehouseId}/${skuId}`
    const [quantities, values] = [
      ['openingQuantity', 'inQuantity', 'outQuantity', 'closingQuantity'],
      ['openingValue', 'inValue', 'outValue', 'revaluedValue', 'closingValue'],
    ]
    const scale = {
      ...Object.fromEntries(quantities.map((name) => [name, 1000])),
      ...Object.fromEntries(values.map((name) => [name, 100])),
    }
    const summary = await ask<SummaryRow>('summary', span)
    const meant = books.summary(span.from, span.to)
    for (const row of summary)
      expect([keyOf(row), wholes(row, scale)]).toEqual([keyOf(row), meant.get(keyOf(row))])
    expect(summary.length).toBeGreaterThan(3)

    const turnover = books.turnover(days)
    for (const row of await ask<TurnoverRow>('turnover', span)) {
      expect([
        keyOf(row),
        wholes(row, {
          outQuantity: 1000,
          averageQuantity: 1000,
          closingQuantity: 1000,
          turnover: 100,
          coverDays: 10,
        }),
      ]).toEqual([keyOf(row), turnover.get(keyOf(row))])
    }
    const ageOf = (one: string) => Math.round((Date.parse(span.to) - Date.parse(one)) / 86_400_000)
    const ageing = books.ageing(span.to, ageOf)
    const aged = await ask<AgeingRow>('ageing', { on: span.to })
    expect(aged.length).toBe(ageing.size)
    for (const row of aged)
      expect([
        keyOf(row),
        wholes(row, { quantity: 1000, days30: 1000, days90: 1000, days180: 1000, older: 1000 }),
      ]).toEqual([keyOf(row), ageing.get(keyOf(row))])

    const used = new Map<string, bigint>()
    for (const { day: at, type, quantity, purpose } of books.entries) {
      if (at < span.from || ![...goes, 'back', 'lost'].includes(type)) continue
      const name = type === 'lost' ? 'lost' : purpose
      used.set(name, (used.get(name) ?? 0n) - quantity)
    }
    const told = new Map<string, bigint>()
    for (const { purpose, quantity } of await ask<UsageRow>('usage', span))
      told.set(purpose, (told.get(purpose) ?? 0n) + thousandths(quantity))
    expect([...told].sort()).toEqual([...used].filter(([, quantity]) => quantity !== 0n).sort())
  },
)
