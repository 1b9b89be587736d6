import { sql } from 'kysely'
import { expect } from 'vitest'
import { Random } from '#scripts/bench/stock-random.ts'
import { row } from '#server/db/database.ts'
import { newTenant, type TestApp } from './harness.ts'
import { day, refusal, Store, type Document, type DocumentLine } from './stock.ts'
import { Books, cents, divided, thousandths } from './stock-books.ts'
import { lastDays } from './stock-last-days.ts'
import { StockPast } from './stock-past.ts'
import { StockTransit } from './stock-transit.ts'

const first = -200
const plots = ['东一', '西二'] as const
/** Two plots to use things on. */
const plotsOf = ({ app, tenant }: Store) =>
  app.db.write(tenant, async (tx) => {
    const base = (await row<{ id: number }>(
      tx,
      sql`insert into area (area_name) values ('基地') returning id`,
    ))!.id
    const found: { id: number; name: string }[] = []
    for (const name of plots)
      found.push({
        id: (await row<{ id: number }>(
          tx,
          sql`insert into land (land_name, area_id) values (${name}, ${base}) returning id`,
        ))!.id,
        name,
      })
    return found
  })

const quantityOf = (value: number) => thousandths(value)
/** Cents of a quantity at a price with four decimals, half up. */
const amountOf = (quantity: number, price: number) =>
  divided(thousandths(quantity) * BigInt(Math.round(price * 10_000)), 100_000n)

/**
 * A history of receipts, issues, transfers with losses, debts, returns, counts and what is voided
 * of them, in the product and in the books beside it.
 */
export async function live(app: TestApp, seed: number, steps: number) {
  const tenant = await newTenant(app)
  const store = new Store(app, tenant)
  const books = new Books()
  const chance = new Random(seed)
  const past = new StockPast(store, books, chance)
  const next = () => chance.next()
  const transit = new StockTransit(store, books, past, next)
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
    ...(lot && { lot, expiresOn: lastDays[lot]! }),
    quantity,
    ...more,
  })
  const lands = await plotsOf(store)
  let asked = 0
  /** Posts it; what is past its last day is asked about first, and nothing else is. */
  const posted = async (
    kind: 'warehousing' | 'shipment',
    head: { occurredOn: string; purpose: string } & Record<string, unknown>,
    line: DocumentLine,
  ): Promise<Document> => {
    const isOver = (lastDays[line.lot ?? ''] ?? '9999') < head.occurredOn
    if (!isOver || head.purpose === 'scrap') return store.posted(kind, head, [line])
    const { id } = await store.draft(kind, head, [line])
    expect(await refusal(store.admin.send(store.at(kind, 'submit', id), {}))).toMatchObject({
      status: 409,
      code: 'document.confirm',
      questions: [{ code: 'expired', lines: [{ lot: line.lot, date: lastDays[line.lot!] }] }],
    })
    asked++
    return store.move(kind, 'submit', id, { accepted: ['expired'] })
  }
  for (let step = 0; step < steps; step++) {
    const at = day(first + Math.floor((step * -first) / steps))
    const { warehouse, sku, lot } = some()
    const about = { day: at, warehouse, sku, lot, line: `step ${step}` }
    const onHand = books.at(warehouse, sku, lot).quantity
    const kind = next()
    if (kind < 0.34) {
      const { quantity, unit, per } = written(sku, (1 + whole(sku === seldom ? 40 : 30_000)) / 1000)
      const price = next() < 0.15 ? null : whole(400_000) / 10_000
      const fee = price !== null && next() < 0.3 ? whole(2000) / 100 : 0
      const made = await posted(
        'warehousing',
        {
          warehouseId: warehouse,
          purpose: 'purchase',
          occurredOn: at,
          otherFees: fee ? [{ name: '运费', amount: fee }] : [],
        },
        good(sku, lot, quantity, {
          ...unit,
          ...(per === null ? { price } : { unitPrice: price }),
        }),
      )
      books.comes(
        { ...about, purpose: 'purchase', line: String(made.id) },
        quantityOf(quantity),
        price === null ? null : amountOf(per ?? quantity, price) + cents(fee),
      )
      past.keep('warehousing', made, about, null)
    } else if (kind < 0.58) {
      const most = warehouse === warehouses[1] ? (sku === seldom ? 20 : 20_000) : Number(onHand)
      if (most < 1) continue
      const { quantity, unit } = written(sku, (1 + whole(Math.min(most, 15_000))) / 1000)
      if (warehouse !== warehouses[1] && thousandths(quantity) > onHand) continue
      const purpose = (['use', 'sale', 'scrap'] as const)[whole(3)]!
      const land = purpose === 'use' ? (lands[whole(3)] ?? null) : null
      const made = await posted(
        'shipment',
        { warehouseId: warehouse, purpose, occurredOn: at, ...(land && { landId: land.id }) },
        good(sku, lot, quantity, unit),
      )
      const isKnown = books.at(warehouse, sku, lot).average !== null
      const worth = books.goes(
        { ...about, purpose, line: String(made.id), ...(land && { land: land.name }) },
        quantityOf(quantity),
      )
      past.keep('shipment', made, about, isKnown ? worth : null)
    } else if (kind < 0.72 && onHand > 3n) {
      const to = warehouses.find((one) => one !== warehouse)!
      const { quantity: sent, unit } = written(
        sku,
        (2 + whole(Math.min(Number(onHand) - 2, 10_000))) / 1000,
      )
      if (sent < 0.002) continue
      if (next() < 0.3 && (await transit.arriveMore(at))) continue
      await transit.send(about, to, good(sku, lot, sent, unit))
    } else if (kind < 0.8) await past.giveBack(at, warehouse === warehouses[1])
    else if (kind < 0.87) await past.count(about, good(sku, lot, 1))
    else if (kind < 0.93) await past.undo()
    else await transit.takeBack()
  }
  await transit.close()
  return { tenant, store, books, warehouses, skus, transit, asked, refused: past.refused }
}
