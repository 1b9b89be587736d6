import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import writeExcelFile from 'write-excel-file/node'
import { describe, expect, test } from 'vitest'
import { unit } from '#contract/inventory/unit.ts'
import { crop } from '#contract/farm/crop.ts'
import { auditLog, cancelJob } from '#contract/platform/platform-calls.ts'
import { applyImport, importOf, importTemplatePath } from '#contract/platform/import-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { apply, check, send, standing, total, units } from './import-files.ts'
import { newMember, newTenant, question } from './harness.ts'
import { app, mine, titleOf } from './import-ground.ts'

describe('an import', () => {
  test('writes all or nothing when somebody takes a code meanwhile, and says where', async () => {
    const found = await check(app, mine.admin, 'unit', units(50, 'meanwhile'))
    await mine.admin.call(callOf(unit, 'create'), { code: 'MEANWHILE7', name: '先到' })
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
    await mine.admin.call(applyImport, { id: found.jobId })
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
        await mine.admin.call(callOf(unit, 'list'), {
          code: 'race',
          size: 1,
        })
      ).totalElements,
    ).toBe(1)
  })
  test('is asked for with its faults only on purpose, and is done once', async () => {
    const found = await check(app, mine.admin, 'unit', units(20, 'once', { 5: ',无编码,,' }))
    expect((await mine.admin.send(applyImport, { id: found.jobId })).json()).toMatchObject({
      code: 'import.faulty',
    })
    const jobs = await Promise.all(
      [1, 2, 3].map(() => mine.admin.call(applyImport, { id: found.jobId, onlyValid: true })),
    )
    await app.jobs.work()
    expect(await mine.admin.call(applyImport, { id: found.jobId, onlyValid: true })).toEqual(
      jobs[0],
    )
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(1)
    await app.jobs.work()
    expect(await standing(mine.admin, found.jobId)).toMatchObject({
      state: 'imported',
      imported: 19,
    })
    expect(
      (
        await mine.admin.call(callOf(unit, 'list'), {
          code: 'once',
        })
      ).totalElements,
    ).toBe(19)
    const { content } = await mine.admin.call(auditLog, {
      entity: 'unit',
      action: 'import',
      size: 1,
    })
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
      (await mine.admin.send(applyImport, { id: again.jobId, onlyValid: true })).json(),
    ).toMatchObject({ code: 'import.nothing' })
    const theirs = await newTenant(app)
    expect((await check(app, theirs.admin, 'unit', file)).sameAs).toBeNull()
  })
  test('is for who may create, and each import for who began it', async () => {
    const blind = await newMember(app, mine, ['wfpf.inventory.base.unit'])
    const refusal = { missing: ['wfpf.inventory.base.unit.ps.create'] }
    expect((await send(app, blind, 'unit', 'a.csv', units(1, 'b'))).json()).toMatchObject(refusal)
    expect(
      (await blind.fetch(importTemplatePath.replace('{entity}', unit.name))).json(),
    ).toMatchObject(refusal)
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
      for (const { sentBy } of [
        question(importOf, { id: found.jobId }),
        question(applyImport, { id: found.jobId }),
      ])
        expect((await sentBy(client)).statusCode).toBe(404)
    }
    expect((await theirs.admin.fetch('/hfle/v1/{tenant}/files/content/x')).statusCode).toBe(404)
  })
  test('that is cancelled leaves nothing, and may be asked for again', async () => {
    const before = await total(mine.admin, unit)
    const found = await check(app, mine.admin, 'unit', units(5000, 'stop'))
    const { jobId } = await mine.admin.call(applyImport, { id: found.jobId })
    const working = app.jobs.work()
    for (;;) {
      const { state, progress } = await standing(mine.admin, found.jobId)
      if (state === 'applying' && progress >= 60) break
      expect(state).toBe('applying')
    }
    await mine.admin.call(cancelJob, { id: jobId })
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
    expect((await mine.admin.send(applyImport, { id: found.jobId })).statusCode).toBe(422)
    expect(await total(mine.admin, unit)).toBe(before)
  })
  test('of a workbook with references are checked and imported', { timeout: 60_000 }, async () => {
    const tenant = await newTenant(app)
    for (const name of ['甘蓝', '萝卜'])
      await tenant.admin.call(callOf(crop, 'create'), {
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
  })
})
