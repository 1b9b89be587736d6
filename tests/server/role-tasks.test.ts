import { describe, expect, test } from 'vitest'
import {
  approvalTasks,
  approveTask,
  returnTask,
  type TaskRow,
} from '#contract/approval/task-calls.ts'
import { auditStatus, fulfilment } from '#contract/inventory/document-kinds.ts'
import { documents, shipment } from '#contract/inventory/document.ts'
import { stockReports, exportStockReport } from '#contract/inventory/report-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { auditLog } from '#contract/platform/platform-calls.ts'
import { noticePages, readNotice } from '#contract/message/reader-calls.ts'
import { recycled, restoreRecord } from '#contract/platform/recycle-calls.ts'
import { stockTotals } from '#contract/inventory/stock-calls.ts'
import { findSkus } from '#contract/inventory/sku-calls.ts'
import { caseTimeline, caseRecord } from '#contract/approval/case-calls.ts'
import {
  enableProcess,
  auditSettings,
  saveAuditSettings,
} from '#contract/approval/process-calls.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import { callOf, type Asked } from '#contract/entity-calls.ts'
import {
  startCount,
  countLines,
  recountLines,
  refreshBooks,
} from '#contract/inventory/document-calls.ts'
import type { Client } from '#server/demo/client.ts'
import {
  admin,
  as,
  Desk,
  entityNamed,
  expectRefused,
  formOf,
  one,
  pageOf,
  rowsOf,
  today,
} from './role-tasks-ground.ts'

const warehouse = (code: string) => one(admin, 'warehouse', 'code', code)
const sku = (code: string) => one(admin, 'sku', 'code', code)
const [inputs, tools, grain] = await Promise.all(['SQ-INPUT', 'TOOLS', 'SW-GRAIN'].map(warehouse))
const [fertiliser, film] = await Promise.all(['F-SDL15', 'M-DM'].map(sku))
const land = await one(admin, 'land', 'landCode', 'SQ-A01')

const lying = async (person: Client, warehouseId: number, skuId: number) =>
  (await person.call(callOf(stockBalance, 'list'), { warehouseId, skuId, size: 0 })).content.reduce(
    (sum, { quantity }) => sum + quantity!,
    0,
  )
const waiting = async (person: Client, thirdId: number) =>
  (
    await person.call(approvalTasks, {
      taskType: 'approval',
      taskState: 1,
      size: 100,
    })
  ).content.find((task) => task.thirdId === thirdId)!
const decide = (person: Client, isGood: boolean, task: TaskRow, comment: string) => {
  const said = { id: task.id, taskId: task.currentTaskId!, comment }
  return isGood ? person.call(approveTask, said) : person.call(returnTask, said)
}
/** Everything that the reports' page shows, and one of them as a file. */
async function readsReports(person: Client): Promise<void> {
  const { ageing, ...overTime } = stockReports
  const warehouseId = inputs!.id
  await person.call(ageing, { on: today, warehouseId })
  for (const report of Object.values(overTime))
    await person.call(report as Asked, {
      from: `${today.slice(0, 4)}-01-01`,
      to: today,
      warehouseId,
    })
  const { jobId } = await person.call(exportStockReport, {
    report: 'usage',
    format: 'xlsx',
    from: today,
    to: today,
  })
  expect(jobId).toBeGreaterThan(0)
  for (const name of ['warehouse', 'sku']) await rowsOf(person, entityNamed(name))
  await person.call(entityNamed('stockMovement').api.list!)
}

