import { test } from 'playwright/test'
import { people } from '#server/demo/people.ts'
import { demoFarm, get, newFarm, post, put, type Farm } from './role-farms.ts'
import { obeys, Person } from './role-ground.ts'
import * as days from './role-days-ground.ts'

const personOf = (role: string) => people.find((one) => one.role === role)!.loginName
let farm: Farm
let end = async () => {}
test.beforeAll(async ({ request }) => {
  farm = await demoFarm(request)
  end = await obeys(request, farm, '东一区电动阀')
})
test.afterAll(() => end())

// In the order of a day: what one begins another goes on with, also when it is tried again.
test.describe.configure({ mode: 'serial', timeout: 300_000 })
for (const [role, day] of [
  ['worker', days.worker],
  ['base-manager', days.manager],
  ['storekeeper', days.keeper],
  ['waterman', days.waterman],
  ['engineer', days.engineer],
  ['auditor', days.auditor],
] as const)
  test(`${role} does the work of a day`, async ({ browser, request }) => {
    const person = await Person.arrives(browser, request, personOf(role))
    await day(person, farm, request)
    await person.leaves()
  })

test('the purchaser orders, the approver agrees, and what was ordered comes in', async ({
  browser,
  request,
}) => {
  const { admin } = farm
  interface Setting {
    objectVersionNumber: number
    ownApprovalFlag: 0 | 1
    forms: { formCode: string; processId: number | null }[]
  }
  const setting = () => get<Setting>(request, admin, '/wfpf/v1/{tenant}/approval-setting')
  const askBy = async (processId: number | null) => {
    const { ownApprovalFlag, objectVersionNumber } = await setting()
    await put(request, admin, '/wfpf/v1/{tenant}/approval-setting', {
      ownApprovalFlag,
      objectVersionNumber,
      forms: [{ formCode: 'aplionform', askedFlag: 1, processId }],
    })
  }
  const before = (await setting()).forms.find(({ formCode }) => formCode === 'aplionform')!
  const users = await get<{ content: { id: number; loginName: string }[] }>(
    request,
    admin,
    '/iam/v1/{tenant}/users?size=0',
  )
  const userIds = users.content
    .filter(({ loginName }) => loginName === personOf('approver'))
    .map(({ id }) => id)
  // A name of its own: what a person typed is no label, and the look for foreign labels reads it later.
  const node = { key: 'one', parent: '', kind: 'approver', name: '主管点头', mode: 'any' }
  const flow = await post<{ id: number }>(request, admin, '/wfpf/v1/{tenant}/approval-flow', {
    name: `一天的审批 ${Date.now() % 1_000_000}`,
    formCode: 'aplionform',
    nodes: [{ ...node, timeoutAction: 'none', source: 'users', userIds }],
  })
  await post(request, admin, `/wfpf/v1/{tenant}/approval-flow/${flow.id}/enable`, {})
  await askBy(flow.id)
  for (const [role, day] of [
    ['purchaser', days.purchaser],
    ['approver', days.approver],
    ['purchaser', days.takesIn],
  ] as const) {
    const person = await Person.arrives(browser, request, personOf(role))
    await day(person, farm, request)
    await person.leaves()
  }
  await askBy(before.processId)
})

test('each role of the starter set does the work of a day in a new tenant', async ({
  browser,
  request,
}) => {
  const { farm: fresh, people: colleagues } = await newFarm(
    request,
    String(Date.now() % 100_000_000),
  )
  for (const [role, ...work] of [
    ['worker', days.worker],
    ['base-manager', days.manager],
    ['storekeeper', days.keeper],
    ['purchaser', days.purchaser, days.takesIn],
    ['engineer', days.engineer],
  ] as const) {
    const person = await Person.arrives(browser, request, colleagues[role]!, fresh.password)
    for (const day of work) await day(person, fresh, request)
    await person.leaves()
  }
})
