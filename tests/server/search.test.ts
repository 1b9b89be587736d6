import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '#contract/platform/search-calls.ts'
import { worker } from '#contract/farm/worker.ts'
import { crop } from '#contract/farm/crop.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
  await mine.admin.call(callOf(unit, 'create'), { code: 'KG-9', name: '搜寻之物' })
  await mine.admin.call(callOf(crop, 'create'), {
    name: '搜寻之',
    code: 'SX',
    category: 'vegetable',
  })
  await mine.admin.call(callOf(worker, 'create'), {
    realName: '周查',
    kind: 'daily',
    phone: '13600009999',
  })
})
afterAll(() => app.end())
const find = (q: string, who = mine.admin) => who.call(search, { q })

test('names, codes and phones are found, the very name first', async () => {
  expect((await find('搜寻之')).map(({ entity, title }) => [entity, title])).toEqual([
    ['crop', '搜寻之'],
    ['unit', '搜寻之物'],
  ])
  expect(await find('kg-9')).toMatchObject([{ entity: 'unit', title: '搜寻之物', detail: 'KG-9' }])
  expect(await find('00009999')).toMatchObject([
    { entity: 'worker', title: '周查', detail: '13600009999' },
  ])
  // Signs of patterns are letters to whoever types them.
  expect(await find('%')).toEqual([])
})
test('only in lists that the caller may open, and never in another tenant', async () => {
  const member = await newMember(app, mine, ['wfpf.inventory.base.unit'])
  expect((await find('搜寻', member)).map(({ entity }) => entity)).toEqual(['unit'])
  expect(await find('搜寻', await newMember(app, mine, []))).toEqual([])
  expect(await find('搜寻', (await newTenant(app)).admin)).toEqual([])
})
