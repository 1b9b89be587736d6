import { describe, expect, test } from 'vitest'
import { costCode } from '#contract/inventory/cost.ts'
import { entities } from '#contract/domains.ts'
import { product } from '#contract/inventory/product.ts'
import { unit } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { untyped } from '#server/demo/client.ts'
import { apply, check, csv, exportOf, send } from './import-files.ts'
import { newMember, newTenant } from './harness.ts'
import { make, sample, type Made } from './samples.ts'
import { app, mine, shown, title, update } from './import-update-ground.ts'

describe('a sheet that updates', () => {
  test('follows the rules of an edit: what is fixed, what stock forbids, what two rows may not share', async () => {
    const device = await mine.admin.call(
      callOf(deviceEntity, 'create'),
      untyped(
        await sample(
          entities.find(({ name }) => name === 'device')!,
          mine.admin,
        ),
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
    await mine.admin.call(callOf(unit, 'create'), { code: 'mineA', name: 'a' })
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
    await mine.admin.call(callOf(product, 'edit'), {
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
    await theirs.admin.call(callOf(unit, 'create'), { code: 'u0', name: '别人的' })
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
