import { expect } from 'vitest'
import { callOf } from '#contract/entity-calls.ts'
import { stockTotals } from '#contract/inventory/stock-calls.ts'
import { stockLimit } from '#contract/inventory/stock-limit.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { stockBalance, stockMovement } from '#contract/inventory/stock.ts'
import type { Client } from '#server/demo/client.ts'
import { day } from './stock.ts'
import { cents, thousandths } from './stock-books.ts'
import type { live } from './stock-history.ts'
import { lastDays } from './stock-last-days.ts'

type Found = Awaited<ReturnType<typeof live>>
const soonDays = 30

/** What lies where and how it came there is in the product as in the books. */
export async function sameLists(admin: Client, found: Found): Promise<void> {
  const { books, transit, warehouses, skus } = found
  const together = (warehouse: number, sku: number) =>
    ['', ...Object.keys(lastDays)].reduce(
      (all, lot) => all + books.at(warehouse, sku, lot).quantity,
      0n,
    )
  // One thing is too little and one too much wherever it lies.
  const limits: Record<number, { minimum?: number; maximum?: number }> = {
    [skus[0]!]: { maximum: 0.001 },
    [skus[1]!]: { minimum: 1_000_000 },
  }
  for (const warehouseId of warehouses)
    for (const [skuId, limit] of Object.entries(limits))
      await admin.call(callOf(stockLimit, 'create'), {
        warehouseId,
        skuId: Number(skuId),
        ...limit,
      })

  const balances = (await admin.call(callOf(stockBalance, 'list'), { size: 0 })).content
  const [soon, now] = [day(soonDays), day()]
  let [value, onTheWay] = [0n, 0n]
  for (const one of balances) {
    const { warehouseId: warehouse, skuId: sku } = one
    const lot = one.lot ?? ''
    const meant = books.at(warehouse!, sku!, lot)
    const way = transit.onTheWay(warehouse!, sku!, lot)
    const last = lastDays[lot] ?? null
    const all = together(warehouse!, sku!)
    const { minimum, maximum } = limits[sku!] ?? {}
    const limited =
      minimum !== undefined && all < thousandths(minimum)
        ? 'low'
        : maximum !== undefined && all > thousandths(maximum)
          ? 'high'
          : null
    const ends =
      meant.quantity <= 0n || last === null || last > soon
        ? null
        : last < now
          ? 'expired'
          : 'expiring'
    expect({
      place: `${warehouse}/${sku}/${lot}`,
      quantity: thousandths(one.quantity!),
      value: cents(one.value!),
      average: one.average == null ? null : BigInt(Math.round(one.average * 1_000_000)),
      inTransit: thousandths(one.inTransit!),
      inTransitValue: cents(one.inTransitValue!),
      expiresOn: one.expiresOn ?? null,
      warning: one.warning,
      alsoWarning: one.alsoWarning ?? null,
    }).toEqual({
      place: `${warehouse}/${sku}/${lot}`,
      quantity: meant.quantity,
      value: meant.value,
      average: meant.average,
      inTransit: way.quantity,
      inTransitValue: way.worth,
      expiresOn: last,
      warning: meant.quantity < 0n ? 'negative' : (ends ?? limited ?? 'fine'),
      alsoWarning: ends ? limited : null,
    })
    value += meant.value
    onTheWay += way.worth
  }
  expect(balances.some(({ inTransit }) => inTransit! > 0)).toBe(true)
  for (const warning of ['expired', 'expiring', 'high'])
    expect([warning, balances.some((one) => one.warning === warning)]).toEqual([warning, true])
  expect(balances.some(({ alsoWarning }) => alsoWarning === 'low')).toBe(true)
  const totals = await admin.call(stockTotals, {})
  expect([cents(totals.value!), cents(totals.inTransitValue!)]).toEqual([value, onTheWay])

  // A lot's whole life: what lies of it anywhere, and every movement of it, through all warehouses.
  const lots = (await admin.call(callOf(stockLot, 'list'), { size: 0 })).content
  expect(lots.map(({ lot }) => lot).sort()).toEqual(Object.keys(lastDays))
  for (const { id, skuId, lot, quantity, expiresOn } of lots) {
    expect([lot, expiresOn, thousandths(quantity!)]).toEqual([
      lot,
      lastDays[lot!],
      warehouses.reduce((all, one) => all + books.at(one, skuId!, lot!).quantity, 0n),
    ])
    const life = await admin.call(callOf(stockMovement, 'list'), {
      size: 0,
      sort: 'id,asc',
      lotId: String(id),
    })
    expect(
      life.content.map((one) => [one.warehouseId, one.occurredOn, one.type, cents(one.value!)]),
    ).toEqual(
      books.entries
        .filter((entry) => entry.sku === skuId && entry.lot === lot)
        .map((entry) => [entry.warehouse, entry.day, entry.type, entry.value]),
    )
  }
}
