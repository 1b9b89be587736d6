import { describe, expect, test } from 'vitest'
import { loraNetwork } from './lora-network.ts'
import { always, ends, join, valve } from './lora-orders-ground.ts'

describe('an order that is replaced while it lies at its network', () => {
  /** A node that is known to miss its window, so that orders lie ready before it. */
  async function missed(hasApi: boolean) {
    const network = await loraNetwork({ chance: always, opensFor: 0 })
    await join(network, hasApi)
    const node = await valve(network)
    await network.report(node.eui)
    await expect
      .poll(async () => (await node.place()).listensAt, { timeout: 4000 })
      .toEqual(expect.any(String))
    await node.order(33)
    await expect.poll(() => network.queued.length, { timeout: 4000 }).toBe(1)
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
    await expect
      .poll(async () => (await node.place()).listensAt, { timeout: 4000 })
      .toEqual(expect.any(String))
    const made = await node.order(21)
    await expect.poll(() => network.queued.length, { timeout: 4000 }).toBe(1)
    await ends(made.id, 0)
    await expect
      .poll(async () => (await node.log())[0], { timeout: 4000 })
      .toMatchObject({ state: 'expired', reason: null })
    await network.report(node.eui)
    expect(network.did).toEqual([])
    network.end()
  })
})
