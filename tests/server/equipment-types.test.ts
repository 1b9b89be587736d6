import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { device } from '#contract/equipment/device.ts'
import { area } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import { saveDeviceChannels, deviceChannels } from '#contract/equipment/channel-calls.ts'
import { recycled } from '#contract/platform/recycle-calls.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { menusOfRole } from '#contract/account/menus.ts'
import { exportList, recordHistory } from '#contract/platform/platform-calls.ts'
import { deviceTypeCounts } from '#contract/equipment/device-calls.ts'
import { search } from '#contract/platform/search-calls.ts'
import { deleteManyOf, transferOf } from '#contract/many.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { connect, listed, newDevice, report } from './devices.ts'
import { newMember, unique } from './harness.ts'
import { make, sample } from './samples.ts'
import {
  app,
  base,
  gateway,
  mine,
  status,
  valve,
  valveCodes,
  waterman,
} from './equipment-types-ground.ts'

const [valves, gateways] = [listed('electric_valve'), listed('gateway')]

describe('somebody who may see valves', () => {
  test('sees valves, and nothing else, in lists, searches, menus and exports', async () => {
    const page = await waterman.call(callOf(valves, 'list'))
    expect(page.content.map(({ id, deviceType }) => [id, deviceType])).toEqual([
      [valve.id, 'electric_valve'],
    ])
    expect(await waterman.call(callOf(valves, 'list'), { deviceType: 'gateway' })).toMatchObject({
      totalElements: 0,
    })
    for (const { entity, type } of devicesByType.filter((one) => one.type !== 'electric_valve'))
      expect([type, await status(waterman, callOf(entity, 'list'))]).toEqual([type, 403])
    expect(await status(waterman, callOf(device, 'list'))).toBe(403)
    const hits = await waterman.call(search, { q: '设备' })
    expect(hits.map(({ entity, id }) => [entity, id])).toEqual([['electricValve', valve.id]])
    const counts = (client: Client, query = {}) => client.call(deviceTypeCounts, query)
    expect(await counts(waterman)).toEqual({
      electric_valve: { count: 1, alarmed: 0, offline: 1 },
    })
    expect(await counts(waterman, { areaId: '999999' })).toEqual({})
    expect(Object.keys(await counts(mine.admin))).toEqual(
      expect.arrayContaining(['electric_valve', 'gateway']),
    )
    // What needs somebody: silence for whoever sees the device, alarms for who sees alarms too.
    const raise = (state: string, acknowledged: boolean) =>
      app.db.write(mine.id, (tx) =>
        sql`insert into alarm (rule_name, device_id, device_name, device_type, trigger, limits, action,
            level, state, began_at, last_at, acknowledged_at)
          values ('r', ${valve.id}, 'v', 'electric_valve', 'offline', '{}', 'alarm', 2, ${state}, now(),
            now(), ${acknowledged ? sql`now()` : null})`.execute(tx),
      )
    const alarmed = async (client: Client) => (await counts(client)).electric_valve!.alarmed
    await raise('cleared', false)
    await raise('active', true)
    expect(await alarmed(mine.admin)).toBe(0)
    await raise('active', false)
    await raise('active', false)
    expect([await alarmed(mine.admin), await alarmed(waterman)]).toEqual([1, 0])
    const use = (flag: 0 | 1) =>
      app.db.write(mine.id, (tx) =>
        sql`update device set enabled_flag = ${flag} where id = ${valve.id}`.execute(tx),
      )
    await use(0)
    expect((await counts(waterman)).electric_valve).toEqual({ count: 1, alarmed: 0, offline: 0 })
    await use(1)
    // Who may see all devices finds each once.
    const all = await mine.admin.call(search, { q: String(valve.name) })
    expect(all.filter(({ id }) => id === valve.id).map(({ entity }) => entity)).toEqual(['device'])
    expect(
      await status(waterman, exportList, {
        entity: 'gateway',
        format: 'csv',
        columns: ['name'],
        query: {},
      }),
    ).toBe(403)
    const menu = JSON.stringify(await waterman.call(menusOfRole, { subModule: 'wfpf-farm' }))
    expect([
      menu.includes('/web/equipment/electric-valve'),
      menu.includes('/web/equipment/gateway'),
    ]).toEqual([true, false])
  })

  test('finds bases and plots by name and place, and reads nothing else of them', async () => {
    const plot = await make(land, mine.admin)
    const base = await mine.admin.call(callOf(area, 'show'), { id: plot.areaId })
    const { id, objectVersionNumber, areaName } = base
    await mine.admin.call(callOf(area, 'edit'), {
      id,
      objectVersionNumber,
      areaName,
      manager: '林秋月',
      address: '石碁镇官桥村',
    })
    const [found] = (await waterman.call(callOf(area, 'list'), { areaName })).content
    expect(found).toMatchObject({ id, areaName })
    expect('manager' in found!).toBe(false)
    // What it does not see it cannot search by either.
    expect((await waterman.call(callOf(area, 'list'), { q: '林秋月' })).totalElements).toBe(0)
    const all = (await waterman.call(callOf(area, 'list'))).totalElements
    expect((await waterman.call(callOf(area, 'list'), { manager: '查无此人' })).totalElements).toBe(
      all,
    )
    expect(await mine.admin.call(callOf(area, 'show'), { id })).toMatchObject({
      manager: '林秋月',
    })
    expect(
      await status(waterman, exportList, {
        entity: 'area',
        format: 'csv',
        columns: ['manager'],
        query: {},
      }),
    ).toBe(403)
    expect(await status(waterman, recordHistory, { entity: 'area', recordId: String(id) })).toBe(
      403,
    )
  })

  test('reaches no other device under any path', async () => {
    const span = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
    for (const [what, body] of [
      ['GET latest'],
      ['GET messages'],
      ['GET outages'],
      ['GET channels'],
      ['GET history', span],
      ['GET wind-rose', span],
    ] as const) {
      const [method, path] = what.split(' ') as ['GET', string]
      const of = (id: number) =>
        status(
          waterman,
          { endpoint: `${method} /${base}/${id}/${path}`, access: 'signed-in' },
          body,
        )
      expect([what, await of(valve.id), await of(gateway.id)]).toEqual([what, 200, 404])
    }
    expect(await status(waterman, callOf(valves, 'show'), { id: gateway.id })).toBe(404)
    const switches = (client: Client, id: number) => client.call(switchList, { deviceId: id })
    expect((await switches(waterman, valve.id)).content.length).toBeGreaterThan(0)
    expect(await status(waterman, switchList, { deviceId: gateway.id })).toBe(404)
    const mover = await newMember(app, mine, [valveCodes.list, device.permissions.control])
    const relay = (await switches(mine.admin, gateway.id)).content[0]!
    expect(await status(mover, controlSwitch, { id: relay.id, value: 1 })).toBe(404)
    expect(
      await status(waterman, callOf(valves, 'edit'), {
        id: gateway.id,
        name: 'x',
        eui: 'x-1234',
        areaId: Number(gateway.areaId),
        objectVersionNumber: 1,
      }),
    ).toBe(404)
    expect(await status(mine.admin, callOf(valves, 'delete'), { id: gateway.id })).toBe(404)
    expect(
      await status(waterman, recordHistory, {
        entity: 'electricValve',
        recordId: String(gateway.id),
      }),
    ).toBe(404)
    expect(
      await waterman.call(recordHistory, { entity: 'electricValve', recordId: String(valve.id) }),
    ).toMatchObject({ content: [{ action: 'credential' }, { action: 'create', entity: 'device' }] })
  })

  test('makes a valve by making one, and no other', async () => {
    const maker = await newMember(app, mine, Object.values(valveCodes))
    const body = await sample(valves, mine.admin)
    expect(await maker.call(callOf(valves, 'create'), body)).toMatchObject({
      deviceType: 'electric_valve',
      readings: [],
    })
    expect(
      await status(maker, callOf(valves, 'create'), {
        ...body,
        eui: unique('e-'),
        deviceType: 'gateway',
      }),
    ).toBe(400)
    // Numbers are unique over all types.
    expect(await status(maker, callOf(valves, 'create'), { ...body, eui: valve.eui })).toBe(409)
    expect(await status(waterman, callOf(valves, 'create'), { ...body, eui: unique('e-') })).toBe(
      403,
    )
  })
})

