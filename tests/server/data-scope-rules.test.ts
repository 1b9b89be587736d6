import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { entities } from '#contract/domains.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { runRule, controlRun } from '#contract/automation/control-run.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { device } from '#contract/equipment/device.ts'
import { assignPermissions, resetPassword, viewAsRole } from '#contract/system/permission-calls.ts'
import { user as userEntity } from '#contract/system/user.ts'
import { role as roleEntity } from '#contract/system/role.ts'
import { callOf } from '#contract/entity-calls.ts'
import { area as areaEntity } from '#contract/farm/area.ts'
import { checkResources } from '#contract/account/menus.ts'
import { raiseRights } from '#server/db/rights.ts'
import { type Client, untyped } from '#server/demo/client.ts'
import { clientWith, newMember, unique } from './harness.ts'
import { editable, make, type Made } from './samples.ts'
import { app, elsewhere, limited, made, mine, stranger } from './data-scope-ground.ts'

test('bases of one’s organisation and of those below it, and what one made oneself', async () => {
  const post = (name: string, body: Record<string, unknown>) =>
    mine.admin.call<Made>(entities.find((one) => one.name === name)!.api.create!, body)
  const upper = await post('organization', { name: '华南片区' })
  const lower = await post('organization', { name: '番禺基地部', parentId: upper.id })
  const ours = await post('area', { areaName: '番禺基地', organizationId: lower.id })
  const manager = await limited({ dataScope: 'organization', organizationId: upper.id })
  const areas = async (client: typeof manager) =>
    (
      await client.call(callOf(areaEntity, 'list'), {
        organizationType: 'area',
        size: 0,
      })
    ).content.map(({ id }) => id)
  expect(await areas(manager)).toEqual([ours.id])
  // The base changes hands, and with it who sees it, from the next call on.
  await mine.admin.call(callOf(areaEntity, 'edit'), {
    id: ours.id,
    objectVersionNumber: ours.objectVersionNumber,
    areaName: '番禺基地',
    organizationId: null,
  })
  expect(await areas(manager)).toEqual([])

  const clerk = await limited({ dataScope: 'own' })
  const warehouse = await make(
    entities.find(({ name }) => name === 'warehouse')!,
    mine.admin,
  )
  const theirs = made.get('warehousing')!
  const list = async () =>
    (
      await clerk.call<Page<Made>>(entities.find(({ name }) => name === 'warehousing')!.api.list!, {
        size: '0',
      })
    ).content.map(({ id }) => id)
  expect([await list(), (await areas(clerk)).length > 1]).toEqual([[], true])
  const body = editable(
    entities.find(({ name }) => name === 'warehousing')!,
    theirs,
  ) as Record<string, unknown>
  const { id: _id, objectVersionNumber: _version, ...fresh } = body
  const own = await clerk.call<Made>(
    entities.find(({ name }) => name === 'warehousing')!.api.create!,
    { ...fresh, warehouseId: warehouse.id, toWarehouseId: undefined },
  )
  expect(await list()).toEqual([own.id])
})

