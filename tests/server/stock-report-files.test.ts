import { job as jobCall } from '#contract/platform/platform-calls.ts'
import { expect, test } from 'vitest'
import { exportStockReport, stockReports } from '#contract/inventory/report-calls.ts'
import { download, newMember, newTenant } from './harness.ts'
import { day, Store } from './stock.ts'
import { app, mine } from './stock-reports-ground.ts'

test.each(['csv', 'xlsx'] as const)(
  'the report as %s holds its lines under the words of who asked',
  async (format) => {
    const { jobId } = await mine.admin.call(exportStockReport, {
      report: 'summary',
      format,
      from: '2026-03-01',
      to: '2026-04-30',
    })
    await app.jobs.work()
    const job = await mine.admin.call(jobCall, { id: jobId })
    expect([job.state, job.message, job.resultName]).toEqual([
      'done',
      '2',
      `收发汇总-2026-03-01–2026-04-30.${format}`,
    ])
    const { statusCode, body } = await download(mine.admin, job.resultUrl)
    expect(statusCode).toBe(200)
    if (format === 'csv')
      expect(
        body
          .split('\r\n')
          .slice(0, 3)
          .map((line) => line.replaceAll(/[\uFEFF"]/g, '').split(','))
          .map(([first, , ...rest]) => [first, ...rest]),
      ).toEqual([
        [
          '仓库',
          '货品',
          '单位',
          '期初数量',
          '期初金额',
          '收入数量',
          '收入金额',
          '发出数量',
          '发出金额',
          '重估差额',
          '结存数量',
          '折合其他单位',
          '结存金额',
        ],
        [
          '甲仓',
          '尿素',
          expect.any(String) as string,
          '100',
          '200',
          '50',
          '150',
          '60',
          '140',
          '0',
          '90',
          '',
          '210',
        ],
        [
          '乙窖',
          '地膜',
          expect.any(String) as string,
          '10',
          '100',
          '5',
          '60',
          '4',
          '40',
          '0',
          '11',
          '',
          '120',
        ],
      ])
  },
)

test('what went for a purpose is written as gone out, not as what is left', async () => {
  const { jobId } = await mine.admin.call(exportStockReport, {
    report: 'usage',
    format: 'csv',
    from: '2026-03-01',
    to: '2026-04-30',
  })
  await app.jobs.work()
  const { resultUrl } = await mine.admin.call(jobCall, { id: jobId })
  const { body } = await download(mine.admin, resultUrl)
  const [heads] = body.replaceAll(/[\uFEFF"]/g, '').split('\r\n')
  expect(heads!.split(',')).toEqual([
    '用途',
    '使用地块',
    '编码',
    '货品',
    '单位',
    '发出数量',
    '折合其他单位',
    '发出金额',
    '仓库',
  ])
})

test('whoever may not see reports sees none, and nobody another tenant’s', async () => {
  const nobody = await newMember(app, mine, ['wfpf.inventory.prment.stock'])
  expect((await nobody.send(stockReports.ageing, { on: '2026-05-20' })).statusCode).toBe(403)
  const { admin } = await newTenant(app)
  expect(
    (
      await admin.call(stockReports.summary, {
        from: '2026-01-01',
        to: '2026-12-31',
      })
    ).content,
  ).toEqual([])
})

test('what documents post closes at the balance, and voids take it back on its own side', async () => {
  const farm = await newTenant(app)
  const store = new Store(app, farm)
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const today = async () =>
    (
      await farm.admin.call(stockReports.summary, {
        from: day(),
        to: day(),
      })
    ).content.map(
      ({ inQuantity, inValue, outQuantity, outValue, closingQuantity, closingValue }) => [
        inQuantity,
        inValue,
        outQuantity,
        outValue,
        closingQuantity,
        closingValue,
      ],
    )
  await store.receive(warehouseId, skuId, 10, 5)
  const second = await store.receive(warehouseId, skuId, 10, 8)
  const out = await store.ship(warehouseId, skuId, 4)
  expect(await today()).toEqual([[20, 130, 4, 26, 16, 104]])
  await store.move('shipment', 'void', out.id)
  expect(await today()).toEqual([[20, 130, 0, 0, 20, 130]])
  await store.move('warehousing', 'void', second.id)
  expect(await today()).toEqual([[10, 50, 0, 0, 10, 50]])
  const aged = (
    await farm.admin.call(stockReports.ageing, {
      on: day(),
    })
  ).content
  expect(aged).toMatchObject([{ quantity: 10, value: 50, days30: 10, older: 0, averageAge: 0 }])
})
