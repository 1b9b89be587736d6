import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { agriculturalInput } from '#contract/inventory/agricultural-input.ts'
import { documentNumberDefaults } from '#contract/inventory/document-number-rule.ts'
import { product } from '#contract/inventory/product.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import errors from '#locales/zh-CN/errors.json' with { type: 'json' }
import { rows } from '#server/db/database.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant, unique } from './harness.ts'
import { apply, check } from './import-files.ts'
import { mp4 } from './mp4.ts'
import { editable, make, sample, type Made } from './samples.ts'

const { app, mine } = await oneFarm()

/** The sentence of a code, whatever is put into it. */
const says = (code: keyof typeof errors) =>
  expect.stringMatching(
    new RegExp(
      `^${errors[code].replaceAll(/[()+?.]/g, String.raw`\$&`).replaceAll(/\{\{\w+\}\}/g, '.+')}$`,
    ),
  ) as string

interface Sku {
  id: number
  combination: string
  code: string | null
  droppedFlag: number
  costPrice: number | null
}
const skusOf = (id: number) =>
  app.db.read(mine.id, (tx) =>
    rows<Sku>(
      tx,
      sql`select id, combination, code, dropped_flag, cost_price from product_sku
        where product_id = ${id} order by position, id`,
    ),
  )
const names = async (id: number) =>
  (await skusOf(id)).map(
    ({ combination, droppedFlag }) => combination + (droppedFlag ? ' (dropped)' : ''),
  )
const create = async (more: Record<string, unknown> = {}) =>
  mine.admin.call<Made>(product.api.create, { ...(await sample(product, mine.admin)), ...more })
