import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { cancelCommand, commandsNamed } from '#contract/command/command.ts'
import { loraNetwork } from './lora-network.ts'
import { always, ends, join, mine, valve } from './lora-orders-ground.ts'

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
    // Whoever ordered it of many is told until when it waits, too.
    expect(await mine.admin.call(commandsNamed, { ids: String(made.id) })).toMatchObject([
      { id: made.id, listensAt: (await node.place()).listensAt },
    ])
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
