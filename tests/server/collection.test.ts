import { expect, test } from 'vitest'
import { deviceTypes } from '#contract/devices/index.ts'
import {
  addCollection,
  collectionPage,
  collectionInfo,
  exportCollection,
  deleteCollection,
  collectionData,
  collectionStanding,
  sendCollection,
  type CollectionItem,
} from '#contract/command/collection-calls.ts'
import { deviceNames } from '#contract/equipment/device-calls.ts'
import { switchList, deviceSwitch, bindSwitch, canBindSwitch } from '#contract/command/switch.ts'
import { adminAreas } from '#contract/system/permission-calls.ts'
import { land } from '#contract/farm/land.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { operateStrategy } from '#contract/command/strategy-calls.ts'
import { job } from '#contract/platform/platform-calls.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { Gathering } from '#simulator/gathering.ts'
import type { Memory } from '#simulator/memory.ts'
import { connect, listen, newDevice, report } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember } from './harness.ts'

const { app, mine, theirs } = await twoFarms()
const gather = (gateway: number, deviceId: number, metrics: string[], who = mine.admin) =>
  who.send(addCollection, { id: gateway, deviceId, metrics })

test('a gateway gathers channels of its base, shows their newest values, exports them and lets go', async () => {
  const gateway = await newDevice(mine.admin, 'gateway')
  const probe = await newDevice(mine.admin, 'soil', { areaId: gateway.areaId })
  const afar = await newDevice(mine.admin, 'soil')
  const client = await connect(app, probe)
  const from = new Date(Date.now() - 60_000).toISOString()
  await report(client, { 'humidity.1': 23.5, 'temperature.1': 18.2 })
  expect((await gather(gateway.id, probe.id, ['humidity.1', 'temperature.1'])).statusCode).toBe(200)
  const again = (await gather(gateway.id, probe.id, ['humidity.1'])).json() as CollectionItem[]
  expect(again).toMatchObject([
    { metric: 'humidity.1', newestData: 23.5, unit: '%', online: 1, deviceName: probe.name },
    { metric: 'temperature.1', newestData: 18.2 },
  ])
  expect((await gather(gateway.id, afar.id, ['humidity.1'])).json().fields).toHaveProperty(
    'deviceId',
  )
  expect((await gather(gateway.id, gateway.id, ['signal'])).json().fields).toHaveProperty(
    'deviceId',
  )
  expect((await gather(gateway.id, probe.id, ['ph'])).json().fields).toHaveProperty('metrics')
  expect((await gather(probe.id, gateway.id, ['signal'])).statusCode).toBe(404)
  expect((await gather(gateway.id, probe.id, ['humidity.2'], theirs.admin)).statusCode).toBe(404)
  const page = await mine.admin.call(collectionPage, { id: gateway.id, page: 2, size: 1 })
  expect([page.totalElements, page.content[0]!.metric]).toEqual([2, 'temperature.1'])
  expect(await mine.admin.call(collectionInfo, { id: again[0]!.id })).toMatchObject({
    metric: 'humidity.1',
  })

  const { jobId } = await mine.admin.call(exportCollection, {
    id: gateway.id,
    from,
    to: new Date(Date.now() + 60_000).toISOString(),
  })
  await app.jobs.work()
  expect(await mine.admin.call(job, { id: jobId })).toMatchObject({
    state: 'done',
    message: '1',
  })

  const strategy = {
    deviceId: gateway.id,
    name: '补水',
    enabledFlag: 1,
    target: 'relay.1',
    trigger: {
      kind: 'threshold',
      deviceId: probe.id,
      channel: 'humidity.1',
      comparison: 'below',
      value: 20,
      back: 30,
    },
  }
  expect((await mine.admin.send(operateStrategy, untyped(strategy))).statusCode).toBe(200)
  const [used, unused] = again as [CollectionItem, CollectionItem]
  expect((await mine.admin.send(deleteCollection, { id: used.id })).json()).toMatchObject({
    code: 'collection.used',
  })
  expect((await theirs.admin.send(deleteCollection, { id: unused.id })).statusCode).toBe(404)
  const looker = await newMember(app, mine, [deviceTypes.gateway.permissions.list])
  expect((await looker.send(collectionData, { id: gateway.id })).json()).toHaveLength(2)
  expect((await looker.send(deleteCollection, { id: unused.id })).statusCode).toBe(403)
  expect((await mine.admin.send(deleteCollection, { id: unused.id })).statusCode).toBe(204)
  expect(await mine.admin.call(collectionData, { id: gateway.id })).toHaveLength(1)
  await client.endAsync()
})

