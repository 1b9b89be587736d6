import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import writeExcelFile from 'write-excel-file/node'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { importColumns } from '#contract/import-columns.ts'
import { product } from '#contract/inventory/product.ts'
import { sku } from '#contract/inventory/sku.ts'
import { unit } from '#contract/inventory/unit.ts'
import { oneFarm } from './ground.ts'
import {
  apply,
  bomb,
  check,
  csv,
  partsOf,
  send,
  standing,
  templateOf,
  total,
  units,
} from './import-files.ts'
import { newMember, newTenant } from './harness.ts'
import { columnTitle } from '#server/i18n/labels.ts'
import { make } from './samples.ts'

const { app, mine } = await oneFarm()

const titleOf = (entity: string, field: string, language: 'zh-CN' | 'en-US' = 'zh-CN') =>
  columnTitle(
    entities.find(({ name }) => name === entity)!,
    field,
    language,
  )

describe.each(['zh-CN', 'en-US'] as const)('the template in %s', (language) => {
  test.each(
    entities
      .filter((entity) => importColumns(entity))
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
    await mine.admin.call('POST /wfpf/v1/{tenant}/unit', { code: 'Taken', name: '已有' })
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
      [99, '编码', '格式不正确'],
      [100, '名称', '最多 20 个字符'],
      [250, '编码', '与第 2 行重复'],
      [400, '名称', '必填'],
      [501, '描述', '最多 200 个字符'],
    ])
    expect(found.faults[1]).toMatchObject({ value: 'tAKEN' })
    expect(await total(mine.admin, unit)).toBe(before)
    const marked = await mine.admin.send(`GET ${found.annotatedUrl}`)
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
    ])
      await tenant.admin.call('POST /wfpf/v1/{tenant}/crop', { code, name, category: 'vegetable' })
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
      [4, 'Crop', 'There is no “不存在”'],
      [4, titleOf('variety', 'growthDays', 'en-US'), 'Enter a number'],
      [4, 'Status', 'Only: Disabled, Enabled'],
    ])
    // What may be chosen is offered where it is corrected, as in the template.
    expect(
      partsOf((await tenant.admin.send(`GET ${found.annotatedUrl}`)).rawPayload)[
        'xl/worksheets/sheet1.xml'
      ],
    ).toMatch(/<dataValidation [^>]*sqref="D2:D\d+"/)
    await apply(app, tenant.admin, found.jobId, true)
    const { content } = await tenant.admin.call<{ content: Record<string, unknown>[] }>(
      'GET /wfpf/v1/{tenant}/variety/page',
      { sort: 'id,asc' },
    )
    expect(content).toMatchObject([
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
      await mine.admin.call('POST /wfpf/v1/{tenant}/area', { areaName: '同名基地', areaCode: code })
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
    const { content } = await tenant.admin.call<{
      content: { name: string; parentIdName: string | null; sort: number }[]
    }>('GET /iam/v1/{tenant}/organization', { q: '组' })
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

describe('an import', () => {
  test('writes all or nothing when somebody takes a code meanwhile, and says where', async () => {
    const found = await check(app, mine.admin, 'unit', units(50, 'meanwhile'))
    await mine.admin.call('POST /wfpf/v1/{tenant}/unit', { code: 'MEANWHILE7', name: '先到' })
    const before = await total(mine.admin, unit)
    const late = await apply(app, mine.admin, found.jobId)
    expect(late).toMatchObject({
      state: 'checked',
      imported: null,
      valid: 49,
      faults: [{ row: 9, reason: '已被使用' }],
      message: '导入期间数据有变化，1 处未通过检查，未写入任何数据',
    })
    expect(await total(mine.admin, unit)).toBe(before)
    // What is left may still be imported.
    expect(await apply(app, mine.admin, found.jobId, true)).toMatchObject({
      state: 'imported',
      imported: 49,
    })
  })
  test('writes nothing when a code is taken at the very same moment', async () => {
    const found = await check(app, mine.admin, 'unit', units(1200, 'race'))
    let commit = () => {}
    const other = app.db.write(mine.id, async (tx) => {
      await sql`insert into unit (code, name) values ('RACE600', '同时')`.execute(tx)
      await new Promise<void>((resolve) => (commit = resolve))
    })
    await wait(50)
    await mine.admin.call(`POST /iam/v1/{tenant}/imports/${found.jobId}/apply`)
    const working = app.jobs.work()
    // Until the insert waits for the other's end.
    for (let waits = 0; waits === 0; await wait(20))
      waits = (
        await app.db.platform((tx) =>
          sql<{
            n: string
          }>`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database()`.execute(tx),
        )
      ).rows.filter((one) => Number(one.n) > 0).length
    commit()
    await Promise.all([other, working])
    expect(await standing(mine.admin, found.jobId)).toMatchObject({
      state: 'checked',
      imported: null,
      faults: [{ row: 602, reason: '已被使用' }],
    })
    expect(
      (
        await mine.admin.call<{ totalElements: number }>('GET /wfpf/v1/{tenant}/unit', {
          code: 'race',
          size: '1',
        })
      ).totalElements,
    ).toBe(1)
  })
  test('is asked for with its faults only on purpose, and is done once', async () => {
    const found = await check(app, mine.admin, 'unit', units(20, 'once', { 5: ',无编码,,' }))
    const at = `POST /iam/v1/{tenant}/imports/${found.jobId}/apply`
    expect((await mine.admin.send(at, {})).json()).toMatchObject({ code: 'import.faulty' })
    const jobs = await Promise.all(
      [1, 2, 3].map(() => mine.admin.call<{ jobId: number }>(at, { onlyValid: true })),
    )
    await app.jobs.work()
    expect(await mine.admin.call(at, { onlyValid: true })).toEqual(jobs[0])
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(1)
    await app.jobs.work()
    expect(await standing(mine.admin, found.jobId)).toMatchObject({
      state: 'imported',
      imported: 19,
    })
    expect(
      (
        await mine.admin.call<{ totalElements: number }>('GET /wfpf/v1/{tenant}/unit', {
          code: 'once',
        })
      ).totalElements,
    ).toBe(19)
    const { content } = await mine.admin.call<{ content: Record<string, unknown>[] }>(
      'GET /iam/v1/{tenant}/audit',
      { entity: 'unit', action: 'import', size: '1' },
    )
    expect(content).toMatchObject([
      {
        title: 'rows.csv',
        realName: expect.stringContaining('管理'),
        after: { fileName: 'rows.csv', count: 19, sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      },
    ])
  })
  test('of the same file again says who did it and when', async () => {
    const file = units(3, 'same')
    const first = await check(app, mine.admin, 'unit', file)
    expect(first.sameAs).toBeNull()
    await apply(app, mine.admin, first.jobId)
    const again = await check(app, mine.admin, 'unit', file)
    expect(again).toMatchObject({
      sameAs: { realName: expect.stringContaining('管理'), count: 3 },
      valid: 0,
    })
    expect(
      (
        await mine.admin.send(`POST /iam/v1/{tenant}/imports/${again.jobId}/apply`, {
          onlyValid: true,
        })
      ).json(),
    ).toMatchObject({ code: 'import.nothing' })
    const theirs = await newTenant(app)
    expect((await check(app, theirs.admin, 'unit', file)).sameAs).toBeNull()
  })
  test('is for who may create, and each import for who began it', async () => {
    const blind = await newMember(app, mine, ['wfpf.inventory.base.unit'])
    const refusal = { missing: ['wfpf.inventory.base.unit.ps.create'] }
    expect((await send(app, blind, 'unit', 'a.csv', units(1, 'b'))).json()).toMatchObject(refusal)
    expect((await blind.send('GET /iam/v1/{tenant}/imports/unit/template')).json()).toMatchObject(
      refusal,
    )
    // Pictures cannot be typed.
    expect((await send(app, mine.admin, 'banner', 'a.csv', units(1, 'b'))).statusCode).toBe(404)
    expect((await send(app, mine.admin, 'session', 'a.csv', units(1, 'b'))).statusCode).toBe(404)
    expect(
      (
        await send(app, mine.admin, 'unit', 'a.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))
      ).json(),
    ).toMatchObject({ code: 'import.type', message: '请上传 .xlsx 或 .csv 文件' })
    const found = await check(app, mine.admin, 'unit', units(2, 'own'))
    const colleague = await newMember(app, mine, ['wfpf.inventory.base.unit.ps.create'])
    const theirs = await newTenant(app)
    for (const client of [colleague, theirs.admin]) {
      for (const [endpoint, input] of [
        [`GET /iam/v1/{tenant}/imports/${found.jobId}`, undefined],
        [`POST /iam/v1/{tenant}/imports/${found.jobId}/apply`, {}],
      ] as const) {
        expect((await client.send(endpoint, input)).statusCode).toBe(404)
      }
    }
    expect((await theirs.admin.send(`GET /hfle/v1/{tenant}/files/content/x`)).statusCode).toBe(404)
  })
  test('that is cancelled leaves nothing, and may be asked for again', async () => {
    const before = await total(mine.admin, unit)
    const found = await check(app, mine.admin, 'unit', units(5000, 'stop'))
    const { jobId } = await mine.admin.call<{ jobId: number }>(
      `POST /iam/v1/{tenant}/imports/${found.jobId}/apply`,
    )
    const working = app.jobs.work()
    for (;;) {
      const { state, progress } = await standing(mine.admin, found.jobId)
      if (state === 'applying' && progress >= 60) break
      expect(state).toBe('applying')
    }
    await mine.admin.call(`POST /iam/v1/{tenant}/jobs/${jobId}/cancel`)
    await working
    expect(await standing(mine.admin, found.jobId)).toMatchObject({
      state: 'checked',
      imported: null,
    })
    expect(await total(mine.admin, unit)).toBe(before)
    expect(await apply(app, mine.admin, found.jobId)).toMatchObject({
      state: 'imported',
      imported: 5000,
    })
  })
})

describe('20,000 rows', () => {
  test.each([
    ['first', 2],
    ['middle', 10_001],
    ['last', 20_001],
  ] as const)('with one fault in the %s write nothing', async (_where, row) => {
    const before = await total(mine.admin, unit)
    const found = await check(
      app,
      mine.admin,
      'unit',
      units(20_000, `big${row}-`, { [row]: 'bad code,坏,,' }),
    )
    expect(found).toMatchObject({ rows: 20_000, valid: 19_999, faults: [{ row, column: '编码' }] })
    expect(
      (await mine.admin.send(`POST /iam/v1/{tenant}/imports/${found.jobId}/apply`)).statusCode,
    ).toBe(422)
    expect(await total(mine.admin, unit)).toBe(before)
  })
  test('of a workbook with references are checked and imported in well under half a minute', async () => {
    const tenant = await newTenant(app)
    for (const name of ['甘蓝', '萝卜'])
      await tenant.admin.call('POST /wfpf/v1/{tenant}/crop', {
        code: name === '甘蓝' ? 'G' : 'L',
        name,
        category: 'vegetable',
      })
    const columns = [
      'name',
      'code',
      'cropId',
      'growthDays',
      'yieldPerMu',
      'source',
      'enabledFlag',
      'guide',
    ].map((name) => titleOf('variety', name))
    const lines = Array.from({ length: 20_000 }, (_, at) => [
      `品种${at}`,
      `v${at}`,
      at % 2 ? '甘蓝' : '萝卜',
      (at % 300) + 1,
      at / 4,
      '本地育苗',
      '启用',
      `第 ${at} 段`,
    ])
    const bytes = await writeExcelFile([columns, ...lines]).toBuffer()
    const began = performance.now()
    const found = await check(app, tenant.admin, 'variety', bytes, { name: 'all.xlsx' })
    const checked = performance.now()
    expect(found).toMatchObject({ state: 'checked', rows: 20_000, faults: [] })
    const done = await apply(app, tenant.admin, found.jobId)
    const [first, second] = [(checked - began) / 1000, (performance.now() - checked) / 1000]
    console.info(
      `20,000 rows, 8 columns: checked in ${first.toFixed(1)} s, imported in ${second.toFixed(1)} s`,
    )
    expect(done).toMatchObject({ state: 'imported', imported: 20_000 })
    expect(first + second).toBeLessThan(25)
  })
})