const edit = (row: Made, more: Record<string, unknown>) =>
  mine.admin.send(product.api.edit, { ...editable(product, row), ...more })
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
    expect((await mine.admin.send(product.api.edit, rest)).statusCode).toBe(200)
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
    const before = await mine.admin.call<Page<Made>>(product.api.list)
    const answer = await mine.admin.send(product.api.create, {
      ...(await sample(product, mine.admin)),
      skus,
    })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      { skus: says('field.repeated') },
    ])
    expect((await mine.admin.call<Page<Made>>(product.api.list)).totalElements).toBe(
      before.totalElements,
    )
  })
  test('a code of another product is refused at the field, with its name', async () => {
    const code = unique('k')
    const other = await create({ skus: [{ combination: 'A', code }] })
    const answer = await mine.admin.send(product.api.create, {
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
    const answer = await mine.admin.send(product.api.delete.replace('{id}', String(made.id)))
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'product.in_use'])
    expect(answer.json().message).toContain('停用')
  })
  test('and restoring brings the combinations back', async () => {
    const made = await create({ skus: [{ combination: 'A', costPrice: 4 }, { combination: 'B' }] })
    await mine.admin.call(product.api.delete.replace('{id}', String(made.id)))
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

describe('pictures and video', () => {
  const film = (wanted: Parameters<typeof mp4>[0]) =>
    mine.admin.upload('x.mp4', 'video/mp4', mp4(wanted))
  test.each([
    ['16:9', { seconds: 28, width: 1920, height: 1080 }, 200 as const],
    [
      'nearly 16:9, its header at the end',
      { seconds: 60, width: 1920, height: 1088, isLate: true },
      200 as const,
    ],
    ['a square', { seconds: 5, width: 720, height: 720 }, 200 as const],
    ['4:3', { seconds: 5, width: 640, height: 480 }, 'video.ratio' as const],
    [
      '16:9 that is held upright',
      { seconds: 5, width: 1920, height: 1080, isTurned: true },
      'video.ratio' as const,
    ],
    ['a second too long', { seconds: 61, width: 1920, height: 1080 }, 'video.seconds' as const],
    [
      '30 MB and a bit',
      { seconds: 5, width: 1920, height: 1080, padding: 30 * 1024 * 1024 },
      'video.size' as const,
    ],
    [
      'one that does not say how long it is',
      { seconds: 0, width: 1920, height: 1080 },
      'video.unreadable' as const,
    ],
  ])('%s', async (_, wanted, expected) => {
    const answer = await mine.admin.send(product.api.create, {
      ...(await sample(product, mine.admin)),
      video: await film(wanted),
    })
    expect(answer.statusCode === 200 ? 200 : answer.json().fields.video).toEqual(
      expected === 200 ? 200 : says(expected),
    )
  })
  test('a video among the pictures is refused, and so is a stranger’s', async () => {
    const body = await sample(product, mine.admin)
    expect(
      (
        await mine.admin.send(product.api.create, {
          ...body,
          pictures: [await film({ seconds: 5, width: 720, height: 720 })],
        })
      ).json().fields.pictures,
    ).toEqual(says('picture.type'))
    const theirs = await newTenant(app)
    const video = await theirs.admin.upload(
      'x.mp4',
      'video/mp4',
      mp4({ seconds: 5, width: 720, height: 720 }),
    )
    expect(
      (await mine.admin.send(product.api.create, { ...body, video })).json().fields.video,
    ).toEqual(says('video.type'))
  })
})

test('agricultural inputs are the products that are so, under the farm’s codes', async () => {
  const farmer = await newMember(app, mine, [
    ...Object.values(agriculturalInput.permissions).map(([own]) => own!),
    'wfpf.inventory.base.unit',
  ])
  const other = await create({ agriculturalFlag: 0 })
  const made = await farmer.call<Made>(agriculturalInput.api.create, {
    ...(await sample(agriculturalInput, mine.admin)),
    safetyInterval: 7,
    registrationNumber: 'PD20080123',
  })
  expect(
    await mine.admin.call<Made>(product.api.show.replace('{id}', String(made.id))),
  ).toMatchObject({ agriculturalFlag: 1, safetyInterval: 7 })
  expect(
    (await farmer.send(agriculturalInput.api.show.replace('{id}', String(other.id)))).statusCode,
  ).toBe(404)
  expect((await farmer.send(product.api.list)).statusCode).toBe(403)
  expect(
    (
      await farmer.send(agriculturalInput.api.edit, {
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
  const unit = await mine.admin.call<Made>('POST /wfpf/v1/{tenant}/unit', {
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
  const { content } = await mine.admin.call<Page<Made>>(product.api.list, { code: a })
  expect(content).toMatchObject([{ agriculturalFlag: 1, type: 'fertilizer' }])
  expect(await names(content[0]!.id)).toEqual([''])
})

describe('document numbers', () => {
  test('a tenant begins with a rule for each kind, and sees its next number', async () => {
    const { content } = await mine.admin.call<Page<Made>>(
      'GET /wfpf/v1/{tenant}/document-number-rule',
      { size: '0' },
    )
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
    const { content } = await mine.admin.call<Page<Made>>(
      'GET /wfpf/v1/{tenant}/document-number-rule',
      { kind: 'transfer' },
    )
    const { id, objectVersionNumber } = content[0]!
    const put = (more: Record<string, unknown>) =>
      mine.admin.send('PUT /wfpf/v1/{tenant}/document-number-rule', {
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
    expect(
      (await mine.admin.call<Made>(`GET /wfpf/v1/{tenant}/document-number-rule/${id}`)).preview,
    ).toBe(`DBD${day}00042`)
  })
})

test('a stock limit whose maximum is below its minimum is refused at the field', async () => {
  const made = await create()
  const [{ id: skuId }] = (await skusOf(made.id)) as [Sku]
  const { id: warehouseId } = await make(warehouse, mine.admin)
  const post = (more: Record<string, unknown>) =>
    mine.admin.send('POST /wfpf/v1/{tenant}/stock-limit', { warehouseId, skuId, ...more })
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
  const get = () => admin.call<Record<string, unknown>>('GET /wfpf/v1/{tenant}/inventory-option')
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
    admin.send('PUT /wfpf/v1/{tenant}/inventory-option', body),
    admin.send('PUT /wfpf/v1/{tenant}/inventory-option', body),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await get()).toMatchObject({ overPercent: 2.5, objectVersionNumber: 1 })
  expect(
    (
      await admin.send('PUT /wfpf/v1/{tenant}/inventory-option', {
        ...body,
        objectVersionNumber: 1,
        defaultWarehouseId: 999_999,
      })
    ).json().fields.defaultWarehouseId,
  ).toEqual(says('field.missing_reference'))
})
