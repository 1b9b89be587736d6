import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCommands, cancelCommand } from '#contract/command/command.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { callOf } from '#contract/entity-calls.ts'
import {
  payloadCodec,
  loraNetwork as loraNetworkEntity,
  setLoraApiToken,
} from '#contract/connectivity/lora.ts'
import { newDevice } from './devices.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { loraNetwork, type LoraNetwork } from './lora-network.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 }, privateBrokers: true })
  mine = await newTenant(app)
})
afterAll(() => app.end())

const codec = `function decodeUplink({ bytes }) { return { data: { opening: bytes[0] } } }
  function encodeDownlink({ data }) { return { fPort: 10, bytes: [data.value] } }`
let lastEui = 0xb8404100
/** A valve that opens in percent, so that each order of a test is another number. */
async function valve(network: LoraNetwork, reportMinutes = 30) {
  const eui = `${(++lastEui).toString(16)}00aabbcc`.padStart(16, '0')
  const { id: codecId } = await mine.admin.call(callOf(payloadCodec, 'create'), {
    name: unique('脚本'),
    script: codec,
  })
  const device = await newDevice(mine.admin, 'electric_valve', { eui, codecId, reportMinutes })
  network.add(eui)
  const place = async () =>
    (await mine.admin.call(switchList, { deviceId: device.id })).content.find(
      ({ channel }) => channel === 'opening',
    )!
  return {
    eui,
    id: device.id,
    place,
    order: async (value: number) =>
      mine.admin.call(controlSwitch, { id: (await place()).id, value }),
    log: () => mine.admin.call(deviceCommands, { id: device.id }),
  }
}
async function join(network: LoraNetwork, hasApi = false) {
  const { id } = await mine.admin.call(callOf(loraNetworkEntity, 'create'), {
    name: unique('网络'),
    enabledFlag: 1,
    brokerUrl: network.url,
    ...(hasApi ? { apiUrl: network.apiUrl } : {}),
  })
  if (hasApi) await mine.admin.send(setLoraApiToken, { id, token: 'key' })
  await network.subscribed
}
const always = () => 0.5
const ends = (id: number, inMs: number) =>
  app.db.write(mine.id, (tx) =>
    sql`update device_command set expires_at = now() + ${`${inMs} milliseconds`}::interval where id = ${id}`.execute(
      tx,
    ),
  )

describe('an order to a node that sleeps', () => {
  test('stays here until the node speaks, lives until it has answered, and can be taken back before', async () => {
    const network = await loraNetwork({ chance: always, opensFor: 600 })
    await join(network)
    const node = await valve(network)
    await network.report(node.eui)
    await expect.poll(async () => (await node.place()).listensAt).toEqual(expect.any(String))
    await wait(1100)
    const made = await node.order(40)
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe((30 * 150 + 60) * 1000)
    await wait(1300)
    expect([network.queued.length, (await node.log())[0]!.state]).toEqual([0, 'created'])
    expect(await mine.admin.call(cancelCommand, { id: made.id })).toMatchObject({
      state: 'cancelled',
    })
    const second = await node.order(60)
    await network.report(node.eui)
    expect(network.did.map(({ value }) => value)).toEqual([60])
    // In its queue for seconds only, and not until the next report.
    expect(Date.parse(network.queued[0]!.expiresAt!) - Date.now()).toBeLessThan(11_000)
    await network.report(node.eui)
    await expect
      .poll(async () => (await node.log())[0])
      .toMatchObject({ id: second.id, state: 'confirmed' })
    network.end()
  })

  test('that its network threw away goes out again, and is never called done', async () => {
    const network = await loraNetwork({ chance: always, opensFor: 0 })
    await join(network)
    const node = await valve(network)
    await network.report(node.eui)
    await expect.poll(async () => (await node.place()).listensAt).toEqual(expect.any(String))
    await node.order(33)
    await expect.poll(() => network.queued.length).toBe(1)
    network.queued[0]!.expiresAt = new Date(Date.now() - 1).toISOString()
    await network.report(node.eui)
    await expect.poll(() => network.queued.length, { timeout: 4000 }).toBe(2)
    expect((await node.log())[0]!.state).toBe('sent')
    // It lies ready for the next report now, as long as the order lives.
    expect(Date.parse(network.queued[1]!.expiresAt!) - Date.now()).toBeGreaterThan(3_600_000)
    await network.report(node.eui)
    await network.report(node.eui)
    await expect.poll(async () => (await node.log())[0]!.state).toBe('confirmed')
    network.end()
  })

  test('that lies at its network when its time is over is not called expired', async () => {
    const network = await loraNetwork({ chance: always, honours: false, opensFor: 0 })
    await join(network)
    const node = await valve(network)
    await network.report(node.eui)
    await expect.poll(async () => (await node.place()).listensAt).toEqual(expect.any(String))
    const made = await node.order(21)
    await expect.poll(() => network.queued.length).toBe(1)
    await ends(made.id, 0)
    await expect
      .poll(async () => (await node.log())[0], { timeout: 4000 })
      .toMatchObject({ state: 'timedOut', reason: 'atNetwork' })
    network.end()
  })
})

