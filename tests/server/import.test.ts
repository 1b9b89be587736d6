import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { importColumns } from '#contract/import-columns.ts'
import { apply, check, partsOf, templateOf, total } from './import-files.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import { make } from './samples.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
})
afterAll(() => app.end())

describe.each(['zh-CN', 'en-US'] as const)('the template in %s', (language) => {
  test.each(entities.filter((entity) => importColumns(entity)).map((entity) => [entity.name, entity] as const))('of %s comes back as one valid row', async (name, entity) => {
    // What a required reference of the example points at.
    for (const [, field] of importColumns(entity)!) if (field.to && field.to !== name) await make(entities.find((one) => one.name === field.to)!, mine.admin)
    const bytes = await templateOf(mine.admin, name, language)
    const before = await total(mine.admin, entity)
    const result = await check(app, mine.admin, name, bytes, { name: 't.xlsx', language })
    expect([result.faults, result.message, result.state, result.rows, result.valid]).toEqual([[], null, 'checked', 1, 1])
    expect(await total(mine.admin, entity)).toBe(before)
    const done = await apply(app, mine.admin, result.jobId)
    expect([done.message, done.state, done.imported]).toEqual([null, 'imported', 1])
    expect(await total(mine.admin, entity)).toBe(before + 1)
  })
})
test('a template says what is required and offers what may be chosen', async () => {
  const parts = partsOf(await templateOf(mine.admin, 'variety', 'zh-CN'))
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<dataValidation type="list"')
  const texts = Object.values(parts).join('')
  for (const text of ['名称 *', '作物 *', '生育期 (天)', '停用,启用', '填写说明', '最多 60 个字符']) expect(texts).toContain(text)
})
