import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalTasks, approveTask, rejectTask } from '#contract/approval/task-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { shipment } from '#contract/inventory/document.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { countLines } from '#contract/inventory/document-calls.ts'
import { caseRecord } from '#contract/approval/case-calls.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import {
  enableProcess,
  auditSettings,
  saveAuditSettings,
} from '#contract/approval/process-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import { row } from '#server/db/database.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { day, Store, type Document } from './stock.ts'

let app: TestApp
let mine: Tenant
let store: Store
let manager: Client & { accountId: number }
const asked: readonly DocumentKind[] = ['shipment', 'inventory_form']
beforeAll(async () => {
  app = await startApp({ poolSize: 12 })
  mine = await newTenant(app)
  store = new Store(app, mine)
  manager = await newMember(app, mine, [costCode])
  const member = await app.db.read(
    mine.id,
    async (tx) =>
      (await row<{ id: number }>(
        tx,
        sql`select id from member where account_id = ${manager.accountId}`,
      ))!.id,
  )
  const forms = []
  for (const formCode of asked) {
    const node = {
      key: unique('k'),
      kind: 'approver',
      parent: '',
      name: '审批',
      source: 'users',
      mode: 'any',
      userIds: [member],
    }
    const { id } = await mine.admin.call(
      callOf(approvalProcess, 'create'),
      untyped({
        name: unique('流程'),
        formCode,
        nodes: [node],
      }),
    )
    await mine.admin.call(enableProcess, { id })
    forms.push({ formCode, askedFlag: 1, processId: id })
  }
  const { objectVersionNumber } = await mine.admin.call(auditSettings)
  await mine.admin.call(
    saveAuditSettings,
    untyped({
      ownApprovalFlag: 0,
      objectVersionNumber,
      forms,
    }),
  )
})
afterAll(async () => {
  expect(await store.faults()).toEqual([])
  await app.end()
})

const task = async (id: number) =>
  (
    await manager.call(approvalTasks, {
      taskType: 'approval',
      taskState: 1,
      size: 100,
    })
  ).content.find(({ thirdId }) => thirdId === id)!.id
const decide = async (decision: typeof approveTask | typeof rejectTask, id: number) =>
  manager.send(decision, { id: await task(id), comment: '看过' })
const issue = (warehouseId: number, skuId: number, quantity: number) =>
  store.posted('shipment', { warehouseId, purpose: 'use' }, [{ skuId, quantity }])

test('what is asked for is posted when it is approved, not before', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 10, 2)
  const { id, auditStatus } = await issue(warehouseId, skuId, 4)
  expect([auditStatus, (await store.balance(warehouseId, skuId)).quantity]).toEqual([1, 10])
  expect((await decide(approveTask, id)).statusCode).toBeLessThan(300)
  expect([
    (await store.show('shipment', id)).auditStatus,
    (await store.balance(warehouseId, skuId)).quantity,
  ]).toEqual([2, 6])
  const history = await mine.admin.call(recordHistory, { entity: 'shipment', recordId: String(id) })
  expect(history.content.map(({ action }) => action)).toEqual(['approve', 'submit', 'create'])
})

interface Noted extends Document {
  remark: string
}
test('what is handed in again shows what it was the time before', async () => {
  const [warehouseId, kept, dropped, added] = [
    await store.warehouse(),
    await store.sku(),
    await store.sku(),
    await store.sku(),
  ]
  for (const skuId of [kept, added]) await store.receive(warehouseId, skuId, 10, 2)
  const { id } = await store.posted('shipment', { warehouseId, purpose: 'use', remark: '西区' }, [
    { skuId: kept, quantity: 4 },
    { skuId: dropped, quantity: 1 },
  ])
  expect((await decide(rejectTask, id)).statusCode).toBeLessThan(300)
  const { objectVersionNumber } = await store.show('shipment', id)
  await mine.admin.call(callOf(shipment, 'edit'), {
    id,
    objectVersionNumber,
    occurredOn: day(0),
    warehouseId,
    purpose: 'use',
    remark: '东区',
    goods: [
      { skuId: kept, quantity: 3 },
      { skuId: added, quantity: 2 },
    ],
  })
  await store.move('shipment', 'submit', id)
  const { content } = await manager.call(approvalTasks, {
    taskType: 'approval',
    taskState: 1,
    size: 100,
  })
  const { processId } = content.find(({ thirdId }) => thirdId === id)!
  const record = (await manager.call(caseRecord, { id: processId })) as unknown as Noted & {
    previous: Noted
  }
  const goodsOf = (one: Noted) => one.goods.map(({ skuId, quantity }) => [skuId, quantity])
  expect([record.remark, goodsOf(record)]).toEqual([
    '东区',
    [
      [kept, 3],
      [added, 2],
    ],
  ])
  expect([record.previous.remark, goodsOf(record.previous)]).toEqual([
    '西区',
    [
      [kept, 4],
      [dropped, 1],
    ],
  ])
})