test('nobody lets others see more than they see', async () => {
  const role = (client: typeof stranger, body: Record<string, unknown>) =>
    client.send(callOf(roleEntity, 'create'), {
      code: `s${Math.trunc(performance.now() * 1000)}`,
      name: '片区角色',
      ...body,
    })
  expect([
    (await role(stranger, {})).statusCode,
    (await role(stranger, { dataScope: 'own' })).statusCode,
  ]).toEqual([403, 403])
  expect(
    (await role(stranger, { dataScope: 'areas', scopeAreaIds: [made.get('area')!.id] })).statusCode,
  ).toBe(422)
  const narrow = await role(stranger, { dataScope: 'areas', scopeAreaIds: [elsewhere.id] })
  expect(narrow.statusCode).toBe(200)
  const wide = (await role(mine.admin as typeof stranger, { dataScope: 'all' })).json<Made>()
  const person = (roleIds: number[], more: Record<string, unknown> = {}) =>
    stranger.send(callOf(userEntity, 'create'), {
      loginName: `p${Math.trunc(performance.now() * 1000)}`,
      realName: '新人',
      roleIds,
      ...more,
    })
  expect((await person([wide.id])).statusCode).toBe(403)
  const colleague = await mine.admin.call(callOf(userEntity, 'create'), {
    loginName: `w${Math.trunc(performance.now() * 1000)}`,
    realName: '全看的人',
    roleIds: [wide.id],
  })
  expect((await stranger.send(resetPassword, { id: colleague.id })).json()).toMatchObject({
    code: 'grant.scope',
  })
  expect((await person([narrow.json<Made>().id], { dataScope: 'all' })).statusCode).toBe(403)
  expect((await person([narrow.json<Made>().id])).statusCode).toBe(200)
  const self = (
    await mine.admin.call(callOf(userEntity, 'list'), {
      loginName: stranger.loginName,
    })
  ).content[0]!
  const user = entities.find(({ name }) => name === 'user')!
  expect(
    (
      await stranger.send(
        callOf(userEntity, 'edit'),
        untyped({
          ...editable(user, self),
          loginName: undefined,
          phone: undefined,
          organizationId: undefined,
          dataScope: 'all',
          scopeAreaIds: undefined,
        }),
      )
    ).statusCode,
  ).toBeGreaterThanOrEqual(400)
})

describe('who looks as a role', () => {
  const areas = async (client: Client) =>
    (await client.call(callOf(areaEntity, 'list'), { organizationType: 'area', size: 0 })).content
      .map(({ id }) => id)
      .sort((a, b) => a - b)
  const rolesOf = async (who: { loginName: string }) =>
    (await mine.admin.call(callOf(userEntity, 'list'), { loginName: who.loginName })).content[0]!
      .roleIds as number[]
  const lookAs = async (who: Client, id: number) =>
    clientWith(app, (await who.call(viewAsRole, { id })).access_token, mine.id)
  const mayCall = async (client: Client, code: string) =>
    (await client.call(checkResources, [code]))[0]!.approve

  test('sees no base that they do not see themselves, be it their own role', async () => {
    const viewer = await limited({ dataScope: 'areas', areas: [elsewhere.id] })
    const [own] = await rolesOf(viewer)
    const looking = await lookAs(viewer, own!)
    expect(await areas(looking)).toEqual([elsewhere.id])
    // And what they see changes with what they see themselves, from the next call on.
    const other = made.get('area')!.id
    await app.db.write(mine.id, async (tx) => {
      await sql`update member set scope_area_ids = ${[other]}::bigint[]
        where account_id = ${viewer.accountId}`.execute(tx)
      await raiseRights(tx, mine.id)
    })
    expect(await areas(looking)).toEqual([other])
  })

  test('an unlimited one sees what the role sees', async () => {
    const narrow = await mine.admin.call(callOf(roleEntity, 'create'), {
      code: unique('s'),
      name: '一个基地',
      dataScope: 'areas',
      scopeAreaIds: [elsewhere.id],
    })
    await mine.admin.call(assignPermissions, {
      id: narrow.id,
      codes: [...areaEntity.permissions.list],
      objectVersionNumber: narrow.objectVersionNumber,
    })
    // Not the administrator: they made these bases, and what one makes one sees.
    const whole = await newMember(app, mine, [
      roleEntity.permissions.assign as string,
      ...areaEntity.permissions.list,
    ])
    expect(await areas(await lookAs(whole, narrow.id))).toEqual([elsewhere.id])
  })

  test('gains no code that the role is given meanwhile, and loses those that they lose', async () => {
    const [kept, given] = [roleEntity.permissions.assign as string, userEntity.permissions.list]
    const viewer = await newMember(app, mine, [kept])
    const [own] = await rolesOf(viewer)
    const role = await mine.admin.call(callOf(roleEntity, 'create'), {
      code: unique('s'),
      name: '会长大',
    })
    const assign = (codes: string[], objectVersionNumber: number) =>
      mine.admin.call(assignPermissions, { id: role.id, codes, objectVersionNumber })
    const { objectVersionNumber } = await assign([kept], role.objectVersionNumber)
    const looking = await lookAs(viewer, role.id)
    await assign([kept, given as string], objectVersionNumber)
    expect([await mayCall(looking, kept), await mayCall(looking, given as string)]).toEqual([
      true,
      false,
    ])
    await app.db.write(mine.id, async (tx) => {
      await sql`delete from role_permission where role_id = ${own}`.execute(tx)
      await raiseRights(tx, mine.id)
    })
    expect(await mayCall(looking, kept)).toBe(false)
  })
})