test('a gateway is told what to gather, and has the list once it says so', async () => {
  const gateway = await newDevice(mine.admin, 'gateway')
  const probe = await newDevice(mine.admin, 'soil', { areaId: gateway.areaId })
  const standing = () => mine.admin.call(collectionStanding, { id: gateway.id })
  expect(await standing()).toEqual({ standing: 'none', reportedAt: null, command: null })
  const [first, second] = (
    await gather(gateway.id, probe.id, ['humidity.1', 'temperature.1'])
  ).json() as [CollectionItem, CollectionItem]
  expect(await standing()).toMatchObject({
    standing: 'waiting',
    command: { effect: 'gather', wanted: 1, state: 'created' },
  })
  const { client, orders } = await listen(app, gateway)
  await expect
    .poll(() => orders, { timeout: 4000 })
    .toMatchObject([
      {
        actuator: 'collection',
        circuit: null,
        value: 1,
        content: { devices: [{ eui: probe.eui, channels: ['humidity.1', 'temperature.1'] }] },
      },
    ])
  await report(client, { collection: 1 })
  await expect
    .poll(standing, { timeout: 4000 })
    .toMatchObject({ standing: 'held', command: { state: 'confirmed' } })
  // Two changes while it looks away are one list: the newer takes the older one's place.
  await client.endAsync()
  for (const { id } of [first, second])
    expect((await mine.admin.send(deleteCollection, { id })).statusCode).toBe(204)
  const again = await listen(app, gateway)
  await expect
    .poll(() => again.orders, { timeout: 4000 })
    .toMatchObject([{ value: 3, content: { devices: [] } }])
  await again.client.publishAsync(
    'v1/devices/me/commands/answer',
    JSON.stringify({ id: again.orders[0]!.id, ok: false, reason: 'flash worn out' }),
    { qos: 1 },
  )
  await expect
    .poll(standing, { timeout: 4000 })
    .toMatchObject({ standing: 'missing', command: { state: 'rejected' } })
  expect((await mine.admin.send(sendCollection, { id: gateway.id })).json()).toMatchObject({
    standing: 'waiting',
    command: { wanted: 4 },
  })
  expect((await theirs.admin.send(sendCollection, { id: gateway.id })).statusCode).toBe(404)
  await report(again.client, { collection: 4 })
  await expect.poll(standing, { timeout: 4000 }).toMatchObject({ standing: 'held' })
  // A device that goes leaves a list behind that is no longer true.
  await gather(gateway.id, probe.id, ['humidity.1'])
  await report(again.client, { collection: 5 })
  await expect.poll(standing, { timeout: 4000 }).toMatchObject({ standing: 'held' })
  await mine.admin.call(callOf(deviceEntity, 'delete'), { id: probe.id })
  expect(await standing()).toMatchObject({ standing: 'missing' })
  await again.client.endAsync()
})

test('what a gateway was told to gather outlives its power', () => {
  const flash: Record<string, Record<string, unknown>> = {}
  const memory: Memory = {
    read: <T>(key: string) => ({ ...flash[key] }) as Record<string, T>,
    write: (key, kept) => void (flash[key] = { ...kept }),
  }
  const told = new Map<string, number>()
  const gathering = new Gathering('g', told, memory)
  expect([gathering.hears('A'), told.size, gathering.obey({ value: 1 })]).toEqual([
    false,
    0,
    'no list given',
  ])
  expect(
    gathering.obey({ value: 7, content: { devices: [{ eui: 'A', channels: ['humidity.1'] }] } }),
  ).toBeNull()
  const after = new Map<string, number>()
  const started = new Gathering('g', after, memory)
  expect([
    started.hears('A'),
    started.hears('B'),
    after.get('collection'),
    after.get('children'),
  ]).toEqual([true, false, 7, 1])
})

test('who edits devices of one type names and binds their switches, and finds the bases and plots they stand on', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const gateway = await newDevice(mine.admin, 'gateway', { areaId: valve.areaId })
  const { list, edit } = deviceTypes.electric_valve.permissions
  const editor = await newMember(app, mine, [list, edit])
  const switchesOf = async (device: number, who: Client = editor) =>
    (await who.call(switchList, { deviceId: device })).content
  const { id, objectVersionNumber } = (await switchesOf(valve.id))[0]!
  expect(
    (
      await editor.send(callOf(deviceSwitch, 'edit'), {
        id,
        objectVersionNumber,
        name: '东一阀',
        switchType: 'plain',
        enabledFlag: 1,
      })
    ).statusCode,
  ).toBe(200)
  expect(
    (await editor.send(bindSwitch, { switchId: id, relatedEquip: gateway.id })).json(),
  ).toMatchObject({ relatedEquipName: gateway.name })
  const other = (await switchesOf(gateway.id, mine.admin))[0]!
  expect(
    (
      await editor.send(callOf(deviceSwitch, 'edit'), {
        id: other.id,
        objectVersionNumber: other.objectVersionNumber,
        name: '不归我',
        switchType: 'plain',
        enabledFlag: 1,
      })
    ).statusCode,
  ).toBe(403)
  const free = (await editor.call(canBindSwitch)).content
  expect(new Set(free.map(({ deviceType }) => deviceType))).toEqual(new Set(['electric_valve']))
  const names = await editor.call(deviceNames)
  expect(new Set(names.map(({ deviceType }) => deviceType))).toEqual(new Set(['electric_valve']))
  expect(
    (
      await editor.call(callOf(area, 'list'), {
        organizationType: 'area',
      })
    ).content.length,
  ).toBeGreaterThan(0)
  expect((await editor.send(callOf(land, 'list'))).statusCode).toBe(200)
  expect((await editor.send(adminAreas)).statusCode).toBe(403)
  expect(
    (
      await newMember(app, mine, ['wfpf.inventory.base.unit']).then((keeper) =>
        keeper.send(callOf(area, 'list')),
      )
    ).statusCode,
  ).toBe(403)
})