describe('an order that is replaced while it lies at its network', () => {
  /** A node that is known to miss its window, so that orders lie ready before it. */
  async function missed(hasApi: boolean) {
    const network = await loraNetwork({ chance: always, opensFor: 0 })
    await join(network, hasApi)
    const node = await valve(network)
    await network.report(node.eui)
    await expect.poll(async () => (await node.place()).listensAt).toEqual(expect.any(String))
    await node.order(33)
    await expect.poll(() => network.queued.length).toBe(1)
    network.queued[0]!.expiresAt = new Date(Date.now() - 1).toISOString()
    await network.report(node.eui)
    await expect.poll(() => network.queued.length, { timeout: 4000 }).toBe(2)
    return { network, node }
  }
  test('is called back from there first, and never carried out', async () => {
    const { network, node } = await missed(true)
    const second = await node.order(70)
    await expect.poll(() => network.queued.length, { timeout: 4000 }).toBe(3)
    await network.report(node.eui)
    await network.report(node.eui)
    expect(network.did.map(({ value }) => value)).toEqual([70])
    const [last, first] = await node.log()
    expect(last!.id).toBe(second.id)
    expect(first).toMatchObject({ state: 'superseded', reason: null })
    network.end()
  })
  test('is said to be possibly carried out where nobody can call it back', async () => {
    const { network, node } = await missed(false)
    await node.order(70)
    await expect.poll(() => network.queued.length, { timeout: 4000 }).toBe(3)
    expect((await node.log())[1]).toMatchObject({ state: 'superseded', reason: 'atNetwork' })
    await network.report(node.eui)
    expect(network.did.map(({ value }) => value)).toEqual([33])
    network.end()
  })
  test('so is one whose time is over', async () => {
    const network = await loraNetwork({ chance: always, honours: false, opensFor: 0 })
    await join(network, true)
    const node = await valve(network)
    await network.report(node.eui)
    await expect.poll(async () => (await node.place()).listensAt).toEqual(expect.any(String))
    const made = await node.order(21)
    await expect.poll(() => network.queued.length).toBe(1)
    await ends(made.id, 0)
    await expect
      .poll(async () => (await node.log())[0], { timeout: 4000 })
      .toMatchObject({ state: 'expired', reason: null })
    await network.report(node.eui)
    expect(network.did).toEqual([])
    network.end()
  })
})

describe('an order to a node of class C', () => {
  test('goes out at once, however long ago it spoke, lives as long as a waking device’s, and is done by its report', async () => {
    const network = await loraNetwork({ chance: always, deviceClass: 'CLASS_C' })
    await join(network)
    const node = await valve(network)
    await network.report(node.eui)
    await expect
      .poll(async () =>
        (await node.log()).length === 0 ? ((await node.place()).online as number) : 0,
      )
      .toBe(1)
    // It does not wait for a report, so no time is named at which it would listen.
    expect((await node.place()).listensAt).toBeNull()
    await wait(1100)
    const made = await node.order(40)
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeLessThanOrEqual(120_000)
    await expect.poll(() => network.did.map(({ value }) => value)).toEqual([40])
    await expect
      .poll(async () => (await node.log())[0])
      .toMatchObject({ id: made.id, state: 'confirmed' })
    network.end()
  })
})

/** A run of numbers that is the same each time. */
function dice(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
test.each([
  [1, true, 120, 'CLASS_A', false],
  [2, true, 20, 'CLASS_A', true],
  [3, false, 120, 'CLASS_A', true],
  [4, false, 20, 'CLASS_A', false],
  [5, true, 120, 'CLASS_C', true],
  [6, false, 20, 'CLASS_C', false],
  [7, true, 400, 'CLASS_C', true],
])(
  'random orders, losses and clocks (%i; the network drops what is over: %s, opens for %i ms, %s; its queue can be emptied: %s): none is carried out after it was called over, none is called done that was not',
  async (seed, honours, opensFor, deviceClass, hasApi) => {
    const chance = dice(seed * 7919)
    const network = await loraNetwork({ chance, honours, opensFor, deviceClass })
    await join(network, hasApi)
    const node = await valve(network, 5)
    let isOver = false
    const reports = (async () => {
      while (!isOver) {
        await network.report(node.eui)
        await wait(200 + chance() * 500)
      }
    })()
    await expect
      .poll(
        async () => {
          const { listensAt, online } = await node.place()
          return deviceClass === 'CLASS_C' ? online === 1 : listensAt !== null
        },
        { timeout: 5000 },
      )
      .toBe(true)
    // Further apart than a report may be from what was wanted.
    for (let value = 5; value <= 60; value += 5) {
      const made = await node.order(value)
      const turn = chance()
      if (turn < 0.3) await ends(made.id, chance() * 1200)
      else if (turn < 0.45) await mine.admin.send(cancelCommand, { id: made.id })
      await wait(chance() * 900)
    }
    await wait(2500)
    isOver = true
    await reports
    const log = await node.log()
    expect(log).toHaveLength(12)
    for (const { value, at } of network.did) {
      const { state, reason, endedAt } = log.find(({ wanted }) => wanted === value)!
      const isCalledOver =
        (state === 'expired' || state === 'cancelled' || state === 'superseded') &&
        reason !== 'atNetwork' &&
        Date.parse(endedAt!) < at
      expect(
        isCalledOver,
        `${value}: ${state} at ${endedAt}, carried out at ${new Date(at).toISOString()}`,
      ).toBe(false)
    }
    for (const { wanted, state, endedAt } of log)
      if (state === 'confirmed')
        expect(
          network.did.some(({ value, at }) => value === wanted && at <= Date.parse(endedAt!)),
        ).toBe(true)
    // What was replaced in time is not carried out where its network can be told.
    expect(network.did.length).toBeGreaterThan(hasApi ? 0 : 2)
    network.end()
  },
  60_000,
)
