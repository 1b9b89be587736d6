import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { importColumns } from '#contract/import-columns.ts'
import { product } from '#contract/inventory/product.ts'
import { sku } from '#contract/inventory/sku.ts'
import { unit } from '#contract/inventory/unit.ts'
import { organization } from '#contract/system/organization.ts'
import { area } from '#contract/farm/area.ts'
import { crop, variety } from '#contract/farm/crop.ts'
import { callOf } from '#contract/entity-calls.ts'
import { apply, bomb, check, csv, partsOf, templateOf, total, units } from './import-files.ts'
import { newTenant, download } from './harness.ts'
import { make } from './samples.ts'
import { app, mine, titleOf } from './import-ground.ts'
import { week } from '../week.ts'

// Each in one of the languages, which change places every week; CRAWL=all: each in both.
describe.each(['zh-CN', 'en-US'] as const)('the template in %s', (language) => {
  test.each(
    entities
      .filter((entity) => importColumns(entity))
      .filter(
        (_, at) =>
          process.env.CRAWL === 'all' || ((at + week) % 2 === 0) === (language === 'zh-CN'),
      )
      .map((entity) => [entity.name, entity] as const),
  )('of %s comes back as one valid row', async (name, entity) => {
    // What a required reference of the example points at.
    for (const [, field] of importColumns(entity)!)
      if (field.to && field.to !== name)
        await make(
          entities.find((one) => one.name === (field.to === sku.name ? product.name : field.to))!,
          mine.admin,
        )
    // Of the first warehouse and thing, which the example names, there is one limit.
    await app.db.write(mine.id, (tx) => sql`delete from stock_limit`.execute(tx))
    // And nobody is there twice at one time.
    await app.db.write(mine.id, (tx) => sql`delete from attendance`.execute(tx))
    const bytes = await templateOf(mine.admin, name, language)
    const before = await total(mine.admin, entity)
    const result = await check(app, mine.admin, name, bytes, { name: 't.xlsx', language })
    expect([result.faults, result.message, result.state, result.rows, result.valid]).toEqual([
      [],
      null,
      'checked',
      1,
      1,
    ])
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
  for (const text of ['名称 *', '作物 *', '生育期 (天)', '停用,启用', '填写说明', '最多 60 个字符'])
    expect(texts).toContain(text)
})

describe('a check', () => {
  test('names every faulty cell of 500 rows, gives them back marked, and writes nothing', async () => {
    await mine.admin.call(callOf(unit, 'create'), { code: 'Taken', name: '已有' })
    const before = await total(mine.admin, unit)
    const file = units(500, 'a', {
      3: ',没有编码,,',
      50: 'tAKEN,重名,,',
      99: 'with space,空格,,',
      100: `a98x,${'长'.repeat(21)},,`,
      250: 'A0,大小写,,',
      400: 'a398,,,',
      501: `z,末行,,${'x'.repeat(201)}`,
    })
    const found = await check(app, mine.admin, 'unit', file)
    expect(found).toMatchObject({
      state: 'checked',
      rows: 500,
      valid: 493,
      faultCount: 7,
      message: null,
      ignored: [],
    })
    expect(found.faults.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [3, '编码', '必填'],
      [50, '编码', '已被使用'],
      [99, '编码', '只能用字母、数字、- 和 _，例如 A-01'],
      [100, '名称', '文字过长，最多 20 个字符'],
      [250, '编码', '与第 2 行重复'],
      [400, '名称', '必填'],
      [501, '描述', '文字过长，最多 200 个字符'],
    ])
    expect(found.faults[1]).toMatchObject({ value: 'tAKEN' })
    expect(await total(mine.admin, unit)).toBe(before)
    const marked = await download(mine.admin, found.annotatedUrl)
    const parts = partsOf(marked.rawPayload)
    expect([marked.statusCode, found.annotatedName]).toEqual([200, 'rows-错误标注.xlsx'])
    expect(parts['xl/sharedStrings.xml']).toContain('编码: 与第 2 行重复')
    expect(parts['xl/styles.xml']!.toLowerCase()).toContain('ffccc7')
    expect(Object.values(parts).join('')).toContain('填写说明')
    // Given back as it is, the column of reasons is no column of units.
    expect(
      await check(app, mine.admin, 'unit', marked.rawPayload, { name: 'marked.xlsx' }),
    ).toMatchObject({ faultCount: 7, ignored: [] })
  })
  test('reads what people type: words of both languages, full-width digits, dates, names of rows', async () => {
    const tenant = await newTenant(app)
    for (const [code, name] of [
      ['CAB', '甘蓝'],
      ['R1', '萝卜'],
      ['R2', '萝 卜'],
    ] as const)
      await tenant.admin.call(callOf(crop, 'create'), { code, name, category: 'vegetable' })
    const file = csv(
      `Name*,作物,${titleOf('variety', 'growthDays', 'en-US')},状态,栽培要点,多余`,
      '早熟,甘蓝,６０,Enabled,"起垄 & <覆膜>',
      '浇水",',
      '中熟,r1,"1,200",停用,,x',
      '晚熟,不存在,九十,也许,,',
    )
    const found = await check(app, tenant.admin, 'variety', file, { language: 'en-US' })
    expect(found.ignored).toEqual(['多余'])
    expect(found.faults.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [4, 'Crop', '“不存在” does not exist'],
      [4, titleOf('variety', 'growthDays', 'en-US'), 'Enter a number'],
      [4, 'Status', 'Must be one of: Disabled, Enabled'],
    ])
    // What may be chosen is offered where it is corrected, as in the template.
    expect(
      partsOf((await download(tenant.admin, found.annotatedUrl)).rawPayload)[
        'xl/worksheets/sheet1.xml'
      ],
    ).toMatch(/<dataValidation [^>]*sqref="D2:D\d+"/)
    await apply(app, tenant.admin, found.jobId, true)
    const { content } = await tenant.admin.call(callOf(variety, 'list'), { sort: 'id,asc' })
    // A list leaves long texts out.
    const made = await Promise.all(
      content.map(({ id }) => tenant.admin.call(callOf(variety, 'show'), { id })),
    )
    expect(made).toMatchObject([
      {
        name: '早熟',
        cropIdName: '甘蓝',
        growthDays: 60,
        enabledFlag: 1,
        guide: '<p>起垄 &amp; &lt;覆膜&gt;</p><p>浇水</p>',
      },
      { name: '中熟', cropIdName: '萝卜', growthDays: 1200, enabledFlag: 0 },
    ])
  })
  test('asks for the code where a name says too little', async () => {
    for (const code of ['n1', 'n2'])
      await mine.admin.call(callOf(area, 'create'), { areaName: '同名基地', areaCode: code })
    const found = await check(
      app,
      mine.admin,
      'land',
      csv(
        `${titleOf('land', 'landName')},${titleOf('land', 'areaId')}`,
        '一号,同名基地',
        '二号,N2',
      ),
    )
    expect(found.faults.map(({ row, reason }) => [row, reason])).toEqual([
      [2, '有 2 条名为“同名基地”的记录，请改填编码'],
    ])
  })
  test('knows the rows of a tree that stand further up in the file, by the rules of the tree', async () => {
    const tenant = await newTenant(app)
    const file = csv(
      `名称,编码,${titleOf('organization', 'parentId')}`,
      '生产部,sc,',
      '一组,z1,生产部',
      '二组,z2,没有的部',
    )
    const found = await check(app, tenant.admin, 'organization', file)
    expect([found.valid, found.faults.map(({ row }) => row)]).toEqual([2, [4]])
    expect(await apply(app, tenant.admin, found.jobId, true)).toMatchObject({
      state: 'imported',
      imported: 2,
    })
    const { content } = await tenant.admin.call(callOf(organization, 'list'), { q: '组' })
    expect(content.find(({ name }) => name === '一组')).toMatchObject({
      parentIdName: '生产部',
      sort: 1,
    })
  })
  test.each([
    ['a required column that is missing', csv('名称', '箱'), '缺少必填列：编码'],
    ['a column twice', csv('编码,名称,Code', 'a,b,c'), '“编码”列重复'],
    ['no rows', csv('编码,名称'), '文件中没有数据行'],
    ['rows that are all blank', csv('编码,名称', ',', ','), '文件中没有数据行'],
    ['too many rows', units(20_001, 'm'), '最多导入 20000 行，请拆分后重试'],
    [
      'too many columns',
      csv(['编码', '名称', ...Array.from({ length: 59 }, (_, at) => `c${at}`)].join(','), 'a,b'),
      '最多支持 60 列',
    ],
    [
      'a zip that is no workbook',
      Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3, 4]),
      '无法读取该文件，请用模板重新填写后上传',
    ],
  ])('refuses %s', async (_what, file, message) => {
    expect(await check(app, mine.admin, 'unit', file)).toMatchObject({
      state: 'refused',
      message,
      rows: 0,
    })
  })
  test('refuses a bomb quickly and in little memory', async () => {
    const file = bomb(500)
    const base = process.memoryUsage().rss
    let peak = base
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5)
    const began = performance.now()
    const found = await check(app, mine.admin, 'unit', file)
    clearInterval(watch)
    const seconds = (performance.now() - began) / 1000
    expect([found.state, found.message]).toEqual(['refused', '文件解压后超过 100MB，请拆分后重试'])
    expect(seconds).toBeLessThan(3)
    expect((peak - base) / 1024 / 1024).toBeLessThan(256)
    console.info(
      `bomb: ${seconds.toFixed(2)} s, ${Math.round((peak - base) / 1024 / 1024)} MB more`,
    )
  })
})
