import { land } from '#contract/farm/land.ts'
import { area } from '#contract/farm/area.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guideState } from '#contract/guide/guide-calls.ts'
import {
  starterCodes,
  starterParts,
  starterSet,
  addStarterSet,
} from '#contract/guide/starter-calls.ts'
import { homeWaiting } from '#contract/home/home-calls.ts'
import { rolePermissions, defaultArea } from '#contract/system/permission-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import type { Entity } from '#contract/entity.ts'
import { crop } from '#contract/farm/crop.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { unit } from '#contract/inventory/unit.ts'
import { role } from '#contract/system/role.ts'
import { starterRoles } from '#server/modules/guide/engine/starter-roles.ts'
import { untyped } from '#server/demo/client.ts'
import { newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.end())
const rowsOf = async ({ admin }: Tenant, entity: Entity): Promise<Record<string, unknown>[]> =>
  (await admin.call(callOf(entity, 'list'), { size: 0 })).content
const all = [...starterParts]
const stepsOf = async (admin: Tenant['admin']) =>
  Object.fromEntries(
    (await admin.call(guideState)).map((step) => [step.code, [step.isDone, step.count]]),
  )

test('the starter set is made once, however often it is asked for, in either language', async () => {
  const tenant = await newTenant(app)
  const { admin } = tenant
  const before = await admin.call(starterSet, {
    language: 'zh-CN',
  })
  expect(before.map(({ part, items }) => [part, items.length])).toEqual([
    ['roles', 5],
    ['units', 23],
    ['taskTypes', 20],
    ['crops', 63],
  ])
  expect(before.flatMap(({ items }) => items).some(({ isThere }) => isThere)).toBe(false)
  // Two at once.
  const [one, two] = await Promise.all(
    [1, 2].map(() => admin.call(addStarterSet, { language: 'zh-CN', parts: all })),
  )
  expect([one!, two!].map((part) => part.reduce((sum, { made }) => sum + made, 0)).sort()).toEqual(
    [0, 111].sort(),
  )
  const again = await admin.call(addStarterSet, { language: 'en-US', parts: all })
  expect(again.map(({ made }) => made)).toEqual([0, 0, 0, 0])
  expect(again.map(({ skipped }) => skipped)).toEqual([5, 23, 20, 63])
  const crops = await rowsOf(tenant, crop)
  expect(crops).toHaveLength(63)
  const rice = crops.find(({ code }) => code === 'RICE')!
  expect(rice).toMatchObject({ name: '水稻', category: 'grain', baseTemperature: 10 })
  expect(await admin.call(callOf(crop, 'show'), { id: rice.id as number })).toMatchObject({
    stages: expect.arrayContaining([{ name: '分蘖期', days: 35 }]),
  })
  const types = await rowsOf(tenant, taskType)
  expect(types.find(({ code }) => code === 'SPRAY')).toMatchObject({
    checklist: expect.arrayContaining([{ item: '洗净药桶和喷头，空瓶带回', requiredFlag: 1 }]),
    ownFields: expect.arrayContaining([
      { name: '风速', kind: 'number', unit: 'm/s', requiredFlag: 1 },
    ]),
  })
  expect(await rowsOf(tenant, unit)).toContainEqual(
    expect.objectContaining({ code: 'kg', name: '千克', enName: 'kilogram' }),
  )
  const roles = await rowsOf(tenant, role)
  for (const [code, codes] of Object.entries(starterRoles)) {
    const { id } = roles.find((role) => role.code === code) as { id: number }
    const given = await admin.call(rolePermissions, { id })
    expect([code, given.codes]).toEqual([code, [...new Set(codes)].sort()])
  }
})

test('what the tenant has already, by code or by name, stays as it is', async () => {
  const tenant = await newTenant(app)
  const { admin } = tenant
  await admin.call(callOf(crop, 'create'), {
    name: '我的番茄',
    code: 'tomato',
    category: 'melon',
  })
  await admin.call(callOf(crop, 'create'), { name: 'RICE', code: 'r1', category: 'grain' })
  const [crops] = await admin
    .call(starterSet, { language: 'en-US' })
    .then((parts) => parts.slice(-1))
  expect(crops!.items.filter(({ isThere }) => isThere).map(({ code }) => code)).toEqual([
    'RICE',
    'TOMATO',
  ])
  expect(await admin.call(addStarterSet, { language: 'en-US', parts: ['crops'] })).toEqual([
    { part: 'crops', made: 61, skipped: 2 },
  ])
  const kept = await rowsOf(tenant, crop)
  expect(kept.find(({ code }) => code === 'tomato')).toMatchObject({ name: '我的番茄' })
  expect(await rowsOf(tenant, unit)).toEqual([])
})

