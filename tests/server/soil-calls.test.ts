import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import {
  deviceMarkers,
  updateConcentrator,
  synchronizeNodes,
  concentratorVisualization,
} from '#contract/connectivity/concentrator-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { loraNetwork, payloadCodec } from '#contract/connectivity/lora.ts'
import { exportInverter } from '#contract/equipment/inverter-calls.ts'
import { soilOfBase, soilInfo, soilHistoryExpert } from '#contract/telemetry/soil-calls.ts'
import { connect, listed, newDevice, report } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember } from './harness.ts'
import { make } from './samples.ts'

const { app, mine, theirs } = await twoFarms()

const around = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})

test('a probe is told layer by layer: now, over time and as a file', async () => {
  const probe = await newDevice(mine.admin, 'soil')
  const client = await connect(app, probe)
  const layers = Object.fromEntries(
    [1, 2, 3, 4, 5].flatMap((layer) => [
      [`humidity.${layer}`, 20 + layer],
      [`temperature.${layer}`, 15],
      [`conductivity.${layer}`, 0.05],
    ]),
  )
  await report(client, { ts: Date.now() - 60_000, values: layers })
  expect(await mine.admin.call(soilOfBase, { id: Number(probe.areaId) })).toMatchObject([
    { id: probe.id, online: 1 },
  ])
  const info = await mine.admin.call(soilInfo, { id: probe.id })
  expect([info.surfaceFlag, info.layerList.length]).toEqual([1, 5])
  expect(info.layerList[2]).toMatchObject({
    number: 3,
    humidity: 23,
    temperature: 15,
    conductivity: 0.05,
  })
  await report(client, { 'temperature.0': 22.5 })
  expect(await mine.admin.call(soilInfo, { id: probe.id })).toMatchObject({
    surfaceFlag: 0,
    layerList: [{ number: 0, temperature: 22.5, humidity: null }, {}, {}, {}, {}, {}],
  })
  // Sixteen channels: more than one history answers at once.
  const all = await mine.admin.call(soilHistoryExpert, { id: probe.id, ...around() })
  expect(
    all
      .filter(({ layer }) => layer > 0)
      .map(({ layer, humidity, conductivity }) => [layer, humidity, conductivity]),
  ).toEqual([1, 2, 3, 4, 5].map((layer) => [layer, 20 + layer, 0.05]))
  const file = await mine.admin.send(soilHistoryExpert, {
    id: probe.id,
    ...around(),
    format: 'csv',
  })
  expect([file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    expect.stringContaining('attachment'),
  ])
  expect(file.body.trim().split('\n')).toHaveLength(3)
  expect((await theirs.admin.send(soilInfo, { id: probe.id })).statusCode).toBe(404)
  const gateway = await newDevice(mine.admin, 'gateway')
  expect((await mine.admin.send(soilInfo, { id: gateway.id })).statusCode).toBe(404)
  await client.endAsync()
})

test('an inverter’s history is taken away as a table or a workbook', async () => {
  const inverter = await newDevice(mine.admin, 'inverter')
  const client = await connect(app, inverter)
  await report(client, { frequency: 42.5, power: 5.1 })
  const file = (more: Record<string, string>) =>
    mine.admin.send(exportInverter, { id: inverter.id, ...around(), ...more })
  const table = (await file({})).body.trim().split('\n')
  expect([table.length, table[0]!.includes('输出频率'), table[1]!.includes('42.5')]).toEqual([
    2,
    true,
    true,
  ])
  const sheet = await file({ format: 'xlsx', channels: 'power' })
  expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  expect((await file({ channels: 'humidity' })).statusCode).toBe(422)
  await client.endAsync()
})

