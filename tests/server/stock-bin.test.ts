import { callOf } from '#contract/entity-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents, warehousing as warehousingEntity } from '#contract/inventory/document.ts'
import { recycleScreen, restoreRecord, recycled } from '#contract/platform/recycle-calls.ts'
import { newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import { Store } from './stock.ts'

let app: TestApp
let mine: Tenant
let store: Store
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
  store = new Store(app, mine)
})
afterAll(async () => {
  expect(await store.faults()).toEqual([])
  await app.end()
})
const back = (entity: string, id: number, client = mine.admin) =>
  client.send(restoreRecord, { entity, recordId: id })
const remove = (kind: keyof typeof documents, id: number) =>
  mine.admin.call(callOf(documents[kind], 'delete'), { id })
const binned = async (client = mine.admin) =>
  (
    await client.call(recycled, {
      entity: 'stockDocument',
      size: 50,
    })
  ).content.map(({ recordId }) => recordId)

test('a draft that was deleted comes back with its number, its lines and its fees', async () => {
  const [warehouseId, one, two] = [await store.warehouse(), await store.sku(), await store.sku()]
  const { id } = await store.draft(
    'warehousing',
    { warehouseId, purpose: 'purchase', remark: '西区', otherFees: [{ name: '运费', amount: 12 }] },
    [
      { skuId: two, quantity: 2, price: 3.3333 },
      { skuId: one, quantity: 4 },
    ],
  )
  const before = await store.show('warehousing', id)
  await remove('warehousing', id)
  expect((await mine.admin.send(callOf(warehousingEntity, 'show'), { id })).statusCode).toBe(404)
  expect(await binned()).toContain(id)
  expect((await back('warehousing', id)).statusCode).toBeLessThan(300)
  const {
    objectVersionNumber: _v,
    lastUpdateDate: _d,
    ...after
  } = (await store.show('warehousing', id)) as never as Record<string, unknown>
  expect(before).toMatchObject(after)
  expect(await binned()).not.toContain(id)
  expect((await back('warehousing', id)).statusCode).toBe(404)
})

test('of the bin each kind is for whoever may look at that kind, and comes back for whoever may write it', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const receipt = (
    await store.draft('warehousing', { warehouseId, purpose: 'purchase' }, [{ skuId, quantity: 1 }])
  ).id
  const request = (await store.draft('aplionform', { warehouseId }, [{ skuId, quantity: 1 }])).id
  await remove('warehousing', receipt)
  await remove('aplionform', request)
  const { warehousing, aplionform } = documents
  const keeper = await newMember(app, mine, [
    recycleScreen.permission!,
    warehousing.permissions.list as string,
    warehousing.permissions.create as string,
    aplionform.permissions.list as string,
  ])
  const other = await newMember(app, mine, [recycleScreen.permission!])
  expect((await binned(keeper)).toSorted()).toEqual([receipt, request].toSorted())
  expect(await binned(other)).toEqual([])
  // By whichever name it is asked for, what counts is what it is.
  for (const name of ['application', 'warehousing', 'stockDocument'])
    expect((await back(name, request, keeper)).statusCode).toBe(403)
  expect((await back('stockDocument', receipt, keeper)).statusCode).toBeLessThan(300)
  expect((await store.show('warehousing', receipt)).auditStatus).toBe(0)
})

test('what was left of its source and went into another meanwhile is not taken twice', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const request = (await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])).id
  const first = (await store.converted(request, 'warehousing')).id
  await remove('warehousing', first)
  const second = (await store.converted(request, 'warehousing')).id
  const refused = await back('warehousing', first)
  expect([refused.statusCode, (refused.json() as { code: string }).code]).toEqual([
    409,
    'stock.remaining',
  ])
  await remove('warehousing', second)
  expect((await back('warehousing', first)).statusCode).toBeLessThan(300)
})
