import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { callOf } from '#contract/entity-calls.ts'
import { deviceSwitch } from '#contract/command/switch.ts'
import { rows } from '#server/db/database.ts'
import { stopIrrigation } from '#server/modules/command/engine/irrigation.ts'
import { connect, newDevice, report, type Field } from './devices.ts'
import { app, logOf, mine, pressed, stateOf, switchOf } from './control-ground.ts'

test('irrigation stops where it runs or is about to', async () => {
  const open = await newDevice(mine.admin, 'electric_valve')
  const closed = await newDevice(mine.admin, 'electric_valve', { areaId: open.areaId })
  const opening = await newDevice(mine.admin, 'electric_valve', { areaId: open.areaId })
  const elsewhere = await newDevice(mine.admin, 'electric_valve')
  for (const device of [open, elsewhere, closed]) {
    const client = await connect(app, device)
    await report(client, { open: device === closed ? 0 : 1 })
    await client.endAsync()
  }
  const pending = await pressed(opening, 'open', 1)
  const { made } = await app.db.write(mine.id, (tx) =>
    stopIrrigation(tx, mine.id, { areaId: Number(open.areaId) }, 'alarm-7'),
  )
  expect(made.length).toBe(2)
  expect((await logOf(open))[0]).toMatchObject({
    effect: 'close',
    origin: 'alarm',
    requestId: 'alarm-7',
    personName: null,
  })
  expect(await stateOf(opening, pending.id)).toBe('superseded')
  expect([await logOf(closed), await logOf(elsewhere)]).toEqual([[], []])
  expect(
    await app.db.write(mine.id, (tx) =>
      stopIrrigation(tx, mine.id, { areaId: Number(open.areaId) }),
    ),
  ).toEqual({ made: [], refused: 0 })
})

test('irrigation stops what was told to open and may do so yet', async () => {
  const node = await newDevice(mine.admin, 'electric_valve')
  const silent = await newDevice(mine.admin, 'electric_valve', { areaId: node.areaId })
  const done = await newDevice(mine.admin, 'electric_valve', { areaId: node.areaId })
  const stop = () =>
    app.db.write(mine.id, (tx) => stopIrrigation(tx, mine.id, { areaId: Number(node.areaId) }))
  const ended = async (device: Field, state: string, reason: string | null) => {
    const { id } = await pressed(device, 'open', 1)
    await app.db.write(mine.id, (tx) =>
      sql`update device_command set state = ${state}, reason = ${reason}, sent_at = now(),
        ended_at = now() where id = ${id}`.execute(tx),
    )
  }
  await ended(node, 'timedOut', 'atNetwork')
  await ended(silent, 'timedOut', null)
  await ended(done, 'expired', null)
  expect((await stop()).made.length).toBe(2)
  expect((await logOf(node))[0]).toMatchObject({ effect: 'close', wanted: 0 })
  expect((await logOf(silent))[0]).toMatchObject({ effect: 'close', wanted: 0 })
  expect(await logOf(done)).toHaveLength(1)
  // A close that the valve confirmed came after it: there is nothing left to stop.
  await app.db.write(mine.id, (tx) =>
    sql`update device_command set state = 'confirmed', ended_at = now()
      where wanted = 0 and device_id in (${node.id}, ${silent.id})`.execute(tx),
  )
  expect((await stop()).made).toEqual([])
})

test('irrigation stops a valve that opens by degrees', async () => {
  const ajar = await newDevice(mine.admin, 'electric_valve')
  const about = await newDevice(mine.admin, 'electric_valve', { areaId: ajar.areaId })
  const client = await connect(app, ajar)
  await report(client, { opening: 40 })
  await client.endAsync()
  const pending = await pressed(about, 'opening', 60)
  const { made } = await app.db.write(mine.id, (tx) =>
    stopIrrigation(tx, mine.id, { areaId: Number(ajar.areaId) }),
  )
  expect(made.length).toBe(2)
  expect((await logOf(ajar))[0]).toMatchObject({ channel: 'opening', wanted: 0 })
  expect((await logOf(about))[0]).toMatchObject({ channel: 'opening', wanted: 0 })
  expect(await stateOf(about, pending.id)).toBe('superseded')
})

test('irrigation stops whatever it is that irrigates, and nothing else', async () => {
  const base = (await newDevice(mine.admin)).areaId
  const types = deviceTypeNames.flatMap((deviceType) =>
    switchPlaces(deviceTypeNamed(deviceType))
      .filter(({ about }) => about.kind !== 'reset')
      .map(({ channel, about }) => ({ deviceType, channel, irrigates: about.irrigates })),
  )
  const running = []
  for (const { deviceType, channel, irrigates } of types) {
    const device = await newDevice(mine.admin, deviceType, { areaId: base })
    const client = await connect(app, device)
    await report(client, { [channel]: 1 })
    await client.endAsync()
    running.push({ device, deviceType, channel, irrigates })
  }
  const mark = async (device: Field, channel: string, irrigatesFlag: 0 | 1) => {
    const { id, objectVersionNumber, type } = await switchOf(device, channel)
    await mine.admin.call(callOf(deviceSwitch, 'edit'), {
      id,
      objectVersionNumber,
      switchType: type,
      enabledFlag: 1,
      irrigatesFlag,
    })
  }
  const relay = running.find(
    ({ deviceType, channel }) => deviceType === 'gateway' && channel === 'relay.2',
  )!
  const drip = running.find(
    ({ deviceType, channel }) => deviceType === 'lorawan_node' && channel === 'relay.2',
  )!
  await mark(relay.device, 'relay.2', 1)
  await mark(drip.device, 'relay.2', 0)
  const { made } = await app.db.write(mine.id, (tx) =>
    stopIrrigation(tx, mine.id, { areaId: Number(base) }, 'alarm-8'),
  )
  const told = await app.db.read(mine.id, (tx) =>
    rows<{ deviceType: string; channel: string; wanted: number }>(
      tx,
      sql`select device_type, channel, wanted from device_command where id = any(${made}::bigint[])`,
    ),
  )
  expect(told.every(({ wanted }) => wanted === 0)).toBe(true)
  expect(told.map(({ deviceType, channel }) => `${deviceType}/${channel}`).sort()).toEqual([
    'electric_valve/open',
    'electric_valve/opening',
    'gateway/relay.2',
    'injection/running',
    'inverter/run',
    'lorawan_node/relay.1',
    'waterFertilizer/running',
  ])
})
