import { expect, test } from 'vitest'
import { importColumns } from '#contract/import-columns.ts'
import { unit } from '#contract/inventory/unit.ts'
import { product } from '#contract/inventory/product.ts'
import { listSkus } from '#contract/inventory/sku-calls.ts'
import { callOf, type Told } from '#contract/entity-calls.ts'
import { oneFarm } from './ground.ts'
import { newMember } from './harness.ts'
import { apply, check, exportOf, partsOf, templateOf } from './import-files.ts'

const { app, mine } = await oneFarm()
for (const one of [
  { code: 'kg', name: '千克' },
  { code: 'bag', name: '袋', enName: 'bag' },
  { code: 'box', name: '箱' },
])
  await mine.admin.call(callOf(unit, 'create'), one)
const head = 'name,code,type,unitId,其他单位,规格（SKU）'
const sheet = (...lines: string[]) => `${[head, ...lines].join('\n')}\n`
const update = { name: 'rows.csv', mode: 'update' } as const
type Shown = Told<typeof product>
const shown = async (code: string) => {
  const { content } = await mine.admin.call(callOf(product, 'list'), { code })
  return mine.admin.call(callOf(product, 'show'), { id: content[0]!.id })
}
const unitsOf = ({ units }: Shown) =>
  units!.map((one) => [(one as { unitIdName?: string }).unitIdName, one.ratio])
const skusOf = ({ skus }: Shown) => skus!.map(({ combination, code }) => [combination, code])

test('a sheet brings products with their further units and combinations', async () => {
  const found = await check(
    app,
    mine.admin,
    product.name,
    sheet(
      '复合肥,L-1,肥料,千克,袋 | 40; 箱｜480.5,5% | L-1-5 | 690100 | 12.5 | 11 | 9；10% | L-1-10',
      '尿素,L-2,肥料,千克,,',
    ),
  )
  expect([found.message, found.faults, found.rows, found.valid]).toEqual([null, [], 2, 2])
  await apply(app, mine.admin, found.jobId)
  const made = await shown('L-1')
  expect(unitsOf(made)).toEqual([
    ['袋', 40],
    ['箱', 480.5],
  ])
  expect(made.skus).toMatchObject([
    { combination: '5%', code: 'L-1-5', barcode: '690100', retailPrice: 12.5, costPrice: 9 },
    { combination: '10%', code: 'L-1-10' },
  ])
  // What has none is one thing, as from the form.
  const plain = await shown('L-2')
  expect(plain.skus).toEqual([])
  const things = await mine.admin.call(listSkus, {
    productId: String(plain.id),
  })
  expect(things.content).toHaveLength(1)
})

test('what is wrong in such a cell is named: the item, a unit that is none, a code that is taken', async () => {
  const found = await check(
    app,
    mine.admin,
    product.name,
    sheet(
      '甲,L-3,肥料,千克,袋 | viele,',
      '乙,L-4,肥料,千克,桶 | 20,',
      '丙,L-5,肥料,千克,千克 | 20,',
      '丁,L-6,肥料,千克,,1% | L-1-5',
      '戊,L-7,肥料,千克,袋 | 0,',
      '己,L-8,肥料,千克,,2% | a b',
      '庚,L-9,肥料,千克,袋 | 2 | 3 | 4,',
      '辛,L-10,肥料,千克,,3%; 3%',
    ),
  )
  expect(found).toMatchObject({ rows: 8, valid: 0 })
  expect(found.faults.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [2, '其他单位', '第 1 项不正确：viele'],
    [3, '其他单位', '找不到“桶”'],
    [4, '其他单位', expect.any(String)],
    [5, '规格（SKU）', expect.stringContaining('L-1-5')],
    [6, '其他单位', '第 1 项不正确：0'],
    [7, '规格（SKU）', '第 1 项不正确：a b'],
    [8, '其他单位', '第 1 项不正确：4'],
    [9, '规格（SKU）', expect.stringContaining('3%')],
  ])
  expect((await shown('L-1')).skus).toHaveLength(2)
})

test('an update shows what would change, changes it, and leaves a blank cell alone', async () => {
  const before = await shown('L-1')
  const found = await check(
    app,
    mine.admin,
    product.name,
    sheet('复合肥,L-1,肥料,千克,袋 | 50,', '尿素,L-2,肥料,千克,,46%;"a|b"'),
    update,
  )
  expect([found.message, found.faults, found.changed, found.added]).toEqual([null, [], 2, 0])
  expect(
    found.changes.map(({ row, column, before: was, after }) => [row, column, was, after]),
  ).toEqual([
    [2, '其他单位', '袋 | 40; 箱 | 480.5', '袋 | 50'],
    [3, '规格（SKU）', '', '46%;"a|b"'],
  ])
  await apply(app, mine.admin, found.jobId)
  const after = await shown('L-1')
  expect(unitsOf(after)).toEqual([['袋', 50]])
  expect(skusOf(after)).toEqual(skusOf(before))
  expect(skusOf(await shown('L-2'))).toEqual([
    ['46%', null],
    ['a|b', null],
  ])
})

test('an export goes in again unchanged, also of somebody who is not told what it costs', async () => {
  const clerk = await newMember(app, mine, [
    product.permissions.list,
    product.permissions.create,
    product.permissions.edit,
  ])
  const columns = importColumns(product)!
    .map(([name]) => name)
    .filter((name) => name !== 'costPrice')
  for (const client of [mine.admin, clerk]) {
    const file = await exportOf(app, client, product, {
      format: 'xlsx',
      language: 'zh-CN',
      columns,
    })
    const found = await check(app, client, product.name, file, {
      name: 'again.xlsx',
      mode: 'update',
    })
    expect([found.message, found.faults, found.changed, found.rows]).toEqual([null, [], 0, 2])
    expect(found.unchanged).toBe(2)
  }
  // A code that they may change costs nothing of what they are not told.
  const found = await check(
    app,
    clerk,
    product.name,
    sheet('复合肥,L-1,肥料,千克,袋 | 50,5% | L-1-five; 10% | L-1-10'),
    update,
  )
  await apply(app, clerk, found.jobId)
  expect((await shown('L-1')).skus).toMatchObject([
    { combination: '5%', code: 'L-1-five', costPrice: 9 },
    { combination: '10%' },
  ])
})

test('the template says how such a cell is written', async () => {
  const parts = Object.values(partsOf(await templateOf(mine.admin, product.name, 'zh-CN'))).join('')
  expect(parts).toContain('多项以分号或换行隔开，每项依次为：单位 | ')
})
