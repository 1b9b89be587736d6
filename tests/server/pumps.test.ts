import { expect, test } from 'vitest'
import { pumpCodes } from '#contract/devices/aerator-ii.ts'
import { inverter } from '#contract/devices/inverter.ts'
import {
  addPump,
  pumpList,
  editPump,
  controlPump,
  aeratorCommands,
  deletePump,
} from '#contract/equipment/aerator-calls.ts'
import { configureDevice } from '#contract/command/setting-calls.ts'
import {
  inverterFaults,
  controlInverter,
  inverterConnections,
  inverterLog,
  invertersOfBase,
} from '#contract/equipment/inverter-calls.ts'
import { connect, newDevice, report } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember } from './harness.ts'

const { app, mine, theirs } = await twoFarms()

test('a regulator has four pumps at most, one to a port, with what each reports', async () => {
  const aerator = await newDevice(mine.admin, 'aerator_ii')
  const add = (node: number, who = mine) =>
    who.admin.send(addPump, { regulatorId: aerator.id, name: `${node}号泵`, node })
  expect((await add(1)).json()).toMatchObject({
    name: '1号泵',
    node: 1,
    statusFlag: null,
    onlineFlag: null,
    faultFlag: null,
  })
  expect((await add(1)).json()).toMatchObject({ fields: { node: expect.any(String) } })
  expect((await add(5)).statusCode).toBe(400)
  for (const node of [2, 3, 4]) expect((await add(node)).statusCode).toBe(200)
  expect((await add(2)).json()).toMatchObject({ code: 'pump.most' })
  expect((await add(2, theirs)).statusCode).toBe(404)
  const client = await connect(app, aerator)
  await report(client, { 'pump.2': 1, 'pumpOnline.2': 1, 'pumpFault.2': 0, 'pumpCurrent.2': 3.1 })
  const list = await mine.admin.call(pumpList, { regulatorId: aerator.id })
  expect(list.map(({ node }) => node)).toEqual([1, 2, 3, 4])
  expect(list[1]).toMatchObject({ statusFlag: 1, onlineFlag: 1, faultFlag: 0, current: 3.1 })
  const first = list[0]!
  expect(
    (
      await mine.admin.send(editPump, {
        id: first.id,
        objectVersionNumber: first.objectVersionNumber,
        name: '甲',
        node: 2,
      })
    ).statusCode,
  ).toBe(422)
  expect(
    (
      await mine.admin.send(editPump, {
        id: first.id,
        objectVersionNumber: first.objectVersionNumber,
        name: '甲',
        node: 1,
      })
    ).json(),
  ).toMatchObject({ name: '甲' })
  expect(
    (
      await mine.admin.send(editPump, {
        id: first.id,
        objectVersionNumber: first.objectVersionNumber,
        name: '乙',
        node: 1,
      })
    ).statusCode,
  ).toBe(409)
  const command = await mine.admin.call(controlPump, {
    pumpId: first.id,
    statusFlag: 1,
    confirmation: String(aerator.name),
  })
  expect(command).toMatchObject({ channel: 'pump.1', wanted: 1, switchName: '甲' })
  expect((await mine.admin.call(aeratorCommands, { id: aerator.id }))[0]!.id).toBe(command.id)
  expect((await theirs.admin.send(deletePump, { id: first.id })).statusCode).toBe(404)
  const gone = await mine.admin.send(deletePump, { id: first.id })
  expect([gone.statusCode, gone.json()]).toEqual([200, 1])
  expect((await add(1)).statusCode).toBe(200)
  await client.endAsync()
})

test('pumps are added by who may add pumps', async () => {
  const aerator = await newDevice(mine.admin, 'aerator_ii')
  const viewer = await newMember(app, mine, ['wfpf.farm.equipment.aquatic.aerator'])
  expect(
    (await viewer.send(addPump, { regulatorId: aerator.id, name: '泵', node: 1 })).statusCode,
  ).toBe(403)
  const keeper = await newMember(app, mine, [
    'wfpf.farm.equipment.aquatic.aerator',
    pumpCodes.addDevice,
  ])
  expect(
    (await keeper.send(addPump, { regulatorId: aerator.id, name: '泵', node: 1 })).statusCode,
  ).toBe(200)
})

test('inverters answer under their own addresses', async () => {
  const device = await newDevice(mine.admin, 'inverter')
  for (const listed of invertersOfBase)
    expect(await mine.admin.call(listed, { id: Number(device.areaId) })).toMatchObject([
      { id: device.id, online: 0 },
    ])
  for (const asked of inverterConnections) {
    expect(await mine.admin.call(asked, { id: device.id, eui: String(device.eui) })).toMatchObject({
      online: 0,
    })
    expect((await mine.admin.send(asked, { id: device.id, eui: 'other' })).statusCode).toBe(422)
  }
  expect((await mine.admin.send(controlInverter, { id: device.id, en: 1 })).statusCode).toBe(422)
  expect(
    await mine.admin.call(controlInverter, {
      id: device.id,
      en: 1,
      confirmation: String(device.name),
    }),
  ).toMatchObject({ effect: 'forward' })
  expect(
    await mine.admin.call(
      configureDevice.find(({ endpoint }) => endpoint.includes('/inverter/'))!,
      {
        id: device.id,
        values: { targetPressure: 3.5 },
      },
    ),
  ).toMatchObject([{ channel: 'targetPressure', command: { wanted: 3.5 } }, {}, {}])
  expect(
    (await mine.admin.call(inverterLog, { id: device.id })).map(({ channel, origin }) => [
      channel,
      origin,
    ]),
  ).toEqual([
    ['targetPressure', 'web'],
    ['run', 'api'],
    ['run', 'deadTime'],
  ])
  expect(await mine.admin.call(inverterFaults, { id: device.id })).toEqual([])
  expect(inverter.readings.faultCode.states[8]).toBe('E008')
  const gateway = await newDevice(mine.admin, 'gateway')
  expect((await mine.admin.send(inverterFaults, { id: gateway.id })).statusCode).toBe(404)
})