test('an approval that finds too little is refused, and both stay as they were', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const got = await store.receive(warehouseId, skuId, 5, 2)
  const { id } = await issue(warehouseId, skuId, 5)
  await store.move('warehousing', 'void', got.id)
  const refused = await decide(approveTask, id)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'stock.short', lines: [{ skuId, wanted: 5, available: 0 }] },
  ])
  expect((await store.show('shipment', id)).auditStatus).toBe(1)
  await store.receive(warehouseId, skuId, 5, 2)
  expect((await decide(approveTask, id)).statusCode).toBeLessThan(300)
})

test('who is asked reads what they decide, though its page is closed to them; nobody else does', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 5, 2)
  const { id } = await issue(warehouseId, skuId, 2)
  const { content } = await manager.call(approvalTasks, {
    taskType: 'approval',
    taskState: 1,
    size: 100,
  })
  const { processId } = content.find(({ thirdId }) => thirdId === id)!
  const read = (who: Client) => who.send(caseRecord, { id: processId })
  expect((await read(manager)).json()).toMatchObject({ id, goods: [{ skuId, quantity: 2 }] })
  expect((await manager.send(callOf(shipment, 'show'), { id })).statusCode).toBe(403)
  expect((await read(await newMember(app, mine, []))).statusCode).toBe(404)
  expect((await read((await newTenant(app)).admin)).statusCode).toBe(404)
})

test('fifty clicks on approve are one posting', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 5, 2)
  const { id } = await issue(warehouseId, skuId, 1)
  const asked = { id: await task(id), comment: '' }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => manager.send(approveTask, asked)),
  )
  expect(answers.filter(({ statusCode }) => statusCode < 300).length).toBe(1)
  expect((await store.balance(warehouseId, skuId)).quantity).toBe(4)
})

test('what is rejected is edited and handed in again; what is taken back is a draft', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 5, 2)
  const { id } = await issue(warehouseId, skuId, 3)
  await decide(rejectTask, id)
  const rejected = await store.show('shipment', id)
  expect(rejected.auditStatus).toBe(3)
  await mine.admin.call(callOf(shipment, 'edit'), {
    id,
    objectVersionNumber: rejected.objectVersionNumber,
    occurredOn: day(),
    warehouseId,
    purpose: 'use',
    goods: [{ skuId, quantity: 2 }],
  })
  expect((await store.move('shipment', 'submit', id)).auditStatus).toBe(1)
  expect((await store.move('shipment', 'withdraw', id)).auditStatus).toBe(0)
  expect((await store.move('shipment', 'submit', id)).auditStatus).toBe(1)
  await decide(approveTask, id)
  expect((await store.balance(warehouseId, skuId)).quantity).toBe(3)
})

test('a count that is taken back goes on', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 5, 2)
  const { id } = await store.draft('inventory_form', { warehouseId })
  const { goods } = await store.move('inventory_form', 'start', id)
  await mine.admin.call(countLines, { id, lines: [{ id: goods[0]!.id, counted: 4 }] })
  expect((await store.move('inventory_form', 'submit', id)).auditStatus).toBe(1)
  expect(await store.move('inventory_form', 'withdraw', id)).toMatchObject({
    auditStatus: 5,
    goods: [{ counted: 4 }],
  })
  await store.move('inventory_form', 'submit', id)
  await decide(approveTask, id)
  expect((await store.balance(warehouseId, skuId)).quantity).toBe(4)
})

test('goods without a price are decided on by what they cost, a count by what differs', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 10, 2.5)
  const totalOf = async (id: number) =>
    (
      await manager.call(approvalTasks, {
        taskType: 'approval',
        taskState: 1,
        size: 100,
      })
    ).content.find(({ thirdId }) => thirdId === id)!.total
  expect(await totalOf((await issue(warehouseId, skuId, 4)).id)).toBe(10)
  expect(
    await totalOf(
      (
        await store.posted(
          'shipment',
          { warehouseId, purpose: 'sale', otherFees: [{ name: '运费', amount: 3 }] },
          [{ skuId, quantity: 2, price: 8 }],
        )
      ).id,
    ),
  ).toBe(19)
  const { id } = await store.draft('inventory_form', { warehouseId }, [{ skuId }])
  const { goods } = await store.move('inventory_form', 'start', id)
  await mine.admin.call(countLines, { id, lines: [{ id: goods[0]!.id, counted: 7 }] })
  await store.move('inventory_form', 'submit', id)
  expect(await totalOf(id)).toBe(7.5)
})