test('a rule moves no device that its author sees no longer', async () => {
  const area = await make(
    entities.find(({ name }) => name === 'area')!,
    mine.admin,
  )
  const author = await limited({ dataScope: 'areas', areas: [area.id] })
  const valve = await author.call(callOf(device, 'create'), {
    name: '阀',
    deviceType: 'electric_valve',
    eui: `v${Math.trunc(performance.now() * 1000)}`,
    areaId: area.id,
    reportMinutes: 5,
  })
  const outside = made.get('device')!
  const rule = (deviceId: number) => ({
    name: `规则${Math.trunc(performance.now() * 1000)}`,
    enabledFlag: 1,
    actions: [{ mode: 'serial', deviceId, channel: 'open', value: 1 }],
  })
  expect(
    (await author.send(callOf(controlRule, 'create'), untyped(rule(outside.id)))).statusCode,
  ).toBeGreaterThanOrEqual(400)
  const made2 = await author.call(callOf(controlRule, 'create'), untyped(rule(valve.id)))
  const run = () => mine.admin.call(runRule, { id: made2.id })
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set scope_area_ids = ${[elsewhere.id]}::bigint[]
      where account_id = ${author.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await run()).toMatchObject({ state: 'skipped', reason: 'author' })
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set scope_area_ids = ${[area.id]}::bigint[] where account_id = ${author.accountId}`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  expect((await run()).reason).not.toBe('author')
})

test('of rules one sees those that are all within what one sees, whoever wrote them', async () => {
  const base = entities.find(({ name }) => name === 'area')!
  const [area, other] = [await make(base, mine.admin), await make(base, mine.admin)]
  const valveIn = (areaId: number) =>
    mine.admin.call(callOf(device, 'create'), {
      name: '阀',
      deviceType: 'electric_valve',
      eui: `w${Math.trunc(performance.now() * 1000)}`,
      areaId,
      reportMinutes: 5,
    })
  const [inside, outside] = [await valveIn(area.id), await valveIn(other.id)]
  const group = await mine.admin.call(callOf(deviceGroup, 'create'), {
    name: '两处',
    deviceIds: [inside.id, outside.id],
  })
  const rule = async (actions: object[], more: object = {}) =>
    (
      await mine.admin.call(
        callOf(controlRule, 'create'),
        untyped({
          name: `规则${Math.trunc(performance.now() * 1000)}`,
          enabledFlag: 1,
          actions,
          ...more,
        }),
      )
    ).id
  const move = (deviceId: number) => ({ mode: 'serial', deviceId, channel: 'open', value: 1 })
  const within = await rule([move(inside.id)])
  await rule([move(inside.id), move(outside.id)])
  await rule([move(inside.id)], {
    conditions: [{ group: 1, deviceId: outside.id, metric: 'flow', operator: 'above', value: 1 }],
  })
  await rule([{ mode: 'serial', groupId: group.id, channel: 'open', value: 1 }])
  const member = await limited({ dataScope: 'areas', areas: [area.id] })
  const list = async (client: typeof member) =>
    (await client.call(callOf(controlRule, 'list'), { size: 0 })).content.map(({ id }) => id)
  expect(await list(member)).toEqual([within])
  await mine.admin.call(runRule, { id: within })
  expect(
    (await member.call(callOf(controlRun, 'list'), { size: 0 })).content.map(
      ({ ruleId }) => ruleId,
    ),
  ).toEqual([within])
})