test('a list carries the newest values of its devices', async () => {
  const client = await connect(app, valve)
  const ts = Date.now() - 5000
  await report(client, [
    { ts, values: { open: true, flow: 11.5 } },
    { ts: ts - 60_000, values: { flow: 3 } },
  ])
  const { content } = await mine.admin.call(callOf(valves, 'list'), {
    ids: valve.id,
  })
  expect(content[0]!.readings).toMatchObject([
    { metric: 'flow', value: 11.5 },
    { metric: 'open', value: 1 },
  ])
  // What is worked out anew each time it is read is no part of a record's history.
  await mine.admin.call(callOf(valves, 'edit'), {
    id: valve.id,
    name: '换了名字',
    eui: valve.eui,
    areaId: valve.areaId,
    objectVersionNumber: content[0]!.objectVersionNumber,
  })
  const { content: lines } = await mine.admin.call(recordHistory, {
    entity: 'device',
    recordId: String(valve.id),
  })
  expect(lines[0]!.after).toMatchObject({ name: '换了名字' })
  expect(lines[0]!.after).not.toHaveProperty('readings')
  await client.endAsync()
})

test('several are moved or deleted together, all or none', async () => {
  const plot = await make(land, mine.admin)
  const lands = await mine.admin.call(callOf(land, 'show'), { id: plot.id })
  const to = { areaId: lands.areaId, landId: lands.id }
  const two = [
    await newDevice(mine.admin, 'electric_valve'),
    await newDevice(mine.admin, 'electric_valve'),
  ]
  const shown = async (id: number) => mine.admin.call(callOf(device, 'show'), { id })
  expect(
    (
      await mine.admin.send(transferOf(valves), [
        { id: two[0]!.id, ...to },
        { id: gateway.id, ...to },
      ])
    ).statusCode,
  ).toBe(404)
  expect((await shown(two[0]!.id)).landId).toBeNull()
  expect(
    await mine.admin.call(
      transferOf(valves),
      two.map(({ id }) => ({ id, ...to })),
    ),
  ).toBe(2)
  expect((await shown(two[1]!.id)).landId).toBe(lands.id)
  expect((await waterman.send(transferOf(valves), [{ id: two[0]!.id, ...to }])).statusCode).toBe(
    403,
  )
  expect(
    (await mine.admin.send(deleteManyOf(valves), [{ id: two[0]!.id }, { id: gateway.id }]))
      .statusCode,
  ).toBe(404)
  expect(
    await mine.admin.call(
      deleteManyOf(device),
      two.map(({ id }) => ({ id })),
    ),
  ).toBe(2)
  // They lie in the bin as devices, for whoever may see all of them.
  expect(await mine.admin.call(recycled, { entity: 'device' })).toMatchObject({
    content: two.toReversed().map(({ id }) => ({ recordId: id })),
  })
})

