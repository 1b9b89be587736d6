import { describe, expect, test } from 'vitest'
import { stockReports } from '#contract/inventory/report-calls.ts'
import { newTenant } from './harness.ts'
import { day, Store } from './stock.ts'
import { app, cellar, film, mine, post, shed, skuOf, urea } from './stock-reports-ground.ts'

describe('in and out', () => {
  test('opens, adds, takes off and closes, by quantity and value', async () => {
    const { content, totals } = await mine.admin.call(stockReports.summary, {
      from: '2026-03-01',
      to: '2026-04-30',
    })
    expect(
      content.map(
        ({
          skuName,
          openingQuantity,
          openingValue,
          inQuantity,
          inValue,
          outQuantity,
          outValue,
          closingQuantity,
          closingValue,
        }) => [
          skuName,
          openingQuantity,
          openingValue,
          inQuantity,
          inValue,
          outQuantity,
          outValue,
          closingQuantity,
          closingValue,
        ],
      ),
    ).toEqual([
      ['尿素', 100, 200, 50, 150, 60, 140, 90, 210],
      ['地膜', 10, 100, 5, 60, 4, 40, 11, 120],
    ])
    expect(totals).toEqual({
      openingValue: 300,
      inValue: 210,
      outValue: 180,
      revaluedValue: 0,
      closingValue: 330,
    })
  })
  test('a void takes back what came in on the side on which it came', async () => {
    const { content } = await mine.admin.call(stockReports.summary, {
      from: '2026-05-01',
      to: '2026-05-31',
      skuId: urea,
    })
    expect(content).toMatchObject([
      {
        openingQuantity: 90,
        inQuantity: 0,
        inValue: 0,
        outQuantity: 0,
        outValue: 0,
        closingQuantity: 90,
      },
    ])
  })
  test('the day before a void still has what was undone', async () => {
    const { content } = await mine.admin.call(stockReports.summary, {
      from: '2026-04-20',
      to: '2026-04-20',
      warehouseId: shed,
    })
    expect(content).toMatchObject([
      { outQuantity: 20, outValue: 46.67, closingQuantity: 70, closingValue: 163.33 },
    ])
  })
  test('is filtered by warehouse, item and type, and paged', async () => {
    const all = { from: '2026-01-01', to: '2026-12-31' }
    expect(
      (await mine.admin.call(stockReports.summary, { ...all, type: 'film' })).content.map(
        ({ skuId }) => skuId,
      ),
    ).toEqual([film])
    expect(
      (await mine.admin.call(stockReports.summary, { ...all, warehouseId: cellar, skuId: urea }))
        .content,
    ).toEqual([])
    const first = await mine.admin.call(stockReports.summary, { ...all, size: 1 })
    expect([first.content.length, first.totalElements, first.totals!.closingValue]).toEqual([
      1, 2, 330,
    ])
  })
  test.each([
    ['2026-02-02', '2026-02-01', 'to'],
    ['2000-01-01', '2026-02-01', 'from'],
  ])('from %s to %s is refused at the field', async (from, to, field) => {
    const answer = await mine.admin.send(stockReports.summary, { from, to })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]])
  })
})

describe('ageing', () => {
  const aged = async (on: string, more: Record<string, unknown> = {}) =>
    (await mine.admin.call(stockReports.ageing, { on, ...more })).content.map(
      ({ skuName, quantity, value, days30, days90, days180, older, averageAge }) => [
        skuName,
        quantity,
        value,
        days30,
        days90,
        days180,
        older,
        averageAge,
      ],
    )
  test('counts what is left as the latest that came', async () => {
    expect(await aged('2026-05-20', { skuId: urea })).toEqual([
      ['尿素', 90, 210, 0, 50, 40, 0, 102.2],
    ])
    expect(await aged('2026-04-20', { skuId: urea })).toEqual([
      ['尿素', 70, 163.33, 0, 50, 20, 0, 64.3],
    ])
  })
  test('keeps lots apart and adds them up', async () =>
    expect(await aged('2026-04-30', { skuId: film })).toEqual([
      ['地膜', 11, 120, 5, 6, 0, 0, 61.2],
    ]))
  test('the bounds of the buckets belong to the younger', async () => {
    for (const [on, at] of [
      ['2026-03-03', 3],
      ['2026-03-04', 4],
      ['2026-05-02', 4],
      ['2026-05-03', 5],
      ['2026-07-31', 5],
      ['2026-08-01', 6],
    ] as const) {
      const [line] = await aged(on, { warehouseId: cellar, skuId: film })
      const lot = [3, 4, 5, 6].filter((one) => Number(line![one]) > 0)
      expect([on, lot.includes(at)]).toEqual([on, true])
    }
  })
  test('adds the values of the buckets up to the value', async () => {
    const { totals } = await mine.admin.call(stockReports.ageing, { on: '2026-05-20' })
    expect(totals).toEqual({ value: 330, days30: 0, days90: 176.67, days180: 153.33, older: 0 })
  })
})

