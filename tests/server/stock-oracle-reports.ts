import { expect } from 'vitest'
import { stockReports } from '#contract/inventory/report-calls.ts'
import type { Client } from '#server/demo/client.ts'
import { day } from './stock.ts'
import { BookReports } from './stock-book-reports.ts'
import { cents, thousandths, type Books } from './stock-books.ts'

const wholes = (row: Record<string, unknown>, scale: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(scale).map(([name, factor]) => [
      name,
      row[name] === null ? null : BigInt(Math.round(Number(row[name]) * factor)),
    ]),
  )
const quantities = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1000]))
const values = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 100]))
const ages = ['days30', 'days90', 'days180', 'older'] as const
const keyOf = ({ warehouseId, skuId }: { warehouseId: number; skuId: number }) =>
  `${warehouseId}/${skuId}`
const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

/** Times that begin and end among the movements, before the first and after the last. */
const spans = [
  [-89, 0],
  [-120, -30],
  [-365, -100],
  [-10, -10],
] as const

/** Every report of the product says what the books say, at several times. */
export async function sameReports(admin: Client, books: Books): Promise<void> {
  const meant = new BookReports(books)
  /** Both, line by line: the same lines, and in each the same figures. */
  const same = (
    rows: readonly { warehouseId: number; skuId: number }[],
    lines: ReadonlyMap<string, Record<string, unknown>>,
    scale: Readonly<Record<string, number>>,
  ) => {
    const sorted = (all: (readonly [string, unknown])[]) =>
      all.sort(([a], [b]) => a.localeCompare(b))
    expect(sorted(rows.map((row) => [keyOf(row), wholes(row, scale)]))).toEqual(
      sorted([...lines].map(([key, line]) => [key, pick(line, Object.keys(scale))])),
    )
  }
  const totalOf = (lines: ReadonlyMap<string, Record<string, unknown>>, name: string) =>
    [...lines.values()].reduce((all, line) => all + (line[name] as bigint), 0n)

  for (const [first, last] of spans) {
    const days = Array.from({ length: last - first + 1 }, (_, at) => day(first + at))
    const span = { from: days[0]!, to: days.at(-1)! }
    const summary = await admin.call(stockReports.summary, { ...span, size: 0 })
    const summed = meant.summary(span.from, span.to)
    const money = ['openingValue', 'inValue', 'outValue', 'revaluedValue', 'closingValue']
    same(summary.content, summed, {
      ...quantities('openingQuantity', 'inQuantity', 'outQuantity', 'closingQuantity'),
      ...values(...money),
    })
    for (const name of money)
      expect([name, cents(summary.totals![name]!)]).toEqual([name, totalOf(summed, name)])

    const turnover = await admin.call(stockReports.turnover, { ...span, size: 0 })
    const turned = meant.turnover(days)
    same(turnover.content, turned, {
      ...quantities('outQuantity', 'averageQuantity', 'closingQuantity'),
      ...values('outValue'),
      turnover: 100,
      coverDays: 10,
    })
    expect(cents(turnover.totals!.outValue!)).toBe(totalOf(turned, 'outValue'))

    const ageOf = (one: string) => Math.round((Date.parse(span.to) - Date.parse(one)) / 86_400_000)
    const ageing = await admin.call(stockReports.ageing, { on: span.to, size: 0 })
    const aged = meant.ageing(span.to, ageOf)
    same(ageing.content, aged, {
      ...quantities('quantity', ...ages),
      ...values('value'),
      averageAge: 10,
    })
    expect(wholes(ageing.totals!, values('value', ...ages))).toEqual(BookReports.worths(aged))

    const usage = await admin.call(stockReports.usage, { ...span, size: 0 })
    const used = meant.usage(span.from, span.to)
    expect(
      usage.content
        .map(
          (row) =>
            [
              `${keyOf(row)}/${row.purpose}/${row.landName ?? ''}`,
              [thousandths(row.quantity), cents(row.value!)],
            ] as const,
        )
        .sort(([a], [b]) => a.localeCompare(b)),
    ).toEqual([...used].sort(([a], [b]) => a.localeCompare(b)))
    expect(cents(usage.totals!.value!)).toBe(
      [...used.values()].reduce((all, [, value]) => all + value, 0n),
    )
  }
  const plots = new Set(
    [...meant.usage(day(-365), day()).keys()].map((key) => key.split('/')[3]).filter(Boolean),
  )
  expect(plots.size).toBe(2)
}