test('the purchaser orders, is asked again and takes in; the approver sends back and agrees', async () => {
  const [buyer, approver] = [await as('shenlijuan'), await as('zhaoming')]
  const users = await rowsOf(admin, entityNamed('user'), { size: '0' })
  const { id: flow } = await admin.call(callOf(approvalProcess, 'create'), {
    name: '采购由审批人审批',
    formCode: 'aplionform',
    nodes: [
      {
        key: 'one',
        parent: '',
        kind: 'approver',
        name: '审批',
        mode: 'any',
        timeoutAction: 'none',
        source: 'users',
        userIds: [users.find(({ loginName }) => loginName === 'zhaoming')!.id],
      },
    ],
  })
  await admin.call(enableProcess, { id: flow })
  const { objectVersionNumber } = await admin.call(auditSettings)
  await admin.call(saveAuditSettings, {
    ownApprovalFlag: 0,
    objectVersionNumber,
    forms: [{ formCode: 'aplionform', askedFlag: 1, processId: flow }],
  })

  const partner = entityNamed('partner')
  await formOf(buyer, partner)
  const supplier = await buyer.call<{ id: number }>(partner.api.create!, {
    name: '番禺农资二店',
    code: 'PY-2',
    category: 'supplier',
  })
  const desk = new Desk(buyer)
  const before = await lying(buyer, inputs!.id, fertiliser!.id)
  const goods = [{ skuId: fertiliser!.id, quantity: 20, price: 160 }]
  const order = await desk.write('aplionform', {
    warehouseId: inputs!.id,
    partnerId: supplier.id,
    arrivalDate: today,
    goods,
  })
  expect((await desk.handIn('aplionform', order.id)).auditStatus).toBe(auditStatus.submitted)

  const asked = await waiting(approver, order.id)
  await approver.call(caseTimeline, { id: asked.processId })
  await approver.call(caseRecord, { id: asked.processId })
  const seen = await new Desk(approver).open('aplionform', order.id)
  expect(seen.total).toBe(3200)
  await decide(approver, false, asked, '单价偏高')

  await desk.edit('aplionform', order.id, {
    goods: [{ skuId: fertiliser!.id, quantity: 20, price: 155 }],
  })
  await desk.handIn('aplionform', order.id)
  await decide(approver, true, await waiting(approver, order.id), '同意')
  expect((await desk.open('aplionform', order.id)).auditStatus).toBe(auditStatus.approved)

  const half = await desk.convert(order.id, 'warehousing', (all) => all / 2)
  await desk.convert(order.id, 'warehousing')
  expect((await desk.open('aplionform', order.id)).execStatus).toBe(fulfilment.complete)
  await desk.convert(half.id, 'return', () => 1)
  expect(await lying(buyer, inputs!.id, fertiliser!.id)).toBe(before + 19)
  await readsReports(buyer)

  await expectRefused(buyer, documents.shipment.api.create!, { warehouseId: inputs!.id })
  await expectRefused(buyer, entityNamed('warehouse').api.create!, { name: '仓', code: 'W' })
  await expectRefused(approver, documents.aplionform.api.create!, { warehouseId: inputs!.id })
  await readsReports(approver)
})

