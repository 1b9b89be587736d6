import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { agriculturalInput } from '#contract/inventory/agricultural-input.ts'
import { product } from '#contract/inventory/product.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { unit as unitEntity } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import { newMember, unique } from './harness.ts'
import { apply, check } from './import-files.ts'
import { editable, make, sample, type Made } from './samples.ts'
import { type Sku, app, create, mine, says, skusOf } from './products-ground.ts'

const names = async (id: number) =>
  (await skusOf(id)).map(
    ({ combination, droppedFlag }) => combination + (droppedFlag ? ' (dropped)' : ''),
  )
const edit = (row: Made, more: Record<string, unknown>) =>
  mine.admin.send(callOf(product, 'edit'), { ...editable(product, row), ...more })
const lie = async (skuId: number) => {
  const { id: warehouseId } = await make(warehouse, mine.admin)
  await app.db.write(mine.id, (tx) =>
    sql`insert into stock_balance (warehouse_id, sku_id, quantity) values (${warehouseId}, ${skuId}, 3)`.execute(
      tx,
    ),
  )
}

describe('what stock is kept of', () => {
  test('one thing while there are no combinations, and those combinations once there are', async () => {
    const plain = await create()
    expect(await names(plain.id)).toEqual([''])
    const [{ id: whole }] = (await skusOf(plain.id)) as [Sku]
    const many = (
      await edit(plain, {
        skus: [
          { combination: '特级/500 克', code: 'TJ5' },
          { combination: '一级/500 克', costPrice: 3.5 },
        ],
      })
    ).json<Made>()
    expect(many.skus).toMatchObject([
      { combination: '特级/500 克', code: 'TJ5' },
      { combination: '一级/500 克', costPrice: 3.5 },
    ])
    expect(await names(plain.id)).toEqual(['特级/500 克', '一级/500 克'])
    const again = (await edit(many, { skus: [] })).json<Made>()
    expect(again.skus).toEqual([])
    const after = await skusOf(plain.id)
    expect([after.length, after[0]!.combination, after[0]!.id === whole]).toEqual([1, '', false])
  })
  test('a combination keeps its id when its prices, its place or the case of its name change', async () => {
    const made = await create({
      skus: [
        { combination: 'A', code: unique('s') },
        { combination: 'B', costPrice: 2 },
      ],
    })
    const before = new Map((await skusOf(made.id)).map(({ combination, id }) => [combination, id]))
    expect(
      (
        await edit(made, {
          skus: [{ combination: 'b', costPrice: 9 }, { combination: 'A' }, { combination: 'C' }],
        })
      ).statusCode,
    ).toBe(200)
    const after = await skusOf(made.id)
    expect(after.map(({ combination, costPrice }) => [combination, costPrice])).toEqual([
      ['b', 9],
      ['A', null],
      ['C', null],
    ])
    expect([after[0]!.id, after[1]!.id]).toEqual([before.get('B'), before.get('A')])
  })
  test('what lies in stock is dropped, not deleted, and comes back under its id', async () => {
    const made = await create({ skus: [{ combination: 'A' }, { combination: 'B' }] })
    const [a] = (await skusOf(made.id)) as [Sku]
    await lie(a.id)
    const without = (await edit(made, { skus: [{ combination: 'B' }] })).json<Made>()
    expect(await names(made.id)).toEqual(['A (dropped)', 'B'])
    expect(without.skus).toMatchObject([{ combination: 'B' }])
    await edit(without, { skus: [{ combination: 'A' }, { combination: 'B' }] })
    expect((await skusOf(made.id)).find(({ combination }) => combination === 'A')).toMatchObject({
      id: a.id,
      droppedFlag: 0,
    })
  })
  test('two combinations may change their codes over', async () => {
    const [x, y] = [unique('x'), unique('y')]
    const made = await create({
      skus: [
        { combination: 'A', code: x },
        { combination: 'B', code: y },
      ],
    })
    expect(
      (
        await edit(made, {
          skus: [
            { combination: 'A', code: y },
            { combination: 'B', code: x },
          ],
        })
      ).json(),
    ).toMatchObject({ skus: [{ code: y }, { code: x }] })
  })
  test('an edit that says nothing of combinations leaves them', async () => {
    const made = await create({ skus: [{ combination: 'A' }] })
    const { skus: _, ...rest } = editable(product, made)
    expect((await mine.admin.send(callOf(product, 'edit'), rest)).statusCode).toBe(200)
    expect(await names(made.id)).toEqual(['A'])
  })
  test.each([
    ['a combination twice', [{ combination: '红/大' }, { combination: '红/大' }]],
    ['one that differs in case', [{ combination: 'Red' }, { combination: 'rED' }]],
    [
      'a code twice',
      [
        { combination: 'A', code: 'same-1' },
        { combination: 'B', code: 'SAME-1' },
      ],
    ],
  ])('%s is refused at the field', async (_, skus) => {
    const before = await mine.admin.call(callOf(product, 'list'))
    const answer = await mine.admin.send(callOf(product, 'create'), {
      ...(await sample(product, mine.admin)),
      skus,
    })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      { skus: says('field.repeated') },
    ])
    expect((await mine.admin.call(callOf(product, 'list'))).totalElements).toBe(
      before.totalElements,
    )
  })
  test('a code of another product is refused at the field, with its name', async () => {
    const code = unique('k')
    const other = await create({ skus: [{ combination: 'A', code }] })
    const answer = await mine.admin.send(callOf(product, 'create'), {
      ...(await sample(product, mine.admin)),
      skus: [{ combination: 'A', code: code.toUpperCase() }],
    })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      { skus: says('product.sku_code_taken') },
    ])
    expect(answer.json().fields.skus).toContain(String(other.name))
  })
})

