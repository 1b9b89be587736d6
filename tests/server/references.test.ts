import { expect, test } from 'vitest'
import { alarmRule } from '#contract/equipment/alarm-rule.ts'
import { controlRule } from '#contract/equipment/control-rule.ts'
import { deviceGroup } from '#contract/equipment/device-group.ts'
import type { Uses } from '#contract/equipment/uses.ts'
import { device } from '#contract/equipment/device.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import type { Made } from './samples.ts'

const { app, mine, theirs } = await twoFarms()

const newGroup = (deviceIds: number[]) => mine.admin.call<Made>(deviceGroup.api.create, { name: unique('分组'), deviceIds })
const newRule = (more: Record<string, unknown>) => mine.admin.call<Made>(controlRule.api.create, { name: unique('规则'), enabledFlag: 1, triggers: [{ kind: 'timer', cron: '0 6 * * *' }], ...more })
const step = (more: Record<string, unknown>) => ({ mode: 'serial', channel: 'open', value: 1, ...more })
const shown = (entity: { api: Readonly<Record<string, string>> }, id: number) => mine.admin.call<Made & { state: string; nextRunAt?: string | null }>(entity.api.show!.replace('{id}', String(id)))
const usesOf = (kind: string, id: number, who = mine.admin) => who.call<Uses>('GET /wfpe/v1/{tenant}/device/uses', { kind, ids: String(id) })

test('what names a deleted device is told before, is marked after, does nothing, and goes on when it is back', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const other = await newDevice(mine.admin, 'electric_valve', { areaId: valve.areaId })
  const sensor = await newDevice(mine.admin, 'gateway_weather', { areaId: valve.areaId })
  const group = await newGroup([valve.id, other.id])
  const acts = await newRule({ actions: [step({ deviceId: valve.id })] })
  const looks = await newRule({ conditions: [{ group: 1, deviceId: valve.id, metric: 'flow', operator: 'above', value: 1 }], actions: [step({ deviceId: other.id })] })
  const isSetOff = await newRule({ triggers: [{ kind: 'device', deviceId: valve.id, metric: 'flow', operator: 'above', value: 1 }], actions: [step({ deviceId: other.id })] })
  const apart = await newRule({ actions: [step({ deviceId: other.id })] })
  const alarm = await mine.admin.call<Made>(alarmRule.api.create, { name: unique('告警'), level: 1, deviceType: 'electric_valve', trigger: 'offline', silentMinutes: 5, deviceIds: [valve.id], enabledFlag: 1 })
  const { uses, hidden } = await usesOf('device', valve.id)
  expect([uses.map(({ what, id }) => [what, id]).sort(), hidden]).toEqual([[['alarmRule', alarm.id], ['controlRule', acts.id], ['controlRule', isSetOff.id], ['controlRule', looks.id], ['deviceGroup', group.id]].sort(), 0])
  expect(await usesOf('device', sensor.id)).toEqual({ uses: [], hidden: 0 })
  // Whoever may not see the rules is told how many there are; of another tenant's device nobody learns anything.
  const worker = await newMember(app, mine, [device.permissions.list, device.permissions.delete])
  expect(await usesOf('device', valve.id, worker)).toEqual({ uses: [], hidden: 5 })
  expect(await usesOf('device', valve.id, theirs.admin)).toEqual({ uses: [], hidden: 0 })

  const states = async () => [...await Promise.all([acts, looks, isSetOff, apart].map(async ({ id }) => (await shown(controlRule, id)).state)), (await shown(alarmRule, alarm.id)).state, (await shown(deviceGroup, group.id)).state]
  expect(await states()).toEqual(['active', 'active', 'active', 'active', 'active', 'active'])
  await worker.call(`DELETE /wfpe/v1/{tenant}/device/${valve.id}`)
  expect(await states()).toEqual(['broken', 'broken', 'broken', 'active', 'broken', 'broken'])
  expect(await mine.admin.call(`POST /wfpe/v1/{tenant}/control-rule/${looks.id}/run`)).toMatchObject({ state: 'skipped', reason: 'broken' })
  expect((await shown(controlRule, acts.id)).nextRunAt).toBeNull()
  await mine.admin.call(`POST /iam/v1/{tenant}/recycle/device/${valve.id}/restore`)
  expect(await states()).toEqual(['active', 'active', 'active', 'active', 'active', 'active'])
})

test('a deleted group marks the rules that act on it, and a changed rule is whole again', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const group = await newGroup([valve.id])
  const rule = await newRule({ actions: [step({ groupId: group.id })] })
  expect((await usesOf('deviceGroup', group.id)).uses).toEqual([{ what: 'controlRule', id: rule.id, name: rule.name }])
  await mine.admin.call(`DELETE /wfpe/v1/{tenant}/device-group/${group.id}`)
  const now = await shown(controlRule, rule.id)
  expect(now.state).toBe('broken')
  await mine.admin.call(controlRule.api.edit, { id: rule.id, objectVersionNumber: now.objectVersionNumber, name: rule.name, enabledFlag: 1, triggers: [], conditions: [], actions: [step({ deviceId: valve.id })] })
  expect((await shown(controlRule, rule.id)).state).toBe('active')
})
