import { messages } from '#contract/message/reader-calls.ts'
import { caseRecord, caseTimeline, recordTimeline } from '#contract/approval/case-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  approvalTasks,
  taskTypes,
  returnTask,
  mySubmissions,
  businessData,
} from '#contract/approval/task-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { documents, shipment } from '#contract/inventory/document.ts'
import {
  enableProcess,
  auditSettings,
  saveAuditSettings,
} from '#contract/approval/process-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import { untyped } from '#server/demo/client.ts'
import { row } from '#server/db/database.ts'
import { oneStore } from './ground.ts'
import { newMember, question, unique } from './harness.ts'
import { day, Store } from './stock.ts'

const { app, mine, store } = await oneStore()
const own = Object.values(documents.shipment.permissions).flat() as string[]
const person = async (codes: readonly string[]) => {
  const client = await newMember(app, mine, codes)
  const { id } = await app.db.read(
    mine.id,
    async (tx) =>
      (await row<{ id: number }>(
        tx,
        sql`select id from member where account_id = ${client.accountId}`,
      ))!,
  )
  return { client, id }
}
const [clerk, approver, copied] = await Promise.all([person(own), person([]), person([])])
const [told, toldCopied] = await Promise.all([person([costCode]), person([costCode])])
const node = (kind: 'approver' | 'copy', userIds: number[]) => ({
  key: unique('k'),
  kind,
  parent: '',
  name: '审批',
  source: 'users',
  userIds,
  ...(kind === 'copy' ? { copyOn: 'submit' } : { mode: 'any' }),
})
const flow = await mine.admin.call(
  callOf(approvalProcess, 'create'),
  untyped({
    name: unique('流程'),
    formCode: 'shipment',
    nodes: [node('copy', [copied.id, toldCopied.id]), node('approver', [approver.id, told.id])],
  }),
)
await mine.admin.call(enableProcess, { id: flow.id })
const { objectVersionNumber } = await mine.admin.call(auditSettings)
await mine.admin.call(saveAuditSettings, {
  ownApprovalFlag: 0,
  objectVersionNumber,
  forms: [{ formCode: 'shipment', askedFlag: 1, processId: flow.id }],
})
/** A price that stands in nothing else, and twice of it; whole yuan alone may be somebody's id. */
const price = 7613.37
const worth = /7,?613\.37|15,?226\.74/

test('what an approval is about in yuan is told to who may know what goods cost', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 9, price)
  const clerks = new Store(app, { id: mine.id, admin: clerk.client })
  const head = { warehouseId, purpose: 'use' }
  const { id } = await clerks.draft('shipment', head, [{ skuId, quantity: 1 }])
  await clerks.move('shipment', 'submit', id)
  const [first] = (await told.client.call(approvalTasks, { taskType: 'approval' })).content
  expect(first).toMatchObject({ thirdId: id, total: price })
  await told.client.call(returnTask, { id: first!.id, comment: '数量不对' })
  const { objectVersionNumber: version } = await clerks.show('shipment', id)
  await clerk.client.call(callOf(shipment, 'edit'), {
    id,
    objectVersionNumber: version,
    occurredOn: day(),
    ...head,
    goods: [{ skuId, quantity: 2 }],
  })
  await clerks.move('shipment', 'submit', id)
  const [again] = (await told.client.call(approvalTasks, { taskType: 'approval', taskState: 1 }))
    .content
  expect(again).toMatchObject({ thirdId: id, total: 15_226.74 })

  const { processId } = again!
  const questions = [
    ...taskTypes.map((taskType) => question(approvalTasks, { taskType })),
    question(mySubmissions, {}),
    question(caseTimeline, { id: processId }),
    question(caseRecord, { id: processId }),
    question(recordTimeline, { formCode: 'shipment', thirdId: id }),
    question(businessData, { processId }),
    question(messages, { noticeCategoryCode: 'APPROVE', withContent: '1', size: 100 }),
  ]
  for (const { client } of [clerk, approver, copied])
    for (const { endpoint, sentBy } of questions) {
      const answer = await sentBy(client)
      expect([endpoint, answer.statusCode, worth.exec(answer.body)?.[0]]).toEqual([
        endpoint,
        200,
        undefined,
      ])
    }
  const story = (client: typeof clerk.client) => client.call(caseTimeline, { id: processId })
  expect((await story(approver.client)).changes).toEqual([])
  for (const { client } of [told, toldCopied])
    expect((await story(client)).changes).toEqual([
      { fact: 'total', before: '7613.37', after: '15226.74' },
    ])
  expect(
    (await toldCopied.client.call(approvalTasks, { taskType: 'carbon_copy' })).content.map(
      ({ total }) => total,
    ),
  ).toEqual([15_226.74, price])
})