test('devices report every five minutes at the most often, whoever asks', async () => {
  const body = {
    id: gateway.id,
    name: gateway.name,
    eui: gateway.eui,
    areaId: gateway.areaId,
    reportMinutes: 4,
    objectVersionNumber: 1,
  }
  const all = await mine.admin.send(callOf(device, 'edit'), untyped(body))
  expect([all.statusCode, Object.keys(all.json().fields)]).toEqual([400, ['reportMinutes']])
  const own = await mine.admin.send(callOf(gateways, 'edit'), body, {
    'accept-language': 'en-US',
  })
  expect([own.statusCode, Object.keys(own.json().fields)]).toEqual([400, ['reportMinutes']])
})

test('channels are named, by whoever may edit the device', async () => {
  const looker = await newMember(app, mine, [valveCodes.list])
  const channels = [{ metric: 'flow', name: '主管流量', description: '{value * 1000 / 3600} L/s' }]
  expect(await status(looker, saveDeviceChannels, { id: valve.id, channels })).toBe(403)
  expect(await status(waterman, saveDeviceChannels, { id: valve.id, channels })).toBe(204)
  expect(await looker.call(deviceChannels, { id: valve.id })).toEqual(channels)
  expect(
    await status(
      waterman,
      saveDeviceChannels,
      untyped({ id: valve.id, channels: [{ ...channels[0], description: '{process.exit()}' }] }),
    ),
  ).toBe(400)
  expect(
    await status(
      waterman,
      saveDeviceChannels,
      untyped({ id: valve.id, channels: [{ ...channels[0], metric: 'airTemperature' }] }),
    ),
  ).toBe(422)
  expect(await status(waterman, saveDeviceChannels, { id: gateway.id, channels: [] })).toBe(404)
})