describe('the store keeper', async () => {
  const keeper = await as('wuzhiyuan')
  const desk = new Desk(keeper)

  test('issues goods, and says on which plot', async () => {
    const before = await lying(keeper, inputs!.id, fertiliser!.id)
    for (const kind of ['shipment', 'input_shipment'] as const) {
      const { id } = await desk.write(kind, {
        warehouseId: inputs!.id,
        purpose: 'use',
        landId: land.id,
        goods: [{ skuId: fertiliser!.id, quantity: 2 }],
      })
      expect((await desk.handIn(kind, id)).auditStatus).toBe(auditStatus.approved)
    }
    expect(await lying(keeper, inputs!.id, fertiliser!.id)).toBe(before - 4)
  })
  test('sends goods to another warehouse, and takes them in there', async () => {
    const before = await lying(keeper, tools!.id, film!.id)
    const { id } = await desk.write('transfer', {
      warehouseId: inputs!.id,
      toWarehouseId: tools!.id,
      goods: [{ skuId: film!.id, quantity: 2 }],
    })
    await desk.handIn('transfer', id)
    const sent = await desk.convert(id, 'shipment')
    await desk.convert(sent.id, 'warehousing')
    expect((await desk.open('transfer', id)).execStatus).toBe(fulfilment.complete)
    expect(await lying(keeper, tools!.id, film!.id)).toBe(before + 2)
  })
  test('counts', async () => {
    const { id } = await desk.write('inventory_form', { warehouseId: grain!.id })
    await keeper.call(startCount, { id })
    const { goods } = await desk.open('inventory_form', id)
    await keeper.call(countLines, {
      id,
      lines: goods.map((line, at) => ({ id: line.id, counted: line.booked! + (at === 0 ? 1 : 0) })),
    })
    await keeper.call(recountLines, { id })
    await keeper.call(refreshBooks, { id })
    await keeper.call(countLines, { id, lines: [{ id: goods[0]!.id, counted: 1 }] })
    expect((await desk.handIn('inventory_form', id)).auditStatus).toBe(auditStatus.approved)
  })
  test('prints labels, reads one, and keeps the lists and limits', async () => {
    const product = entityNamed('product')
    const { id } = await one(keeper, 'product', 'code', 'F-SDL15')
    await pageOf(keeper, product, id)
    const [read] = await keeper.call(findSkus, {
      keys: [`https://farm.example/inventory/base/product?open=show&id=${id}`],
    })
    expect(read!.id).toBe(fertiliser!.id)
    for (const name of ['unit', 'attribute', 'partner', 'warehouse', 'product', 'stockLimit'])
      await formOf(keeper, entityNamed(name))
    for (const name of ['stockLot', 'stockBalance', 'inputStock'])
      await rowsOf(keeper, entityNamed(name))
    await keeper.call(stockTotals)
    await readsReports(keeper)
  })
  test('has a draft back that was deleted', async () => {
    const { id } = await desk.write('shipment', {
      warehouseId: inputs!.id,
      purpose: 'scrap',
      goods: [{ skuId: fertiliser!.id, quantity: 1 }],
    })
    await keeper.call(callOf(shipment, 'delete'), { id })
    const { content } = await keeper.call(recycled)
    const gone = content.find(({ recordId }) => recordId === id)!
    await keeper.call(restoreRecord, { entity: gone.entity, recordId: id })
    expect((await desk.open('shipment', id)).goods).toHaveLength(1)
  })
  test('does not touch devices or people', async () => {
    await expectRefused(keeper, entityNamed('device').api.list!)
    await expectRefused(keeper, entityNamed('user').api.create!, { realName: '某' })
  })
})

test('the base manager asks for goods, draws inputs for a plot, agrees and reads reports', async () => {
  const manager = await as('huangmei')
  const desk = new Desk(manager)
  const wanted = await desk.write('aplionform', {
    warehouseId: inputs!.id,
    goods: [{ skuId: fertiliser!.id, quantity: 3 }],
  })
  expect((await desk.handIn('aplionform', wanted.id)).auditStatus).toBe(auditStatus.submitted)
  const drawn = await desk.write('input_shipment', {
    warehouseId: inputs!.id,
    purpose: 'use',
    landId: land.id,
    goods: [{ skuId: fertiliser!.id, quantity: 1 }],
  })
  expect((await desk.handIn('input_shipment', drawn.id)).auditStatus).toBe(auditStatus.approved)
  await rowsOf(manager, entityNamed('inputStock'))
  await rowsOf(manager, entityNamed('stockLot'))
  await readsReports(manager)
  await expectRefused(manager, documents.warehousing.api.create!, { warehouseId: inputs!.id })
  // What goods cost is not for who only asks for them.
  const shown = await desk.open('aplionform', wanted.id)
  expect(shown.total).toBeUndefined()
})

test('the worker looks at the land and reads what was announced', async () => {
  const worker = await as('worker')
  const [plot] = await rowsOf(worker, entityNamed('land'))
  await pageOf(worker, entityNamed('land'), plot!.id)
  const { content } = await worker.call(noticePages)
  await worker.call(readNotice, { id: content[0]!.id })
  await expectRefused(worker, entityNamed('land').api.create!, { landName: '地' })
  await expectRefused(worker, documents.input_shipment.api.create!, { warehouseId: inputs!.id })
})

test('the auditor reads every document, report and log, and changes none', async () => {
  const auditor = await as('zhengxiaoli')
  const desk = new Desk(auditor)
  for (const [kind, entity] of Object.entries(documents)) {
    const [first] = await rowsOf(auditor, entity)
    if (first) await desk.open(kind as keyof typeof documents, first.id)
    await expectRefused(auditor, entity.api.create!, { warehouseId: inputs!.id })
  }
  await readsReports(auditor)
  await auditor.call(auditLog)
  for (const name of ['role', 'user', 'organization', 'product', 'warehouse', 'approvalProcess'])
    await rowsOf(auditor, entityNamed(name))
})
