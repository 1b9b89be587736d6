import { expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type {
  AgeingRow,
  SummaryRow,
  TurnoverRow,
  UsageRow,
} from '#contract/inventory/report-calls.ts'
import { Random } from '#scripts/bench/stock-random.ts'
import { oneStore } from './ground.ts'
import { day, Store, type DocumentLine } from './stock.ts'
import { Books, cents, divided, thousandths } from './stock-books.ts'
import { newTenant } from './harness.ts'

const { app } = await oneStore()
const steps = Number(process.env.ORACLE_STEPS ?? 60)
const seeds = process.env.ORACLE_SEED ? [Number(process.env.ORACLE_SEED)] : [11, 23]
const first = -200

const quantityOf = (value: number) => thousandths(value)
/** Cents of a quantity at a price with four decimals, half up. */
const amountOf = (quantity: number, price: number) =>
  divided(thousandths(quantity) * BigInt(Math.round(price * 10_000)), 100_000n)

/**
 * A history of receipts, issues, transfers with losses, returns and debts, in the product and in
 * the books beside it.
 */
async function live(seed: number) {
  const tenant = await newTenant(app)
  const store = new Store(app, tenant)
  const books = new Books()
  const chance = new Random(seed)
  const next = () => chance.next()
  const whole = (most: number) => Math.floor(next() * most)
  const [warehouses, skus] = [
    [await store.warehouse(), await store.warehouse(1)],
    [await store.sku(), await store.sku({ lotFlag: 1 }), await store.sku()],
  ]
  // Of the last there is so little that what is rounded too early shows.
  const seldom = skus[2]!
  const lots: Record<number, string[]> = { [skus[1]!]: ['A', 'B', 'C'] }
  const some = () => {
    const sku = skus[whole(skus.length)]!
    return { warehouse: warehouses[whole(2)]!, sku, lot: lots[sku]?.[whole(3)] ?? '' }
  }
  // Half of what has further units is written in one of them.
  const ratios: Record<number, number[]> = { [skus[0]!]: [40, 2.5], [skus[1]!]: [0.125, 12.345678] }
  const units = new Map<string, number>()
  for (const [sku, list] of Object.entries(ratios))
    for (const ratio of list) units.set(`${sku}/${ratio}`, await store.unit(Number(sku), ratio))
  const written = (sku: number, quantity: number) => {
    const ratio = ratios[sku]?.[whole(2)]
    const times = ratio === undefined ? 0n : BigInt(Math.round(ratio * 1_000_000))
    // Of the odd ratio only whole thousands come out exactly.
    const of = times === 0n || next() < 0.5 ? null : (thousandths(quantity) * 1_000_000n) / times
    const exact =
      of === null || of === 0n ? null : times % 1000n === 0n ? of : (of / 1_000_000n) * 1_000_000n
    const stock = exact === null ? 0n : exact * times
    if (exact === null || exact === 0n || stock % 1_000_000n !== 0n || stock === 0n)
      return { quantity, unit: {}, per: null }
    return {
      quantity: Number(stock / 1_000_000n) / 1000,
      unit: { unitId: units.get(`${sku}/${ratio}`)!, unitQuantity: Number(exact) / 1000 },
      per: Number(exact) / 1000,
    }
  }
  const good = (
    sku: number,
    lot: string,
    quantity: number,
    more: Partial<DocumentLine> = {},
  ): DocumentLine => ({
    skuId: sku,
    ...(lot && { lot, expiresOn: '2099-01-01' }),
    quantity,
    ...more,
  })
  const lost: {
    shipment: number
    about: Parameters<Books['isLost']>[0]
    quantity: bigint
    worth: bigint
  }[] = []
  for (let step = 0; step < steps; step++) {
    const at = day(first + Math.floor((step * -first) / steps))
    const { warehouse, sku, lot } = some()
    const about = { day: at, warehouse, sku, lot, line: '' }
    const onHand = books.at(warehouse, sku, lot).quantity
    const kind = next()
    if (kind < 0.4) {
      const { quantity, unit, per } = written(sku, (1 + whole(sku === seldom ? 40 : 30_000)) / 1000)
      const price = next() < 0.15 ? null : whole(400_000) / 10_000
      const fee = price !== null && next() < 0.3 ? whole(2000) / 100 : 0
      await store.posted(
        'warehousing',
        {
          warehouseId: warehouse,
          purpose: 'purchase',
          occurredOn: at,
          otherFees: fee ? [{ name: '运费', amount: fee }] : [],
        },
        [
          good(sku, lot, quantity, {
            ...unit,
            ...(per === null ? { price } : { unitPrice: price }),
          }),
        ],
      )
      books.comes(
        { ...about, purpose: 'purchase' },
        quantityOf(quantity),
        price === null ? null : amountOf(per ?? quantity, price) + cents(fee),
      )
    } else if (kind < 0.75) {
      const most = warehouse === warehouses[1] ? (sku === seldom ? 20 : 20_000) : Number(onHand)
      if (most < 1) continue
      const { quantity, unit } = written(sku, (1 + whole(Math.min(most, 15_000))) / 1000)
      if (warehouse !== warehouses[1] && thousandths(quantity) > onHand) continue
      const purpose = (['use', 'sale', 'scrap'] as const)[whole(3)]!
      await store.posted('shipment', { warehouseId: warehouse, purpose, occurredOn: at }, [
        good(sku, lot, quantity, unit),
      ])
      books.goes({ ...about, purpose }, quantityOf(quantity))
    } else if (onHand > 3n) {
      const to = warehouses.find((one) => one !== warehouse)!
      const { quantity: sent, unit } = written(
        sku,
        (2 + whole(Math.min(Number(onHand) - 2, 10_000))) / 1000,
      )
      if (sent < 0.002) continue
      const arrived =
        Math.max(1, whole(thousandths(sent) > 1n ? Number(thousandths(sent)) : 1)) / 1000
      const planned = await store.posted(
        'transfer',
        { warehouseId: warehouse, toWarehouseId: to, occurredOn: at },
        [good(sku, '', sent)],
      )
      const shipped = await store.posted(
        'shipment',
        { warehouseId: warehouse, purpose: 'transfer', sourceId: planned.id, occurredOn: at },
        [good(sku, lot, sent, { ...unit, sourceLineId: planned.goods[0]!.id })],
      )
      const worth = books.goes({ ...about, purpose: 'transfer' }, quantityOf(sent))
      await store.posted(
        'warehousing',
        { warehouseId: to, purpose: 'transfer', sourceId: shipped.id, occurredOn: at },
        [good(sku, lot, arrived, { sourceLineId: shipped.goods[0]!.id })],
      )
      const isKnown = books.at(warehouse, sku, lot).average !== null
      const there = isKnown ? divided(worth * quantityOf(arrived), quantityOf(sent)) : null
      books.comes({ ...about, warehouse: to, purpose: 'transfer' }, quantityOf(arrived), there)
      if (arrived < sent && next() < 0.5)
        lost.push({
          shipment: shipped.id,
          about: { ...about, day: day(), purpose: 'transfer' },
          quantity: quantityOf(sent) - quantityOf(arrived),
          worth: isKnown ? worth - there! : 0n,
        })
    }
  }
  // What is written off is written off today: nothing may be put before it any more.
  for (const one of lost) {
    await store.move('shipment', 'close', one.shipment, { closeReason: '破损' })
    books.isLost(one.about, one.quantity, one.worth)
  }
  return { tenant, store, books }
}

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
    const { tenant, store, books } = await live(seed)
    const ask = async <T>(report: string, input: Record<string, string>) =>
      (
        await tenant.admin.call<Answer<T>>(`GET /wfpf/v1/{tenant}/stock-report/${report}`, {
          ...input,
          size: '0',
        })
      ).content
    expect(books.entries.length).toBeGreaterThan(steps / 2)
    expect(books.entries.some(({ type }) => type === 'revaluation')).toBe(true)
    expect(books.entries.some(({ type }) => type === 'lost')).toBe(true)

    // The ledger, entry by entry, of each lot in each place.
    const ledger = (
      await tenant.admin.call<
        Answer<{
          warehouseId: number
          skuId: number
          lot: string | null
          type: string
          quantity: number
          value: number
          balanceQuantity: number
          balanceValue: number
        }>
      >('GET /wfpf/v1/{tenant}/stock-movement', { size: '0', sort: 'id,asc' })
    ).content
    expect(
      ledger.map((one) => [
        one.warehouseId,
        one.skuId,
        one.lot ?? '',
        one.type,
        thousandths(one.quantity),
        cents(one.value),
        thousandths(one.balanceQuantity),
        cents(one.balanceValue),
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
      if (at < span.from || !['out', 'back', 'lost'].includes(type)) continue
      const name = type === 'lost' ? 'lost' : purpose
      used.set(name, (used.get(name) ?? 0n) - quantity)
    }
    const told = new Map<string, bigint>()
    for (const { purpose, quantity } of await ask<UsageRow>('usage', span))
      told.set(purpose, (told.get(purpose) ?? 0n) + thousandths(quantity))
    expect([...told].sort()).toEqual([...used].filter(([, quantity]) => quantity !== 0n).sort())
  },
)
