import { expect, test } from 'vitest'
import { exportStockReport } from '#contract/inventory/report-calls.ts'
import { product } from '#contract/inventory/product.ts'
import { stockTotals } from '#contract/inventory/stock-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { job } from '#contract/platform/platform-calls.ts'
import { sku } from '#contract/inventory/sku.ts'
import { unit as unitEntity } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { application, warehousing } from '#contract/inventory/document.ts'
import { oneFarm } from './ground.ts'
import { newMember, download } from './harness.ts'
import { exportOf, partsOf } from './import-files.ts'
import { Store, refusal } from './stock.ts'

const { app, mine } = await oneFarm()
const store = new Store(app, mine)
const day = (ahead = 0) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() + ahead * 86_400_000,
  )

test('what is planned arrives on the day of its document or later', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const body = (arrivalDate: string) => ({
    occurredOn: day(),
    warehouseId,
    arrivalDate,
    goods: [{ skuId, quantity: 1 }],
  })
  expect(
    await refusal(mine.admin.send(callOf(application, 'create'), body(day(-1)))),
  ).toMatchObject({ status: 422, fields: { arrivalDate: '到货日期不能早于业务日期' } })
  for (const ahead of [0, 3])
    expect(
      (await mine.admin.send(callOf(application, 'create'), body(day(ahead)))).statusCode,
    ).toBe(200)
  // What is taken in today may have come yesterday.
  expect(
    (
      await mine.admin.send(callOf(warehousing, 'create'), {
        ...body(day(-1)),
        purpose: 'purchase',
      })
    ).statusCode,
  ).toBe(200)
})

test('a count that is not over names what is left', async () => {
  const warehouseId = await store.warehouse()
  for (let i = 0; i < 7; i++) await store.receive(warehouseId, await store.sku(), 1, 2)
  const { id } = await store.draft('inventory_form', { warehouseId })
  const { goods } = await store.move('inventory_form', 'start', id)
  const { message } = await refusal(mine.admin.send(store.at('inventory_form', 'submit', id), {}))
  expect(message).toContain('还有 7 行未盘点：')
  expect(message.endsWith(' …')).toBe(true)
  expect(
    (goods as unknown as { skuIdName: string }[]).filter(({ skuIdName }) =>
      message.includes(skuIdName),
    ),
  ).toHaveLength(5)
})

test('the list of stock can be told to leave out what went to nothing', async () => {
  const [warehouseId, gone, there] = [await store.warehouse(), await store.sku(), await store.sku()]
  for (const skuId of [gone, there]) await store.receive(warehouseId, skuId, 5, 2)
  await store.ship(warehouseId, gone, 5)
  const listed = (query: Record<string, string>) =>
    mine.admin
      .call(callOf(stockBalance, 'list'), { warehouseId, ...query })
      .then(({ content }) => content.map(({ skuId }) => skuId))
  expect((await listed({})).sort()).toEqual([gone, there].sort())
  expect(await listed({ inStockFlag: '1' })).toEqual([there])
  expect(await listed({ inStockFlag: '0' })).toEqual([gone])
})

test('what lies nowhere and is on its way is listed where it goes, until it has come', async () => {
  const [from, to, skuId] = [await store.warehouse(), await store.warehouse(), await store.sku()]
  await store.receive(from, skuId, 4, 2)
  const transfer = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
    { skuId, quantity: 4 },
  ])
  const sent = await store.convert(transfer.id, 'shipment')
  const listed = () =>
    mine.admin
      .call(callOf(stockBalance, 'list'), { skuId, inStockFlag: 1 })
      .then(({ content }) =>
        content.map(({ warehouseId, quantity, inTransit }) => [warehouseId, quantity, inTransit]),
      )
  expect(await listed()).toEqual([[to, 0, 4]])
  await store.convert(sent.id, 'warehousing')
  expect(await listed()).toEqual([[to, 4, 0]])
})

test('all that the list of stock finds is added up in one call, over all its pages, and money for who is told it', async () => {
  const warehouseId = await store.warehouse()
  const skus: number[] = []
  for (let at = 0; at < 12; at++) skus.push(await store.sku())
  for (const [at, skuId] of skus.entries()) await store.receive(warehouseId, skuId, at + 0.5, 2)
  await store.ship(warehouseId, skus[0]!, 0.5)
  const totals = (query: Record<string, string>, client = mine.admin) =>
    client.call(stockTotals, { warehouseId: String(warehouseId), ...query })
  // 1.5 + 2.5 + … + 11.5, at 2.00.
  expect(await totals({ inStockFlag: '1', page: '2', size: '5', sort: 'skuId,desc' })).toEqual({
    count: 11,
    units: [{ unitName: '袋', quantity: 71.5 }],
    value: 143,
    inTransitValue: 0,
  })
  expect(await totals({})).toMatchObject({ count: 12, value: 143 })
  expect(await totals({ skuId: String(skus[11]) })).toMatchObject({ count: 1, value: 23 })
  expect(await totals({ skuId: '1' })).toEqual({
    count: 0,
    units: [],
    value: 0,
    inTransitValue: 0,
  })
  const poor = await newMember(app, mine, [stockBalance.permissions.list])
  expect(await totals({ inStockFlag: '1' }, poor)).toEqual({
    count: 11,
    units: [{ unitName: '袋', quantity: 71.5 }],
  })
})

test('an English table says units in English, and a workbook writes figures as figures', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const {
    content: [unit],
  } = await mine.admin.call(callOf(unitEntity, 'list'), { name: '袋' })
  await mine.admin.call(callOf(unitEntity, 'edit'), {
    id: unit!.id,
    objectVersionNumber: unit!.objectVersionNumber,
    code: unit!.code,
    name: unit!.name,
    enName: 'bag',
  })
  await store.receive(warehouseId, skuId, 12_345, 1.5)
  const query = { warehouseId: String(warehouseId) }
  const columns = ['skuId', 'unitName', 'quantity', 'value']
  expect(
    (
      await exportOf(app, mine.admin, stockBalance, {
        columns,
        query,
        again: false,
        format: 'csv',
        language: 'en-US',
      })
    ).toString(),
  ).toMatch(/"bag","?12345"?,"?18517.5/)
  expect(
    (
      await exportOf(app, mine.admin, stockBalance, { columns, query, again: false, format: 'csv' })
    ).toString(),
  ).toContain('"袋"')
  const { productId } = await mine.admin.call(callOf(sku, 'show'), { id: skuId })
  const listed = {
    columns: ['code', 'unitId'],
    query: { ids: String(productId) },
    format: 'csv',
    language: 'en-US',
  } as const
  expect(
    (
      await exportOf(app, mine.admin, product, {
        ...listed,
        columns: [...listed.columns],
        again: false,
      })
    ).toString(),
  ).toContain('"bag"')
  // What is to be imported again says the name that an import finds.
  expect(
    (
      await exportOf(app, mine.admin, product, {
        ...listed,
        columns: [...listed.columns],
        again: true,
      })
    ).toString(),
  ).toContain('"袋"')

  const { jobId } = await mine.admin.call(exportStockReport, {
    report: 'summary',
    format: 'xlsx',
    from: day(),
    to: day(),
    warehouseId,
  })
  await app.jobs.work()
  const { resultUrl } = await mine.admin.call(job, { id: jobId })
  const parts = partsOf((await download(mine.admin, resultUrl)).rawPayload)
  expect(parts['xl/styles.xml']).toContain('#,##0.00')
  expect(parts['xl/worksheets/sheet1.xml']).toMatch(/<col [^>]*width="\d/)
})
