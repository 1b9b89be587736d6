import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approvalProcess } from '#contract/approval/process.ts'
import type { Entity } from '#contract/entity.ts'
import { alarmContact } from '#contract/alarm/alarm-contact.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { usesOf as usesOfCall } from '#contract/platform/uses.ts'
import { device } from '#contract/equipment/device.ts'
import { area } from '#contract/farm/area.ts'
import { partner } from '#contract/inventory/partner.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { organization } from '#contract/system/organization.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { runRule } from '#contract/automation/control-run.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped, type Sent } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make, type Made } from './samples.ts'

const { app, mine, theirs } = await twoFarms()

const newGroup = (deviceIds: number[]) =>
  mine.admin.call(callOf(deviceGroup, 'create'), { name: unique('分组'), deviceIds })
const newRule = (more: Record<string, unknown>) =>
  mine.admin.call(
    callOf(controlRule, 'create'),
    untyped({
      name: unique('规则'),
      enabledFlag: 1,
      triggers: [{ kind: 'timer', cron: '0 6 * * *' }],
      ...more,
    }),
  )
const step = (more: Record<string, unknown>) => ({
  mode: 'serial',
  channel: 'open',
  value: 1,
  ...more,
})
const shown = (entity: { api: Readonly<Record<string, string>> }, id: number) =>
  mine.admin.call<Made & { state: string; nextRunAt?: string | null }>(
    entity.api.show!.replace('{id}', String(id)),
  )
const usesOf = (kind: Sent<typeof usesOfCall.input>['kind'], id: number, who = mine.admin) =>
  who.call(usesOfCall, { kind, ids: String(id) })

test('what names a deleted device is told before, is marked after, does nothing, and goes on when it is back', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const other = await newDevice(mine.admin, 'electric_valve', { areaId: valve.areaId })
  const sensor = await newDevice(mine.admin, 'gateway_weather', { areaId: valve.areaId })
  const group = await newGroup([valve.id, other.id])
  const acts = await newRule({ actions: [step({ deviceId: valve.id })] })
  const looks = await newRule({
    conditions: [{ group: 1, deviceId: valve.id, metric: 'flow', operator: 'above', value: 1 }],
    actions: [step({ deviceId: other.id })],
  })
  const isSetOff = await newRule({
    triggers: [{ kind: 'device', deviceId: valve.id, metric: 'flow', operator: 'above', value: 1 }],
    actions: [step({ deviceId: other.id })],
  })
  const apart = await newRule({ actions: [step({ deviceId: other.id })] })
  const alarm = await mine.admin.call(callOf(alarmRule, 'create'), {
    name: unique('告警'),
    level: 1,
    deviceType: 'electric_valve',
    trigger: 'offline',
    silentMinutes: 5,
    deviceIds: [valve.id],
    enabledFlag: 1,
  })
  const { uses, hidden } = await usesOf('device', valve.id)
  expect([uses.map(({ what, id }) => [what, id]).sort(), hidden]).toEqual([
    [
      ['alarmRule', alarm.id],
      ['controlRule', acts.id],
      ['controlRule', isSetOff.id],
      ['controlRule', looks.id],
      ['deviceGroup', group.id],
    ].sort(),
    0,
  ])
  expect(await usesOf('device', sensor.id)).toEqual({ uses: [], hidden: 0 })
  // Whoever may not see the rules is told how many there are; of another tenant's device nobody
  // learns anything.
  const worker = await newMember(app, mine, [device.permissions.list, device.permissions.delete])
  expect(await usesOf('device', valve.id, worker)).toEqual({ uses: [], hidden: 5 })
  expect(await usesOf('device', valve.id, theirs.admin)).toEqual({ uses: [], hidden: 0 })

  const states = async () => [
    ...(await Promise.all(
      [acts, looks, isSetOff, apart].map(async ({ id }) => (await shown(controlRule, id)).state),
    )),
    (await shown(alarmRule, alarm.id)).state,
    (await shown(deviceGroup, group.id)).state,
  ]
  expect(await states()).toEqual(['active', 'active', 'active', 'active', 'active', 'active'])
  await worker.call(callOf(device, 'delete'), { id: valve.id })
  expect(await states()).toEqual(['broken', 'broken', 'broken', 'active', 'broken', 'broken'])
  expect(await mine.admin.call(runRule, { id: looks.id })).toMatchObject({
    state: 'skipped',
    reason: 'broken',
  })
  expect((await shown(controlRule, acts.id)).nextRunAt).toBeNull()
  await mine.admin.call(restoreRecord, { entity: 'device', recordId: valve.id })
  expect(await states()).toEqual(['active', 'active', 'active', 'active', 'active', 'active'])
})

test('a deleted group marks the rules that act on it, and a changed rule is whole again', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const group = await newGroup([valve.id])
  const rule = await newRule({ actions: [step({ groupId: group.id })] })
  expect((await usesOf('deviceGroup', group.id)).uses).toEqual([
    { what: 'controlRule', id: rule.id, name: rule.name },
  ])
  await mine.admin.call(callOf(deviceGroup, 'delete'), { id: group.id })
  const now = await shown(controlRule, rule.id)
  expect(now.state).toBe('broken')
  await mine.admin.call(
    callOf(controlRule, 'edit'),
    untyped({
      id: rule.id,
      objectVersionNumber: now.objectVersionNumber,
      name: rule.name,
      enabledFlag: 1,
      triggers: [],
      conditions: [],
      actions: [step({ deviceId: valve.id })],
    }),
  )
  expect((await shown(controlRule, rule.id)).state).toBe('active')
})

