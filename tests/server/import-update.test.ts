import { describe, expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { importColumns, importKeys } from '#contract/import-columns.ts'
import { unit } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { applyImport } from '#contract/platform/import-calls.ts'
import { apply, check, csv, exportOf, send, total } from './import-files.ts'
import { make } from './samples.ts'
import { app, mine, shown, title, update } from './import-update-ground.ts'

const keyed = entities
  .filter((entity) => importKeys(entity).length > 0)
  .map((entity) => [entity.name, entity] as const)

test('what a sheet finds rows by is a code of theirs', () => {
  // Devices, goods, people, bases: whatever has a code; what has none can be added alone.
  expect(
    Object.fromEntries(keyed.map(([name, entity]) => [name, importKeys(entity)])),
  ).toMatchObject({
    product: [['code']],
    unit: [['code']],
    partner: [['code'], ['name']],
    area: [['areaCode'], ['areaName']],
    land: [['landCode'], ['landName', 'areaId']],
    device: [['eui']],
    user: [['loginName']],
    stockLimit: [['warehouseId', 'skuId']],
    role: [['code']],
  })
  expect(importKeys(entities.find(({ name }) => name === 'article')!)).toEqual([])
})

describe.each(keyed)('an export of %s', (_name, entity) => {
  test('goes in again unchanged, and each of its columns may be changed alone', async () => {
    const there = await make(entity, mine.admin)
    // Of everything that is there: what others made belongs to the list as well.
    const query = { ids: String(there.id) }
    for (const [format, language] of [
      ['xlsx', 'zh-CN'],
      ['csv', 'en-US'],
    ] as const) {
      const file = await exportOf(app, mine.admin, entity, { format, language, query })
      const found = await check(app, mine.admin, entity.name, file, {
        name: `again.${format}`,
        language,
        mode: 'update',
      })
      expect([
        found.message,
        found.faults,
        found.ignored,
        found.rows,
        found.added,
        found.changed,
        found.unchanged,
      ]).toEqual([null, [], [], 1, 0, 0, 1])
      expect((await mine.admin.send(applyImport, { id: found.jobId })).json()).toMatchObject({
        code: 'import.nothing',
      })
    }
    const keys = [...new Set(importKeys(entity).flat())]
    const other = importColumns(entity)!.find(
      ([name, { kind, createOnly, unique }]) =>
        !keys.includes(name) &&
        !createOnly &&
        !unique &&
        name !== 'brokerUrl' &&
        ['text', 'decimal', 'integer'].includes(kind) &&
        entity.fields[name]!.max! >= 20,
    )
    const [changed, field] =
      other ??
      importColumns(entity)!.find(([name, { kind }]) => !keys.includes(name) && kind === 'text')!
    const value =
      field.kind === 'text'
        ? changed === 'msisdn'
          ? '14400123456'
          : changed === 'url'
            ? 'https://changed.example.com'
            : changed === 'cron'
              ? '0 9 * * *'
              : 'changed'
        : '21'
    const before = await shown(entity, there.id)
    const words = await exportOf(app, mine.admin, entity, {
      format: 'csv',
      columns: [...keys],
      query,
    })
    const [head, line] = words.toString().trim().split('\r\n')
    const found = await check(
      app,
      mine.admin,
      entity.name,
      csv(`${head!.replace('\uFEFF', '')},${title(entity, changed)}`, `${line},${value}`),
      update,
    )
    expect([found.message, found.faults, found.added, found.changed, found.changes]).toEqual([
      null,
      [],
      0,
      1,
      [
        {
          row: 2,
          column: title(entity, changed),
          before: String(before[changed] ?? ''),
          after: value,
        },
      ],
    ])
    expect(await shown(entity, there.id)).toEqual(before)
    const count = await total(mine.admin, entity)
    expect(await apply(app, mine.admin, found.jobId)).toMatchObject({
      message: null,
      state: 'imported',
      imported: 1,
    })
    expect(await total(mine.admin, entity)).toBe(count)
    const after = await shown(entity, there.id)
    expect(String(after[changed])).toBe(value)
    expect(after.objectVersionNumber).toBeGreaterThan(before.objectVersionNumber)
    // The other fields stand as they stood, those that no sheet holds among them.
    for (const name of Object.keys(entity.fields))
      if (name !== changed && !entity.fields[name]!.readonly)
        expect([name, after[name]]).toEqual([name, before[name]])
    const { content } = await mine.admin.call(recordHistory, {
      entity: entity.variantOf?.entity ?? entity.name,
      recordId: String(there.id),
    })
    expect(content[0]).toMatchObject({
      action: 'edit',
      realName: expect.stringContaining('管理') as string,
      before: { [changed]: before[changed] ?? null },
      after: { [changed]: after[changed] },
    })
  })
})

describe('a sheet that updates', () => {
  const unitRows = (prefix: string, ...names: string[]) =>
    csv('编码,名称', ...names.map((name, at) => `${prefix}${at},${name}`))
  test('says what is new, what would change and what not, writes all of it or nothing, and only the columns that it has', async () => {
    const made = await mine.admin.call(callOf(unit, 'create'), {
      code: 'U0',
      name: '旧名',
      enName: 'old',
      description: '不在表内',
    })
    await mine.admin.call(callOf(unit, 'create'), { code: 'U1', name: '不变' })
    const file = unitRows('u', '新名', '不变', '新增')
    const found = await check(app, mine.admin, 'unit', file, update)
    expect(found).toMatchObject({
      mode: 'update',
      rows: 3,
      added: 1,
      changed: 1,
      unchanged: 1,
      faultCount: 0,
      changes: [{ row: 2, before: '旧名', after: '新名' }],
    })
    expect(await apply(app, mine.admin, found.jobId)).toMatchObject({
      state: 'imported',
      imported: 2,
    })
    expect(await shown(unit, made.id)).toMatchObject({
      code: 'U0',
      name: '新名',
      enName: 'old',
      description: '不在表内',
      objectVersionNumber: made.objectVersionNumber + 1,
    })
    const bad = await check(app, mine.admin, 'unit', csv('编码,名称', 'u0,再改', 'u1,'), update)
    expect(bad).toMatchObject({ changed: 1, faults: [{ row: 3, column: '名称', reason: '必填' }] })
    expect((await mine.admin.send(applyImport, { id: bad.jobId })).json()).toMatchObject({
      code: 'import.faulty',
    })
    expect(await shown(unit, made.id)).toMatchObject({ name: '新名' })
  })
  test('is not what an upload is by itself: a taken code is a fault', async () => {
    await mine.admin.call(callOf(unit, 'create'), { code: 'plain', name: '一' })
    expect(await check(app, mine.admin, 'unit', csv('编码,名称', 'plain,二'))).toMatchObject({
      mode: 'add',
      faults: [{ reason: '已被使用' }],
    })
    expect(
      (
        await send(
          app,
          mine.admin,
          'unit',
          'a.csv',
          csv('编码,名称', 'x,y'),
          'zh-CN',
          'replace' as 'add',
        )
      ).statusCode,
    ).toBe(422)
    expect(
      (await send(app, mine.admin, 'article', 'a.csv', csv('标题', 'y'), 'zh-CN', 'update')).json(),
    ).toMatchObject({ code: 'import.no_key' })
  })
  test('writes nothing when somebody changed a row since it was looked at, and shows it anew', async () => {
    const made = await mine.admin.call(callOf(unit, 'create'), { code: 'late', name: '原名' })
    const found = await check(
      app,
      mine.admin,
      'unit',
      csv('编码,名称', 'late,表内', 'latenew,新增'),
      update,
    )
    await mine.admin.call(callOf(unit, 'edit'), {
      id: made.id,
      objectVersionNumber: made.objectVersionNumber,
      code: 'late',
      name: '他人改',
    })
    const late = await apply(app, mine.admin, found.jobId)
    expect(late).toMatchObject({
      state: 'checked',
      imported: null,
      added: 1,
      changed: 1,
      changes: [{ before: '他人改', after: '表内' }],
      message: expect.stringContaining('被他人修改'),
    })
    expect(await shown(unit, made.id)).toMatchObject({ name: '他人改' })
    expect(await apply(app, mine.admin, found.jobId)).toMatchObject({
      state: 'imported',
      imported: 2,
    })
  })
  test('empties what is left blank in a column that is there, and refuses the second line of one row', async () => {
    const made = await mine.admin.call(callOf(unit, 'create'), {
      code: 'blank',
      name: '有描述',
      description: '旧',
    })
    const found = await check(
      app,
      mine.admin,
      'unit',
      csv('编码,描述', 'blank,', 'BLANK,第二行'),
      update,
    )
    expect(found).toMatchObject({ changed: 1, faults: [{ row: 3, reason: '与第 2 行重复' }] })
    await apply(app, mine.admin, found.jobId, true)
    expect(await shown(unit, made.id)).toMatchObject({ description: null })
  })
  test('asks for its code, and of new rows for all that a new row needs', async () => {
    expect(await check(app, mine.admin, 'unit', csv('名称', '无编码'), update)).toMatchObject({
      state: 'refused',
      message: '缺少必填列：编码',
    })
    expect(
      await check(app, mine.admin, 'unit', csv('编码,描述', 'nobody,x'), update),
    ).toMatchObject({ faults: [{ row: 2, reason: '必填' }] })
  })
})

test('a text that is called a workbook is refused with that as the reason', async () => {
  expect(
    (await send(app, mine.admin, 'unit', 'units.xlsx', csv('编码,名称', 'a,b'))).json(),
  ).toMatchObject({ code: 'import.not_a_workbook' })
})
