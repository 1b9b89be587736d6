import {
  disableProcess,
  enableProcess,
  copyProcess,
  dryRunFlow,
  auditSettings,
  saveAuditSettings,
} from '#contract/approval/process-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { expect, test } from 'vitest'
import { movesOf } from '#contract/inventory/document-calls.ts'
import { documents } from '#contract/inventory/document.ts'
import { approvalProcess, type FlowNode } from '#contract/approval/process.ts'
import type { Client } from '#server/demo/client.ts'
import { unique } from './harness.ts'
import { Store } from './stock.ts'
import {
  app,
  approve,
  caseOf,
  employ,
  flow,
  memberIds,
  mine,
  node,
  outcomes,
  people,
  status,
  submit,
} from './approval-ground.ts'

test('an enabled flow is fixed; running cases keep theirs', async () => {
  const flowId = await flow([
    node({ key: 'one', name: '一', userIds: [memberIds[0]!] }),
    node({ key: 'two', name: '二', userIds: [memberIds[1]!] }),
  ])
  const old = await submit()
  const read = () => mine.admin.call(callOf(approvalProcess, 'show'), { id: flowId })
  const change = async () => {
    const { nodes, name, formCode, objectVersionNumber } = await read()
    return mine.admin.call(callOf(approvalProcess, 'edit'), {
      id: flowId,
      objectVersionNumber,
      name,
      formCode,
      nodes: nodes.slice(0, 1),
    })
  }
  expect(await status(change())).toBe(409)
  await mine.admin.call(disableProcess, { id: flowId })
  expect(await status(submit())).toBe(422)
  await change()
  await mine.admin.call(enableProcess, { id: flowId })
  expect((await read()).version).toBe(2)
  const fresh = await submit()
  for (const id of [old, fresh]) await approve(people[0]!, id)
  expect([await outcomes(old), await outcomes(fresh)]).toEqual([[], ['approved']])
  await approve(people[1]!, old)
  expect([(await caseOf(old)).version, await outcomes(old)]).toEqual([1, ['approved']])
})

test('every property of a flow is there again; a copy is a draft; what lacks something is refused at its node', async () => {
  const nodes: FlowNode[] = [
    { key: 'c', kind: 'condition', parent: '', name: '金额' },
    {
      key: 'b1',
      kind: 'branch',
      parent: 'c',
      name: '大额',
      conditions: [
        { fact: 'total', operator: 'above', value: 5000.5, values: null },
        { fact: 'purpose', operator: 'is', value: null, values: ['sale', 'scrap'] },
      ],
    },
    { key: 'b2', kind: 'branch', parent: 'c', name: '其他', conditions: [] },
    {
      key: 'a1',
      kind: 'approver',
      parent: 'b1',
      name: '会签',
      source: 'users',
      userIds: memberIds.slice(0, 2),
      mode: 'ratio',
      percent: 60,
      timeoutAction: 'approve',
      timeoutHours: 48,
    },
    { key: 'a2', kind: 'approver', parent: 'b2', name: '自选', source: 'choice', mode: 'inOrder' },
    { key: 'k', kind: 'copy', parent: '', name: '抄送', source: 'submitterLeader', copyOn: 'both' },
  ]
  const made = await mine.admin.call(callOf(approvalProcess, 'create'), {
    name: unique('流程'),
    formCode: 'shipment',
    nodes,
  })
  expect((await mine.admin.call(callOf(approvalProcess, 'show'), { id: made.id })).nodes).toEqual(
    nodes,
  )
  expect(await mine.admin.call(copyProcess, { id: made.id })).toMatchObject({
    state: 'draft',
    version: 0,
    nodes,
  })
  const steps = await mine.admin.call(dryRunFlow, {
    formCode: 'shipment',
    nodes,
    facts: { total: 6000, purpose: 'sale' },
    submitterId: memberIds[0]!,
  })
  expect(steps.map(({ key, people: names }) => [key, names.length])).toEqual([
    ['a1', 1],
    ['k', 0],
  ])
  const wrong = await mine.admin.send(callOf(approvalProcess, 'create'), {
    name: unique('流程'),
    formCode: 'shipment',
    nodes: nodes.map((one) => (one.key === 'a1' ? { ...one, percent: null } : one)),
  })
  expect([wrong.statusCode, wrong.json().fields]).toEqual([
    422,
    { nodes: '“会签”未填写通过比例。' },
  ])
  await mine.admin.call(enableProcess, { id: made.id })
  await employ(made.id)
  expect(await status(submit())).toBe(422)
  const chosen = await submit(undefined, { total: 1 }, [people[2]!.accountId])
  await approve(people[2]!, chosen)
  expect(await outcomes(chosen)).toEqual(['approved'])
})

test('a setting that lacks its flow is refused where it stands', async () => {
  const { objectVersionNumber } = await mine.admin.call(auditSettings)
  const answer = await mine.admin.send(saveAuditSettings, {
    ownApprovalFlag: 0,
    objectVersionNumber,
    forms: [{ formCode: 'transfer', askedFlag: 1, processId: null }],
  })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['transfer']])
  expect(
    await status(
      mine.admin.call(saveAuditSettings, {
        ownApprovalFlag: 0,
        objectVersionNumber: objectVersionNumber - 1,
        forms: [],
      }),
    ),
  ).toBe(409)
})

test('of several flows of a form the list says which one its documents take', async () => {
  const used = async () =>
    (await mine.admin.call(callOf(approvalProcess, 'list'), { usedFlag: 1 })).content.map(
      ({ id }) => id,
    )
  const first = await flow([node({ userIds: [memberIds[0]!] })])
  expect(await used()).toEqual([first])
  const second = await flow([node({ userIds: [memberIds[1]!] })])
  expect(await used()).toEqual([second])
  await employ(null)
  expect(await used()).toEqual([])
})

test('before it is handed in, a flow says whom it would ask', async () => {
  const store = new Store(app, mine)
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const { id } = await store.draft('shipment', { warehouseId, purpose: 'use' }, [
    { skuId, quantity: 4 },
  ])
  const ahead = (client: Client) => client.call(movesOf(documents.shipment).ahead, { id })
  await employ(null)
  expect(await ahead(mine.admin)).toEqual({ isAsked: false, isBroken: false, steps: [] })
  const process = await flow([
    node({ name: '主管', userIds: [memberIds[0]!] }),
    node({ name: '自选', source: 'choice' }),
  ])
  expect(await ahead(mine.admin)).toMatchObject({
    isAsked: true,
    isBroken: false,
    steps: [
      { name: '主管', people: [expect.any(String)], isOpen: false },
      { name: '自选', people: [], isOpen: true },
    ],
  })
  // Of a document it tells only whoever may hand it in.
  expect(await status(ahead(people[2]!))).toBe(403)
  await mine.admin.call(disableProcess, { id: process })
  expect(await ahead(mine.admin)).toEqual({ isAsked: true, isBroken: true, steps: [] })
  await employ(null)
})
