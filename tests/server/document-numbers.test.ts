import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import {
  documentNumberDefaults,
  documentNumberRule,
} from '#contract/inventory/document-number-rule.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { inventoryOption, saveInventoryOption } from '#contract/inventory/option.ts'
import { stockLimit } from '#contract/inventory/stock-limit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newTenant } from './harness.ts'
import { editable, make, type Made } from './samples.ts'
import { type Sku, app, create, mine, says, skusOf } from './products-ground.ts'

describe('document numbers', () => {
  test('a tenant begins with a rule for each kind, and sees its next number', async () => {
    const { content } = await mine.admin.call(callOf(documentNumberRule, 'list'), { size: 0 })
    expect(Object.fromEntries(content.map(({ kind, prefix }) => [kind, prefix]))).toEqual(
      Object.fromEntries(
        Object.entries(documentNumberDefaults).map(([kind, { prefix }]) => [kind, prefix]),
      ),
    )
    expect(content.find(({ kind }) => kind === 'warehousing')).toMatchObject({
      preview: expect.stringMatching(/^RK20\d{6}0001$/) as string,
    })
  })
  test('a rule is changed, and no two kinds share their letters', async () => {
    const { content } = await mine.admin.call(callOf(documentNumberRule, 'list'), {
      kind: 'transfer',
    })
    const { id, objectVersionNumber } = content[0]!
    const put = (more: Record<string, unknown>) =>
      mine.admin.send(callOf(documentNumberRule, 'edit'), {
        id,
        objectVersionNumber,
        prefix: 'DBD',
        period: 'month',
        digits: 5,
        ...more,
      })
    expect((await put({ prefix: 'rk' })).json().fields.prefix).toEqual(says('field.taken'))
    for (const wrong of [
      { prefix: 'D1' },
      { prefix: 'D-' },
      { digits: 2 },
      { digits: 9 },
      { period: 'week' },
    ])
      expect((await put(wrong)).statusCode).toBe(400)
    expect((await put({})).json()).toMatchObject({
      preview: expect.stringMatching(/^DBD20\d{4}00001$/) as string,
    })
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })
      .format(new Date())
      .slice(0, 7)
      .replace('-', '')
    await app.db.write(mine.id, (tx) =>
      sql`insert into document_number (kind, stem, last) values ('transfer', ${`DBD${day}`}, 41)`.execute(
        tx,
      ),
    )
    expect((await mine.admin.call(callOf(documentNumberRule, 'show'), { id })).preview).toBe(
      `DBD${day}00042`,
    )
  })
})

test('a stock limit whose maximum is below its minimum is refused at the field', async () => {
  const made = await create()
  const [{ id: skuId }] = (await skusOf(made.id)) as [Sku]
  const { id: warehouseId } = await make(warehouse, mine.admin)
  const post = (more: Record<string, unknown>) =>
    mine.admin.send(callOf(stockLimit, 'create'), { warehouseId, skuId, ...more })
  expect((await post({ minimum: 10, maximum: 5 })).json().fields.maximum).toEqual(
    says('stock.limits'),
  )
  expect((await post({ minimum: 10, maximum: 10 })).json()).toMatchObject({
    skuName: made.name,
    quantity: 0,
  })
  expect((await post({ minimum: 1 })).statusCode).toBe(409)
})

test('options begin with what is usual, are saved once, and tell who was faster', async () => {
  const { admin } = await newTenant(app)
  const get = () => admin.call(inventoryOption)
  expect(await get()).toMatchObject({
    overPercent: 0,
    expiryWarningDays: 30,
    stocktakePosting: 'approval',
    objectVersionNumber: 0,
  })
  const body = {
    overPercent: 2.5,
    expiryWarningDays: 45,
    defaultWarehouseId: (await make(warehouse, admin)).id,
    stocktakePosting: 'conversion',
    objectVersionNumber: 0,
  }
  const answers = await Promise.all([
    admin.send(saveInventoryOption, untyped(body)),
    admin.send(saveInventoryOption, untyped(body)),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await get()).toMatchObject({ overPercent: 2.5, objectVersionNumber: 1 })
  expect(
    (
      await admin.send(
        saveInventoryOption,
        untyped({
          ...body,
          objectVersionNumber: 1,
          defaultWarehouseId: 999_999,
        }),
      )
    ).json().fields.defaultWarehouseId,
  ).toEqual(says('field.missing_reference'))
})

test('the usual warehouse is told to be out of use, and cannot be chosen then', async () => {
  const { admin } = await newTenant(app)
  const [usual, closed] = [await make(warehouse, admin), await make(warehouse, admin)]
  const close = async (one: Made) =>
    admin.call(callOf(warehouse, 'edit'), { ...editable(warehouse, one), enabledFlag: 0 })
  await close(closed)
  const save = (defaultWarehouseId: number, objectVersionNumber: number) =>
    admin.send(saveInventoryOption, {
      overPercent: 0,
      expiryWarningDays: 30,
      defaultWarehouseId,
      stocktakePosting: 'approval',
      objectVersionNumber,
    })
  expect((await save(closed.id, 0)).json().fields.defaultWarehouseId).toEqual(
    says('option.warehouse_disabled'),
  )
  expect((await save(usual.id, 0)).json()).toMatchObject({ defaultWarehouseOpen: true })
  await close(usual)
  expect(await admin.call(inventoryOption)).toMatchObject({
    defaultWarehouseId: usual.id,
    defaultWarehouseOpen: false,
  })
  // It keeps nobody from changing the rest.
  expect((await save(usual.id, 1)).statusCode).toBe(200)
})
