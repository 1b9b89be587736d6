import { expect, test } from 'vitest'
import { deviceTypes } from '#contract/devices/index.ts'
import type { CollectionItem } from '#contract/equipment/collection-calls.ts'
import type { DeviceName } from '#contract/equipment/device-calls.ts'
import type { SwitchRow } from '#contract/equipment/switch.ts'
import type { Page } from '#contract/call.ts'
import type { Client } from '#server/demo/client.ts'
import { connect, newDevice, report, twoFarms } from './devices.ts'
import { newMember } from './harness.ts'

const { app, mine, theirs } = await twoFarms()

const base = '/wfpe/v1/{tenant}/device/gateway'
const gather = (gateway: number, deviceId: number, metrics: string[], who = mine.admin) => who.send(`POST ${base}/${gateway}/collection`, { deviceId, metrics })

test('a gateway gathers channels of its base, shows their newest values, exports them and lets go', async () => {
  const gateway = await newDevice(mine.admin, 'gateway')
  const probe = await newDevice(mine.admin, 'soil', { areaId: gateway.areaId })
  const afar = await newDevice(mine.admin, 'soil')
  const client = await connect(app, probe)
  const from = new Date(Date.now() - 60_000).toISOString()
  await report(client, { 'humidity.1': 23.5, 'temperature.1': 18.2 })
  expect((await gather(gateway.id, probe.id, ['humidity.1', 'temperature.1'])).statusCode).toBe(200)
  const again = (await gather(gateway.id, probe.id, ['humidity.1'])).json() as CollectionItem[]
  expect(again).toMatchObject([{ metric: 'humidity.1', newestData: 23.5, unit: '%', online: 1, deviceName: probe.name }, { metric: 'temperature.1', newestData: 18.2 }])
  expect((await gather(gateway.id, afar.id, ['humidity.1'])).json().fields).toHaveProperty('deviceId')
  expect((await gather(gateway.id, gateway.id, ['signal'])).json().fields).toHaveProperty('deviceId')
  expect((await gather(gateway.id, probe.id, ['ph'])).json().fields).toHaveProperty('metrics')
  expect((await gather(probe.id, gateway.id, ['signal'])).statusCode).toBe(404)
  expect((await gather(gateway.id, probe.id, ['humidity.2'], theirs.admin)).statusCode).toBe(404)
  const page = await mine.admin.call<Page<CollectionItem>>(`GET /wfpe/v2/{tenant}/device/gateway/${gateway.id}/collection`, { page: '2', size: '1' })
  expect([page.totalElements, page.content[0]!.metric]).toEqual([2, 'temperature.1'])
  expect(await mine.admin.call(`GET ${base}/collection/${again[0]!.id}/info`)).toMatchObject({ metric: 'humidity.1' })

  const { jobId } = await mine.admin.call<{ jobId: number }>(`POST /wfpe/v2/{tenant}/device/gateway/${gateway.id}/collection/export`, { from, to: new Date(Date.now() + 60_000).toISOString() })
  await app.jobs.work()
  expect(await mine.admin.call(`GET /iam/v1/{tenant}/jobs/${jobId}`)).toMatchObject({ state: 'done', message: '1' })

  const strategy = { deviceId: gateway.id, name: '补水', enabledFlag: 1, target: 'relay.1', trigger: { kind: 'threshold', deviceId: probe.id, channel: 'humidity.1', comparison: 'below', value: 20, back: 30 } }
  expect((await mine.admin.send('POST /wfpe/v1/{tenant}/device/gateway/rtu/strategy/operate', strategy)).statusCode).toBe(200)
  const [used, unused] = again as [CollectionItem, CollectionItem]
  expect((await mine.admin.send(`DELETE ${base}/collection/${used.id}`)).json()).toMatchObject({ code: 'collection.used' })
  expect((await theirs.admin.send(`DELETE ${base}/collection/${unused.id}`)).statusCode).toBe(404)
  const looker = await newMember(app, mine, [deviceTypes.gateway.permissions.list])
  expect((await looker.send(`GET ${base}/${gateway.id}/collection`)).json()).toHaveLength(2)
  expect((await looker.send(`DELETE ${base}/collection/${unused.id}`)).statusCode).toBe(403)
  expect((await mine.admin.send(`DELETE ${base}/collection/${unused.id}`)).statusCode).toBe(204)
  expect(await mine.admin.call(`GET ${base}/${gateway.id}/collection`)).toHaveLength(1)
  await client.endAsync()
})

test('who edits devices of one type names and binds their switches, and finds the bases and plots they stand on', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const gateway = await newDevice(mine.admin, 'gateway', { areaId: valve.areaId })
  const { list, edit } = deviceTypes.electric_valve.permissions
  const editor = await newMember(app, mine, [list, edit])
  const switchesOf = async (device: number, who: Client = editor) => (await who.call<Page<SwitchRow>>(`GET ${base}/switch`, { deviceId: String(device) })).content
  const { id, objectVersionNumber } = (await switchesOf(valve.id))[0]!
  expect((await editor.send(`PUT ${base}/switch`, { id, objectVersionNumber, name: '东一阀', switchType: 'plain', enabledFlag: 1 })).statusCode).toBe(200)
  expect((await editor.send(`POST ${base}/bind-switch`, { switchId: id, relatedEquip: gateway.id })).json()).toMatchObject({ relatedEquipName: gateway.name })
  const other = (await switchesOf(gateway.id, mine.admin))[0]!
  expect((await editor.send(`PUT ${base}/switch`, { id: other.id, objectVersionNumber: other.objectVersionNumber, name: '不归我', switchType: 'plain', enabledFlag: 1 })).statusCode).toBe(403)
  const free = (await editor.call<Page<SwitchRow>>(`GET ${base}/can-bind-switch`)).content
  expect(new Set(free.map(({ deviceType }) => deviceType))).toEqual(new Set(['electric_valve']))
  const names = await editor.call<DeviceName[]>('GET /wfpe/v1/{tenant}/device/names')
  expect(new Set(names.map(({ deviceType }) => deviceType))).toEqual(new Set(['electric_valve']))
  expect((await editor.call<Page<{ id: number }>>('GET /wfpf/v2/{tenant}/area', { organizationType: 'area' })).content.length).toBeGreaterThan(0)
  expect((await editor.send('GET /wfpf/v1/{tenant}/land')).statusCode).toBe(200)
  expect((await editor.send('GET /wfpf/v1/{tenant}/area/admin')).statusCode).toBe(403)
  expect((await newMember(app, mine, ['wfpf.inventory.base.unit']).then((keeper) => keeper.send('GET /wfpf/v2/{tenant}/area'))).statusCode).toBe(403)
})