test('turnover is what went out by the mean of the days’ closing stock', async () => {
  const { content } = await mine.admin.call(stockReports.turnover, {
    from: '2026-03-01',
    to: '2026-03-30',
    skuId: urea,
  })
  expect(content).toMatchObject([
    {
      outQuantity: 60,
      outValue: 140,
      averageQuantity: 118,
      closingQuantity: 90,
      turnover: 0.51,
      coverDays: 45,
    },
  ])
  expect(
    (
      await mine.admin.call(stockReports.turnover, {
        from: '2026-06-01',
        to: '2026-06-30',
        skuId: urea,
      })
    ).content,
  ).toMatchObject([{ outQuantity: 0, averageQuantity: 90, turnover: 0, coverDays: null }])
})
test('turnover divides by the mean itself, not by what is shown of it', async () => {
  const seldom = await skuOf('滴灌带', 'tool')
  await post(shed, seldom, '', ['in', '2026-09-22', 1, 40])
  await post(shed, seldom, '', ['out', '2026-09-22', -1, -40])
  await post(shed, seldom, '', ['in', '2026-09-22', 2, 80], ['out', '2026-09-22', -1, -40])
  // One piece on the last of 22 days: a mean of 1/22.
  expect(
    (
      await mine.admin.call(stockReports.turnover, {
        from: '2026-09-01',
        to: '2026-09-22',
        skuId: seldom,
      })
    ).content,
  ).toMatchObject([{ outQuantity: 2, averageQuantity: 0.045, turnover: 44 }])
})
test('a revaluation is neither income nor issue, and a move between own warehouses is no use', async () => {
  const farm = await newTenant(app)
  const store = new Store(app, farm)
  const [from, to, skuId] = [await store.warehouse(1), await store.warehouse(), await store.sku()]
  await store.ship(from, skuId, 2)
  await store.receive(from, skuId, 20, 3.3)
  const today = { from: day(), to: day() }
  expect((await farm.admin.call(stockReports.summary, today)).content).toMatchObject([
    { openingValue: 0, inValue: 66, outValue: 0, revaluedValue: -6.6, closingValue: 59.4 },
  ])
  const planned = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
    { skuId, quantity: 5 },
  ])
  await store.convert((await store.convert(planned.id, 'shipment')).id, 'warehousing')
  expect(
    (await farm.admin.call(stockReports.turnover, today)).content.map(
      ({ outQuantity, closingQuantity }) => [outQuantity, closingQuantity],
    ),
  ).toEqual(
    expect.arrayContaining([
      [2, 13],
      [0, 5],
    ]),
  )
  expect(
    (await farm.admin.call(stockReports.usage, today)).content.map(
      ({ purpose, quantity, value }) => [purpose, quantity, value],
    ),
  ).toEqual(
    expect.arrayContaining([
      ['use', 2, 0],
      ['transfer', 5, 16.5],
    ]),
  )
})
test('what is below nothing lasts no day', async () => {
  const owed = await skuOf('欠货', 'film')
  await post(cellar, owed, '', ['out', '2026-08-02', -4, 0])
  expect(
    (
      await mine.admin.call(stockReports.turnover, {
        from: '2026-08-01',
        to: '2026-08-30',
        skuId: owed,
      })
    ).content,
  ).toMatchObject([{ outQuantity: 4, closingQuantity: -4, turnover: null, coverDays: 0 }])
})
