import { afterAll, expect, test } from 'vitest'
import { operations } from '#contract/platform/operations-calls.ts'
import { tenants, editTenant } from '#contract/platform/platform-calls.ts'
import { sendPhoneCaptcha } from '#contract/account/sign-in.ts'
import { Client } from '#server/demo/client.ts'
import { newOperator, newTenant, startApp } from './harness.ts'
const app = await startApp()
afterAll(() => app.end())

test('the operator sees who is near a limit, what was not sent, and what there is room for', async () => {
  const operator = await newOperator(app)
  const ask = () => operator.call(operations)
  const one = await newTenant(app, '限额农场')
  expect((await ask()).near).toEqual([])
  const limit = async (change: object) => {
    const {
      content: [found],
    } = await operator.call(tenants, { tenantName: '限额农场' })
    const { id, tenantName, enabledFlag, subModules, objectVersionNumber } = found!
    const kept = { id, tenantName, enabledFlag, subModules, objectVersionNumber }
    await operator.call(editTenant, { ...kept, ...change })
  }
  await limit({ maxAccounts: 1, maxDevices: 100 })
  expect((await ask()).near).toEqual([
    { tenantId: one.id, tenantName: '限额农场', what: 'maxAccounts', used: 1, allowed: 1 },
  ])
  // What a closed tenant lacks is nobody's trouble.
  await limit({ enabledFlag: 0 })
  const told = await ask()
  expect(told.near).toEqual([])
  expect(told.closedTenants).toBe(1)

  const before = told.sms
  expect(before.isSent).toBe(false)
  await new Client(app.http).call(sendPhoneCaptcha, {
    phone: '13700000001',
  })
  expect((await ask()).sms.keptToday).toBe(before.keptToday + 1)
  expect(told.databaseBytes).toBeGreaterThan(1_000_000)
  expect(told.diskFreeBytes).toBeLessThanOrEqual(told.diskBytes)
  expect(told.backupAt).toBeNull()
})
