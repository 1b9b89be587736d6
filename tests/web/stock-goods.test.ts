import { describe, expect, test } from 'vitest'
import { application, shipment, stocktake } from '#contract/inventory/document.ts'
import { formBody } from '#src/kit/form/values/form-value.ts'
import {
  amountOf,
  columnsFor,
  enteredOf,
  withEntered,
  withFirstLots,
  withSplit,
  withUnit,
  readSheet,
  totalOf,
  withItem,
  withOneMore,
  withSheet,
  type Item,
  type Line,
} from '#src/pages/inventory/stock-document/goods.ts'
import { earliestHarvest } from '#src/pages/inventory/stock-document/Harvest.tsx'
import { nextKinds } from '#contract/inventory/document-rules.ts'
import { lineFor } from '#src/pages/inventory/stock-document/count-find.ts'

const urea: Item = {
  id: 7,
  name: '尿素 50 公斤/袋',
  code: 'F-UREA',
  unitIdName: '袋',
  lotFlag: 0,
  costPrice: 118,
}
const spray: Item = { id: 9, name: '吡虫啉', code: 'P-IMI', lotFlag: 1, costPrice: null }
const none: readonly Line[] = []

describe('goods', () => {
  test('are on a line once, however often they are picked; a scan adds one', () => {
    const first = withItem(none, urea, 118)
    expect([first.at, first.lines[0]]).toEqual([
      0,
      expect.objectContaining({
        skuId: 7,
        skuIdName: urea.name,
        unitName: '袋',
        quantity: null,
        price: 118,
      }),
    ])
    const other = withItem(first.lines, spray, null)
    expect(withItem(other.lines, urea, 1)).toEqual({ lines: other.lines, at: 0 })
    const scanned = withOneMore(withOneMore(other.lines, spray, null).lines, spray, null)
    expect([scanned.at, scanned.lines.map(({ quantity }) => quantity)]).toEqual([1, [null, 2]])
  })

  test('kept by lot are one line however often they are scanned: the lot that the first scan was given', () => {
    const stock = [
      { skuId: 9, lot: 'L1', expiresOn: '2026-12-01', quantity: 5 },
      { skuId: 9, lot: 'L2', expiresOn: '2027-01-01', quantity: 5 },
    ]
    const first = withOneMore(none, spray, null, true).lines
    const given = withFirstLots(first, stock, new Set([9]), '2026-11-01')!
    const second = withOneMore(given, spray, null, true)
    const third = withOneMore(second.lines, spray, null, true)
    expect(third.lines).toMatchObject([{ lot: 'L1', quantity: 3 }])
    // A line that still waits for its lot comes first; what arrives names its own lots.
    const split = withSplit(third.lines, 0)
    expect(withOneMore(split, spray, null, true).at).toBe(1)
    expect(withOneMore(third.lines, spray, null).lines).toHaveLength(2)
  })

  test('come from a sheet: headings left out, one item added up, other lots apart, strangers named', () => {
    const pasted = readSheet(
      '编码\t数量\t单价\r\nf-urea\t1.5\t118\nF-UREA\t2\n吡虫啉\t３\t\tL1\t急用\n吡虫啉\t1\t\tL2\nNO-SUCH\t1\n\n',
    )
    expect(pasted).toHaveLength(5)
    const items = new Map([
      ['f-urea', urea],
      ['吡虫啉', spray],
    ])
    const { lines, unknown } = withSheet(none, pasted, items, ({ costPrice }) => costPrice ?? null)
    expect(
      lines.map(({ skuId, quantity, price, lot, remark }) => [skuId, quantity, price, lot, remark]),
    ).toEqual([
      [7, 3.5, 118, null, null],
      [9, 3, null, 'L1', '急用'],
      [9, 1, null, 'L2', null],
    ])
    expect(unknown).toEqual(['NO-SUCH'])
  })

  test('are worth what decimals say, half up at the cent', () => {
    expect([
      amountOf({ quantity: 1, price: 1.005 }),
      amountOf({ quantity: 0.1, price: 0.2 }),
      amountOf({ quantity: 9_999_999, price: 0.0001 }),
      amountOf({ quantity: 3 }),
    ]).toEqual([1.01, 0.02, 1000, null])
    expect(
      totalOf([
        { quantity: 1, price: 0.1 },
        { quantity: 1, price: 0.2 },
        { quantity: null, price: 5 },
      ]),
    ).toBe(0.3)
  })
})

test('are written in either unit: the number stays, the price follows, the stock unit is worked out exactly', () => {
  const bagged: Item = {
    ...urea,
    unitIdName: '千克',
    units: [
      { unitId: 3, unitIdName: '袋', ratio: 40 },
      { unitId: 4, unitIdName: '份', ratio: 0.333333 },
    ],
  }
  const [line] = withItem(none, bagged, 2.5).lines
  const typed = withEntered(line!, 'quantity', 3)
  const bags = withUnit(typed, 3)
  expect(bags).toMatchObject({
    unitId: 3,
    unitQuantity: 3,
    unitPrice: 100,
    quantity: 120,
    price: 2.5,
  })
  const dearer = withEntered(bags, 'price', 100.01)
  expect([dearer.price, amountOf(dearer), enteredOf(dearer, 'quantity')]).toEqual([
    2.5003, 300.03, 3,
  ])
  expect(withUnit(bags, null)).toMatchObject({
    unitId: null,
    unitQuantity: null,
    unitPrice: null,
    quantity: 3,
    price: 2.5,
  })
  // A third has no exact number: nothing is posted that is almost right.
  expect(withUnit(typed, 4).quantity).toBeNull()
  expect(withOneMore([bags], bagged, null).lines[0]).toMatchObject({
    unitQuantity: 4,
    unitId: 3,
    quantity: 160,
  })
})