const flowNode = (more: Record<string, unknown>) => ({
  key: 'a',
  kind: 'approver',
  name: '审核',
  mode: 'any',
  ...more,
})
const newFlow = (node: Record<string, unknown>, more: readonly Record<string, unknown>[] = []) =>
  mine.admin.call(
    callOf(approvalProcess, 'create'),
    untyped({
      name: unique('流程'),
      formCode: 'shipment',
      nodes: [...more, flowNode(node)],
    }),
  )
const stateOfFlow = async (id: number) =>
  (await mine.admin.call(callOf(approvalProcess, 'show'), { id })).referenceState
const remove = (entity: Entity, row: Made) =>
  mine.admin.call(
    entity.api.delete!.replace('{id}', String(row.id)),
    entity.api.delete!.includes('{id}')
      ? undefined
      : { id: row.id, objectVersionNumber: row.objectVersionNumber },
  )

test('a deleted base marks the contacts that are told of it', async () => {
  const [gone, stays] = [await make(area, mine.admin), await make(area, mine.admin)]
  const members = await mine.admin.call(callOf(user, 'list'), { size: 0 })
  const contact = await mine.admin.call(callOf(alarmContact, 'create'), {
    name: unique('值班'),
    userId: members.content[0]!.id,
    channel: 'bell',
    minLevel: 1,
    stage: 1,
    areaIds: [gone.id, stays.id],
    enabledFlag: 1,
  })
  expect((await usesOf('area', gone.id)).uses).toEqual([
    { what: 'alarmContact', id: contact.id, name: contact.name },
  ])
  expect((await shown(alarmContact, contact.id)).state).toBe('active')
  await remove(area, gone)
  const now = await shown(alarmContact, contact.id)
  expect(now.state).toBe('broken')
  await mine.admin.call(callOf(alarmContact, 'edit'), {
    id: contact.id,
    objectVersionNumber: now.objectVersionNumber,
    name: contact.name,
    userId: members.content[0]!.id,
    channel: 'bell',
    minLevel: 1,
    stage: 1,
    areaIds: [stays.id],
    enabledFlag: 1,
  })
  expect((await shown(alarmContact, contact.id)).state).toBe('active')
})

test.each([
  ['role', role, (id: number) => newFlow({ source: 'role', roleId: id })],
  ['organization', organization, (id: number) => newFlow({ source: 'leader', organizationId: id })],
  [
    'warehouse',
    warehouse,
    (id: number) =>
      newFlow({ source: 'submitterLeader', parent: 'b' }, [
        { key: 'c', kind: 'condition' },
        {
          key: 'b',
          kind: 'branch',
          parent: 'c',
          conditions: [{ fact: 'warehouseId', operator: 'is', values: [String(id)] }],
        },
        { key: 'd', kind: 'branch', parent: 'c' },
      ]),
  ],
  [
    'partner',
    partner,
    (id: number) =>
      newFlow({ source: 'submitterLeader', parent: 'b' }, [
        { key: 'c', kind: 'condition' },
        {
          key: 'b',
          kind: 'branch',
          parent: 'c',
          conditions: [{ fact: 'partnerId', operator: 'isNot', values: [String(id)] }],
        },
        { key: 'd', kind: 'branch', parent: 'c' },
      ]),
  ],
] as const)('a deleted %s marks the flows that name it', async (kind, entity, flowOf) => {
  const gone = await make(entity, mine.admin)
  const flow = await flowOf(gone.id)
  const other = await newFlow({ source: 'submitterLeader' })
  expect((await usesOf(kind, gone.id)).uses).toEqual([
    { what: 'approvalProcess', id: flow.id, name: flow.name },
  ])
  expect(await usesOf(kind, gone.id, theirs.admin)).toEqual({ uses: [], hidden: 0 })
  await remove(entity, gone)
  expect([await stateOfFlow(flow.id), await stateOfFlow(other.id)]).toEqual(['broken', 'active'])
})

test('a person who is deleted leaves no contact, marks flows, and stops the rules that they saved', async () => {
  const gone = await make(user, mine.admin)
  const flow = await newFlow({ source: 'users', userIds: [gone.id] })
  const contact = await mine.admin.call(callOf(alarmContact, 'create'), {
    name: unique('值班'),
    userId: gone.id,
    channel: 'bell',
    minLevel: 1,
    stage: 1,
    enabledFlag: 1,
  })
  const valve = await newDevice(mine.admin, 'electric_valve')
  const rule = await newRule({ actions: [step({ deviceId: valve.id })] })
  await app.db.write(mine.id, (tx) =>
    sql`update control_rule set last_updated_by = (select account_id from member
      where id = ${gone.id}) where id = ${rule.id}`.execute(tx),
  )
  expect((await usesOf('user', gone.id)).uses.map(({ what, id }) => [what, id])).toEqual([
    ['alarmContact', contact.id],
    ['approvalProcess', flow.id],
    ['controlRule', rule.id],
  ])
  await remove(user, gone)
  expect((await mine.admin.send(callOf(alarmContact, 'show'), { id: contact.id })).statusCode).toBe(
    404,
  )
  expect(await stateOfFlow(flow.id)).toBe('broken')
  expect((await shown(controlRule, rule.id)).state).toBe('orphaned')
  expect(await mine.admin.call(runRule, { id: rule.id })).toMatchObject({
    state: 'skipped',
    reason: 'author',
  })
})
