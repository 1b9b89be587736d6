import { describe, expect, test } from 'vitest'
import { costCode } from '#contract/inventory/cost.ts'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import { importColumns, importKeys } from '#contract/import-columns.ts'
import { product } from '#contract/inventory/product.ts'
import { unit } from '#contract/inventory/unit.ts'
import { columnTitle } from '#server/i18n/labels.ts'
import { oneFarm } from './ground.ts'
import { apply, check, csv, exportOf, send, total } from './import-files.ts'
import { newMember, newTenant } from './harness.ts'
import { make, sample, type Made } from './samples.ts'

const { app, mine } = await oneFarm()
const update = { name: 'rows.csv', mode: 'update' } as const
const title = (entity: Entity, name: string) => columnTitle(entity, name, 'zh-CN')
const shown = (entity: Entity, id: number, client = mine.admin) =>
  client.call<Made>(entity.api.show!.replace('{id}', String(id)) as `GET /${string}`)
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
      expect(
        (await mine.admin.send(`POST /iam/v1/{tenant}/imports/${found.jobId}/apply`, {})).json(),
      ).toMatchObject({ code: 'import.nothing' })
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
    const { content } = await mine.admin.call<{
      content: { action: string; before: object; after: object; realName: string }[]
    }>(`GET /iam/v1/{tenant}/audit/${entity.variantOf?.entity ?? entity.name}/${there.id}`)
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
    const made = await mine.admin.call<Made>(unit.api.create, {
      code: 'U0',
      name: '旧名',
      enName: 'old',
      description: '不在表内',
    })
    await mine.admin.call<Made>(unit.api.create, { code: 'U1', name: '不变' })
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
    expect(
      (await mine.admin.send(`POST /iam/v1/{tenant}/imports/${bad.jobId}/apply`, {})).json(),
    ).toMatchObject({ code: 'import.faulty' })
    expect(await shown(unit, made.id)).toMatchObject({ name: '新名' })
  })
  test('is not what an upload is by itself: a taken code is a fault', async () => {
    await mine.admin.call(unit.api.create, { code: 'plain', name: '一' })
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
    const made = await mine.admin.call<Made>(unit.api.create, { code: 'late', name: '原名' })
    const found = await check(
      app,
      mine.admin,
      'unit',
      csv('编码,名称', 'late,表内', 'latenew,新增'),
      update,
    )
    await mine.admin.call(unit.api.edit, {
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
    const made = await mine.admin.call<Made>(unit.api.create, {
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
  test('follows the rules of an edit: what is fixed, what stock forbids, what two rows may not share', async () => {
    const device = await mine.admin.call<Made>(
      'POST /wfpe/v1/{tenant}/device',
      await sample(
        entities.find(({ name }) => name === 'device')!,
        mine.admin,
      ),
    )
    const entity = entities.find(({ name }) => name === 'device')!
    const found = await check(
      app,
      mine.admin,
      'device',
      csv(
        `${title(entity, 'eui')},${title(entity, 'deviceType')}`,
        `${device.eui as string},soil_moisture`,
      ),
      update,
    )
    expect(found.faults).toMatchObject([{ row: 2, reason: expect.any(String) }])
    await mine.admin.call(unit.api.create, { code: 'mineA', name: 'a' })
    const partner = entities.find(({ name }) => name === 'partner')!
    const [one, two] = [await make(partner, mine.admin), await make(partner, mine.admin)]
    expect(
      await check(
        app,
        mine.admin,
        'partner',
        csv(
          `${title(partner, 'code')},${title(partner, 'name')}`,
          `${two.code as string},${one.name as string}`,
        ),
        update,
      ),
    ).toMatchObject({ faults: [{ reason: '已被使用' }] })
  })
  test('is for who may edit as well, within what they may see, and costs for who is told them', async () => {
    const made = await make(product, mine.admin)
    await mine.admin.call(product.api.edit, {
      id: made.id,
      objectVersionNumber: made.objectVersionNumber,
      name: made.name,
      code: made.code,
      type: made.type,
      unitId: made.unitId,
      costPrice: 5,
    })
    const maker = await newMember(app, mine, [
      'wfpf.inventory.base.product',
      'wfpf.inventory.base.product.ps.create',
    ])
    const file = csv(
      `${title(product, 'code')},${title(product, 'name')}`,
      `${made.code as string},改名`,
    )
    expect(
      (await send(app, maker, 'product', 'a.csv', file, 'zh-CN', 'update')).json(),
    ).toMatchObject({ missing: ['wfpf.inventory.base.product.ps.edit'] })
    const editor = await newMember(app, mine, [
      'wfpf.inventory.base.product',
      'wfpf.inventory.base.product.ps.create',
      'wfpf.inventory.base.product.ps.edit',
    ])
    const found = await check(
      app,
      editor,
      'product',
      csv(
        `${title(product, 'code')},${title(product, 'name')},${title(product, 'costPrice')}`,
        `${made.code as string},改名,7`,
      ),
      update,
    )
    expect([found.message, found.faults]).toEqual([null, []])
    expect(found).toMatchObject({
      ignored: [title(product, 'costPrice')],
      changed: 1,
      changes: [{ column: title(product, 'name') }],
    })
    await apply(app, editor, found.jobId)
    expect(await shown(product, made.id)).toMatchObject({ name: '改名', costPrice: 5 })
    const told = await newMember(app, mine, [
      'wfpf.inventory.base.product',
      'wfpf.inventory.base.product.ps.create',
      'wfpf.inventory.base.product.ps.edit',
      costCode,
    ])
    expect(
      await check(
        app,
        told,
        'product',
        csv(`${title(product, 'code')},${title(product, 'costPrice')}`, `${made.code as string},7`),
        update,
      ),
    ).toMatchObject({ ignored: [], changes: [{ before: '5', after: '7' }] })
    // Another tenant's row of the same code is nobody's here.
    const theirs = await newTenant(app)
    await theirs.admin.call(unit.api.create, { code: 'u0', name: '别人的' })
    expect(
      await check(app, theirs.admin, 'unit', csv('编码,名称', 'plain,x'), update),
    ).toMatchObject({ added: 1, changed: 0 })
  })
  test('finds rows whose other records share a name by their codes', async () => {
    const area = entities.find(({ name }) => name === 'area')!
    const land = entities.find(({ name }) => name === 'land')!
    const bases: Made[] = []
    for (const areaCode of ['same1', 'same2'])
      bases.push(await mine.admin.call<Made>(area.api.create!, { areaName: '同名', areaCode }))
    const plot = await mine.admin.call<Made>(land.api.create!, {
      ...(await sample(land, mine.admin)),
      areaId: bases[1]!.id,
      landCode: 'plot-same',
    })
    const file = await exportOf(app, mine.admin, land, {
      format: 'csv',
      query: { ids: String(plot.id) },
    })
    expect(file.toString()).toContain('same2')
    expect(await check(app, mine.admin, 'land', file, update)).toMatchObject({
      faults: [],
      unchanged: 1,
    })
    // A name that says too little means the base that the plot lies in.
    expect(
      await check(
        app,
        mine.admin,
        'land',
        csv(`${title(land, 'landCode')},${title(land, 'areaId')}`, 'plot-same,同名'),
        update,
      ),
    ).toMatchObject({ faults: [], unchanged: 1 })
  })
  test('finds plots without a code by their name and base, and says where that is too little', async () => {
    const land = entities.find(({ name }) => name === 'land')!
    const plot = await mine.admin.call<Made>(land.api.create!, {
      ...(await sample(land, mine.admin)),
      landName: '无码',
    })
    const name = String(
      (
        await shown(
          entities.find((one) => one.name === 'area')!,
          Number(plot.areaId),
        )
      ).areaName,
    )
    const file = csv(
      `${title(land, 'landName')},${title(land, 'areaId')},${title(land, 'description')}`,
      `无码,${name},说明`,
    )
    expect(await check(app, mine.admin, 'land', file, update)).toMatchObject({
      faults: [],
      added: 0,
      changed: 1,
    })
    await mine.admin.call<Made>(land.api.create!, {
      ...(await sample(land, mine.admin)),
      landName: '无码',
      areaId: plot.areaId,
    })
    expect(await check(app, mine.admin, 'land', file, update)).toMatchObject({
      faults: [{ row: 2, reason: expect.stringContaining('没有编码') as string }],
    })
  })
  test(
    'of 1,500 rows is checked and written without keeping anybody waiting for long',
    { timeout: 120_000 },
    async () => {
      const tenant = await newTenant(app)
      const rows = (name: string) =>
        csv('编码,名称', ...Array.from({ length: 1500 }, (_, at) => `many${at},${name}${at}`))
      const first = await check(app, tenant.admin, 'unit', rows('甲'), update)
      await apply(app, tenant.admin, first.jobId)
      const began = performance.now()
      const found = await check(app, tenant.admin, 'unit', rows('乙'), update)
      expect(found).toMatchObject({ added: 0, changed: 1500 })
      expect(await apply(app, tenant.admin, found.jobId)).toMatchObject({ imported: 1500 })
      const seconds = (performance.now() - began) / 1000
      console.info(`1,500 changed: ${seconds.toFixed(1)} s`)
      expect(seconds).toBeLessThan(30)
    },
  )
})

test('a text that is called a workbook is refused with that as the reason', async () => {
  expect(
    (await send(app, mine.admin, 'unit', 'units.xlsx', csv('编码,名称', 'a,b'))).json(),
  ).toMatchObject({ code: 'import.not_a_workbook' })
})