test('each part takes its own right, and a role gets nothing that its giver lacks', async () => {
  const tenant = await newTenant(app)
  const storekeeper = await newMember(app, tenant, starterCodes.units)
  const seen = await storekeeper.call(starterSet, { language: 'zh-CN' })
  expect(seen.map(({ part }) => part)).toEqual(['units'])
  const refused = await storekeeper.send(addStarterSet, {
    language: 'zh-CN',
    parts: ['units', 'crops'],
  })
  expect([refused.statusCode, refused.json().missing]).toEqual([403, starterCodes.crops])
  expect(await rowsOf(tenant, unit)).toEqual([])

  const giver = await newMember(app, tenant, [...starterCodes.roles, 'wfpf.farm.land'])
  await giver.call(addStarterSet, { language: 'zh-CN', parts: ['roles'] })
  const roles = await rowsOf(tenant, role)
  for (const code of Object.keys(starterRoles)) {
    const { id } = roles.find((role) => role.code === code) as { id: number }
    const { codes } = await tenant.admin.call(rolePermissions, { id })
    expect(codes.filter((one) => one !== 'wfpf.farm.land')).toEqual([])
  }
})

test('steps are ticked by what is there, for who may take them', async () => {
  const tenant = await newTenant(app)
  const { admin } = tenant
  expect(await stepsOf(admin)).toEqual({
    starter: [false, 0],
    base: [false, 0],
    plot: [false, 0],
    people: [false, 0],
    device: [false, 0],
    input: [false, 0],
    task: [false, 0],
  })
  const guideOf = async (client = admin) => (await client.call(homeWaiting)).guide
  expect(await guideOf()).toEqual({ done: 0, of: 7, next: 'starter' })
  await admin.call(addStarterSet, { language: 'zh-CN', parts: all })
  const base = await admin.call(callOf(area, 'create'), { areaName: '河湾基地' })
  // There, and not on the map yet.
  expect((await stepsOf(admin)).base).toEqual([false, 1])
  await admin.call(callOf(area, 'edit'), {
    id: base.id,
    objectVersionNumber: base.objectVersionNumber,
    areaName: '河湾基地',
    latlng: '22.96,113.34',
  })
  await admin.call(callOf(land, 'create'), { landName: '一号地', areaId: base.id })
  const worker = await newMember(app, tenant, ['wfpf.farm.land'])
  expect(await stepsOf(admin)).toMatchObject({
    starter: [true, 6],
    base: [true, 1],
    plot: [true, 1],
    people: [true, 1],
    device: [false, 0],
  })
  expect(await guideOf()).toEqual({ done: 4, of: 7, next: 'device' })
  expect(await stepsOf(worker)).toEqual({})
  expect(await guideOf(worker)).toBeNull()
})

test('a base is taken in the words of the specification’s clients', async () => {
  const { admin } = await newTenant(app)
  const body = {
    areaName: '北湖基地',
    areaNum: 'BH_1',
    organizationType: 'area',
    parentId: 0,
    areaUsage: 'plant' as const,
    defaultFlag: 1 as const,
  }
  const first = await admin.call(callOf(area, 'create'), body)
  expect(first).toMatchObject({
    areaCode: 'BH_1',
    areaUsage: 'plant',
    organizationType: 'area',
    defaultFlag: 1,
  })
  // A later one that asks for it becomes the default in its place.
  const second = await admin.call(
    callOf(area, 'create'),
    untyped({
      ...body,
      areaName: '南湖基地',
      areaNum: 'NH_1',
    }),
  )
  expect(await admin.call(defaultArea)).toMatchObject({ id: second.id })
  for (const wrong of [{ parentId: 7 }, { organizationType: 'shop' }, { areaUsage: 'moon' }])
    expect(
      (
        await admin.send(
          callOf(area, 'create'),
          untyped({
            ...body,
            areaNum: undefined,
            ...wrong,
          }),
        )
      ).statusCode,
    ).toBe(400)
})

test('whoever may make bases and not choose the default does not take its place', async () => {
  const tenant = await newTenant(app)
  const maker = await newMember(app, tenant, [
    'wfpf.company.system.basemanage',
    'wfpf.company.system.basemanage.ps.create',
  ])
  expect(
    await maker.call(callOf(area, 'create'), { areaName: '甲', defaultFlag: 1 }),
  ).toMatchObject({ defaultFlag: 1 })
  const refused = await maker.send(callOf(area, 'create'), {
    areaName: '乙',
    defaultFlag: 1,
  })
  expect([refused.statusCode, refused.json().missing]).toEqual([
    403,
    ['wfpf.company.system.basemanage.ps.setDefault'],
  ])
  expect(
    await maker.call(callOf(area, 'create'), { areaName: '乙', defaultFlag: 0 }),
  ).toMatchObject({ defaultFlag: 0 })
})