test('a bag that is read is a bag more; on a line of another unit it is what is in it', () => {
  const units = [
    { unitId: 3, unitIdName: '袋', ratio: 40, barcode: '6901' },
    { unitId: 4, unitIdName: '箱', ratio: 400 },
  ]
  const thing: Item = { ...urea, unitIdName: '千克', units }
  const bag: Item = { ...thing, scannedUnitId: 3 }
  const read = (...items: Item[]) =>
    items.reduce<readonly Line[]>((lines, item) => withOneMore(lines, item, 2).lines, none)
  expect(read(bag, bag)).toMatchObject([
    { unitId: 3, unitQuantity: 2, quantity: 80, unitPrice: 80, price: 2 },
  ])
  expect(read(thing, bag)).toMatchObject([{ unitId: null, unitQuantity: null, quantity: 41 }])
  expect(read(bag, { ...thing, scannedUnitId: 4 })).toMatchObject([{ unitId: null, quantity: 440 }])
  const pasted = readSheet('6901\t2\n6901\t1')
  expect(withSheet(none, pasted, new Map([['6901', bag]]), () => null).lines).toMatchObject([
    { unitId: 3, unitQuantity: 3, quantity: 120 },
  ])
})

test('come from a sheet with their unit', () => {
  const bagged: Item = {
    ...urea,
    unitIdName: '千克',
    units: [{ unitId: 3, unitIdName: '袋', ratio: 40 }],
  }
  const items = new Map([['f-urea', bagged]])
  const once = withSheet(none, readSheet('F-UREA\t3 袋\t100'), items, () => null).lines
  expect(once[0]).toMatchObject({ unitId: 3, unitQuantity: 3, unitPrice: 100, quantity: 120 })
  const mixed = withSheet(
    none,
    readSheet('F-UREA\t3袋\nF-UREA\t5\nF-UREA\t1 千克'),
    items,
    () => null,
  ).lines
  expect(mixed.map(({ unitId, quantity }) => [unitId, quantity])).toEqual([[null, 126]])
  expect(withSheet(none, readSheet('F-UREA\t3 车'), items, () => null).lines[0]!.quantity).toBe(
    '3 车',
  )
})

test('of a line only what was entered is sent', () => {
  const line = {
    id: 4,
    skuId: 7,
    skuIdName: '尿素',
    unitName: '袋',
    quantity: 2,
    price: null,
    amount: 0,
    doneQuantity: 1,
    lot: '',
    expiresOn: null,
    sourceLineId: 11,
    remark: null,
  }
  expect(formBody(shipment.fields, ['goods'], { goods: [line] }, 'edit')).toEqual({
    goods: [
      {
        skuId: 7,
        lot: '',
        expiresOn: null,
        quantity: 2,
        price: null,
        unitId: null,
        unitQuantity: null,
        unitPrice: null,
        sourceLineId: 11,
        batchId: null,
        remark: null,
      },
    ],
  })
  expect(columnsFor(application.fields.goods!.columns!)).toEqual([
    'lot',
    'expiresOn',
    'quantity',
    'price',
    'remark',
  ])
  expect(columnsFor(stocktake.fields.goods!.columns!)).not.toContain('quantity')
})

test('a document is turned into what its state allows', () => {
  const row = (more: object) => ({ id: 1, auditStatus: 2, execStatus: 0, closedFlag: 0, ...more })
  expect(nextKinds('aplionform', row({}))).toEqual(['warehousing'])
  for (const closed of [
    { auditStatus: 0 },
    { auditStatus: 4 },
    { closedFlag: 1 },
    { execStatus: 2 },
  ])
    expect(nextKinds('aplionform', row(closed))).toEqual([])
  expect([
    nextKinds('shipment', row({ purpose: 'transfer' })),
    nextKinds('shipment', row({ purpose: 'sale' })),
  ]).toEqual([['warehousing'], ['return']])
  expect([
    nextKinds('return', row({ direction: 'out' })),
    nextKinds('return', row({ direction: 'in' })),
  ]).toEqual([['warehousing'], ['shipment']])
})

test('inputs that were used say when may be harvested: the longest interval counts', () => {
  const row = (purpose: string, ...intervals: (number | null)[]) => ({
    id: 1,
    purpose,
    occurredOn: '2026-02-25',
    goods: intervals.map((safetyInterval, at) => ({ skuIdName: `P${at}`, safetyInterval })),
  })
  expect(earliestHarvest(row('use', 3, 7, null))).toEqual({
    day: '2026-03-04',
    name: 'P1',
    days: 7,
  })
  // While it is written as well: a picked item brings its interval along.
  const picked = withItem(none, { ...spray, safetyInterval: 14 }, null).lines
  expect(
    earliestHarvest({ purpose: 'use', occurredOn: '2026-02-25', goods: picked }),
  ).toMatchObject({
    day: '2026-03-11',
    name: spray.name,
  })
  for (const without of [row('use', null, 0), row('use'), row('scrap', 7)])
    expect(earliestHarvest(without)).toBeNull()
})

test('what is found in a count is its line; another lot of what is counted is a new one', () => {
  const lines = [
    { id: 1, skuId: 7, done: true },
    { id: 2, skuId: 7, done: false },
    { id: 3, skuId: 8, done: true },
  ]
  const at = (id: number, lotFlag: 0 | 1) => lineFor(lines, { id, lotFlag }, ({ done }) => done)?.id
  expect([at(7, 1), at(8, 0), at(8, 1), at(9, 0)]).toEqual([2, 3, undefined, undefined])
})