test('a device in small, its picture, and where all of them stand, for who may see them', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve', { latlng: '22.960000,113.340000' })
  await newDevice(mine.admin, 'gateway', { areaId: valve.areaId, latlng: '22.961000,113.340000' })
  expect(await mine.admin.call(concentratorVisualization, { id: valve.id })).toMatchObject({
    concentratorId: valve.id,
    deviceType: 'electric_valve',
    latlng: '22.960000,113.340000',
    readings: [],
    baseConcentratorDTO: { name: valve.name, online: 0 },
  })
  const looker = await newMember(app, mine, [deviceTypes.electric_valve.permissions.list])
  const markers = await looker.call(deviceMarkers, { areaId: Number(valve.areaId) })
  expect(markers.map(({ id }) => id)).toEqual([valve.id])
  const picture = (version: unknown, who = mine.admin) =>
    who.send(
      updateConcentrator,
      untyped({
        id: valve.id,
        objectVersionNumber: version,
        fileUrl: null,
      }),
    )
  expect((await picture(valve.objectVersionNumber, looker)).statusCode).toBe(403)
  expect((await picture(valve.objectVersionNumber)).statusCode).toBe(200)
  expect((await picture(valve.objectVersionNumber)).statusCode).toBe(409)
  expect((await picture(1, theirs.admin)).statusCode).toBe(404)
})

test('a marker says what stands open, and its worst open alarm to who sees alarms', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve', { latlng: '22.970000,113.340000' })
  const probe = await newDevice(mine.admin, 'soil', { latlng: '22.971000,113.340000' })
  const asked = async (who = mine.admin) =>
    (await who.call(deviceMarkers, {}))
      .filter(({ id }) => id === valve.id || id === probe.id)
      .map(({ isOpen, alarm }) => [isOpen, alarm])
  expect(await asked()).toEqual([
    [null, null],
    [null, null],
  ])
  const client = await connect(app, valve)
  const says = (open: number) => report(client, { open, opening: open * 60 })
  await says(1)
  await expect.poll(asked).toEqual([
    [1, null],
    [null, null],
  ])
  await says(0)
  await expect.poll(async () => (await asked())[0]).toEqual([0, null])
  await client.endAsync()
  const raise = (level: number, state: string) =>
    app.db.write(mine.id, (tx) =>
      sql`insert into alarm (rule_name, device_id, device_name, device_type, trigger, limits, action, level,
          state, began_at, last_at) values ('r', ${valve.id}, 'v', 'electric_valve', 'offline', '{}', 'alarm',
          ${level}, ${state}, now(), now())`.execute(tx),
    )
  await raise(2, 'active')
  await raise(3, 'cleared')
  expect(await asked()).toEqual([
    [0, 2],
    [null, null],
  ])
  const looker = await newMember(app, mine, [deviceTypes.electric_valve.permissions.list])
  expect(await asked(looker)).toEqual([[0, null]])
})

test('nodes that a network speaks of are entered once, on one base', async () => {
  const network = await make(loraNetwork, mine.admin)
  const known = await newDevice(mine.admin, 'lorawan_node', { eui: '24E124136B2FAA01' })
  await app.db.write(mine.id, (tx) =>
    sql`insert into lora_stranger (network_id, dev_eui, name)
      values (${network.id}, '24e124136b2faa01', '已知'), (${network.id}, '24e124136b2faa02', '滴灌节点')`.execute(
      tx,
    ),
  )
  const [codec, foreign] = [
    await make(payloadCodec, mine.admin),
    await make(payloadCodec, theirs.admin),
  ]
  const synchronize = (who = mine.admin, codecId: unknown = codec.id) =>
    who.send(
      synchronizeNodes,
      untyped({
        networkId: network.id,
        areaId: known.areaId,
        codecId,
      }),
    )
  expect((await synchronize(theirs.admin)).json().fields).toHaveProperty('networkId')
  expect((await synchronize(mine.admin, foreign.id)).json().fields).toHaveProperty('codecId')
  const made = (await synchronize()).json() as { id: number; eui: string }[]
  expect(made).toMatchObject([{ name: '滴灌节点', eui: '24E124136B2FAA02' }])
  expect(
    await mine.admin.call(callOf(listed('lorawan_node'), 'show'), { id: made[0]!.id }),
  ).toMatchObject({ deviceType: 'lorawan_node', areaId: known.areaId, codecId: codec.id })
  expect((await synchronize()).json()).toEqual([])
})