describe('deleting', () => {
  test('a product that lies in stock is refused with a sentence', async () => {
    const made = await create()
    await lie((await skusOf(made.id))[0]!.id)
    const answer = await mine.admin.send(callOf(product, 'delete'), { id: made.id })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'product.in_use'])
    expect(answer.json().message).toContain('停用')
  })
  test('and restoring brings the combinations back', async () => {
    const made = await create({ skus: [{ combination: 'A', costPrice: 4 }, { combination: 'B' }] })
    await mine.admin.call(callOf(product, 'delete'), { id: made.id })
    expect(await skusOf(made.id)).toEqual([])
    const { endpoint } = app.served.find(
      ({ endpoint: one }) =>
        one.startsWith('POST') && one.includes('restore') && one.includes('{recordId}'),
    )!
    const restored = await mine.admin.send(
      endpoint.replace('{entity}', 'product').replace('{recordId}', String(made.id)),
    )
    expect(restored.statusCode).toBeLessThan(300)
    expect(
      (await skusOf(made.id)).map(({ combination, costPrice }) => [combination, costPrice]),
    ).toEqual([
      ['A', 4],
      ['B', null],
    ])
  })
})

test('what its stock is counted in stays once goods have moved', async () => {
  const made = await create()
  const [{ id: skuId }] = (await skusOf(made.id)) as [Sku]
  const { id: warehouseId } = await make(warehouse, mine.admin)
  await app.db.write(mine.id, async (tx) => {
    const [document] = await rows<{ id: number }>(
      tx,
      sql`insert into stock_document (code, kind, occurred_on, warehouse_id)
        values (${unique('D')}, 'warehousing', '2026-11-01', ${warehouseId}) returning id`,
    )
    const [line] = await rows<{ id: number }>(
      tx,
      sql`insert into stock_document_line (document_id, position, sku_id, quantity)
        values (${document!.id}, 1, ${skuId}, 1) returning id`,
    )
    await sql`insert into stock_ledger (document_id, line_id, warehouse_id, sku_id, type, quantity,
      unit_cost, value, balance_quantity, balance_value, occurred_on)
      values (${document!.id}, ${line!.id}, ${warehouseId}, ${skuId}, 'in', 1, 1, 1, 1, 1, '2026-11-01')`.execute(
      tx,
    )
  })
  const answer = await edit(made, { lotFlag: 1 })
  expect([answer.statusCode, answer.json().fields]).toEqual([
    422,
    { lotFlag: says('product.moved') },
  ])
  expect((await edit(made, { brand: '史丹利' })).statusCode).toBe(200)
})

test('agricultural inputs are the products that are so, under the farm’s codes', async () => {
  const farmer = await newMember(app, mine, [
    ...Object.values(agriculturalInput.permissions).map(([own]) => own!),
    'wfpf.inventory.base.unit',
  ])
  const other = await create({ agriculturalFlag: 0 })
  const made = await farmer.call(callOf(agriculturalInput, 'create'), {
    ...(await sample(agriculturalInput, mine.admin)),
    safetyInterval: 7,
    registrationNumber: 'PD20080123',
  })
  expect(await mine.admin.call(callOf(product, 'show'), { id: made.id })).toMatchObject({
    agriculturalFlag: 1,
    safetyInterval: 7,
  })
  expect((await farmer.send(callOf(agriculturalInput, 'show'), { id: other.id })).statusCode).toBe(
    404,
  )
  expect((await farmer.send(callOf(product, 'list'))).statusCode).toBe(403)
  expect(
    (
      await farmer.send(callOf(agriculturalInput, 'edit'), {
        ...editable(agriculturalInput, made),
        safetyInterval: 14,
        skus: [{ combination: '1 升' }],
      })
    ).statusCode,
  ).toBe(200)
  expect(await names(made.id)).toEqual(['1 升'])
})

test.each([
  ['product', product],
  ['agriculturalInput', agriculturalInput],
] as const)('a sheet of %s makes one thing of each row, or nothing', async (name, entity) => {
  const unit = await mine.admin.call(callOf(unitEntity, 'create'), {
    code: unique('u'),
    name: unique('袋'),
  })
  const flag = name === 'product' ? ',农资' : ''
  const sheet = (codes: string[]) =>
    Buffer.from(
      [
        `商品名称,商品编码,类型,单位${flag}`,
        ...codes.map((code) => `尿素 ${code},${code},肥料,${String(unit.name)}${flag && ',是'}`),
      ].join('\n'),
    )
  const [a, b] = [unique('i'), unique('i')]
  const faulty = await check(app, mine.admin, name, sheet([a, b, a]))
  expect([faulty.valid, faulty.faultCount]).toEqual([2, 1])
  expect((await mine.admin.call<Page<Made>>(entity.api.list, { code: a })).totalElements).toBe(0)
  const done = await apply(
    app,
    mine.admin,
    (await check(app, mine.admin, name, sheet([a, b]))).jobId,
  )
  expect([done.message, done.imported]).toEqual([null, 2])
  const { content } = await mine.admin.call(callOf(product, 'list'), { code: a })
  expect(content).toMatchObject([{ agriculturalFlag: 1, type: 'fertilizer' }])
  expect(await names(content[0]!.id)).toEqual([''])
})
