import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { cancelCommand, deviceCommands, type CommandRow } from '#contract/command/command.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { connect, newDevice, report, type Field, type Order } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  // Orders that live for a second see many ends in a short test.
  Object.assign((deviceTypes.electric_valve as DeviceType).actuators!.opening!, { ttlSeconds: 1 })
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
  mine = await newTenant(app)
})
afterAll(() => app.end())

/** A run of numbers that is the same each time. */
function dice(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

interface Done {
  id: number
  value: number
  at: number
}
/**
 * A valve in the field that keeps what devices are asked to keep: nothing after its time, nothing
 * older after something newer. Messages are lost both ways, its clock is off, it comes and goes,
 * and what it measured may lie with it for a while before it is sent.
 */
class FieldValve {
  readonly did: Done[] = []
  readonly #device: Field
  readonly #chance: () => number
  /** How far its clock is ahead; what it is told of time is in the server's. */
  readonly #skewMs: number
  readonly #heldMs: number
  #line = Promise.resolve()
  #client: MqttClient | null = null
  #newest = 0
  #isOver = false
  #isReliable = false
  position = 0
  constructor(device: Field, chance: () => number, skewMs: number, heldMs: number) {
    this.#heldMs = heldMs
    this.#device = device
    this.#chance = chance
    this.#skewMs = skewMs
  }
  async live(): Promise<void> {
    while (!this.#isOver) {
      await this.#join()
      await wait(300 + this.#chance() * 1200)
      if (!this.#isReliable && this.#chance() < 0.35) await this.#leave()
      await this.say()
    }
    await this.#leave()
  }
  end(): void {
    this.#isOver = true
  }
  /** From now on it stays, loses nothing and does at once what it is told. */
  behave(): void {
    this.#isReliable = true
  }
  async say(): Promise<void> {
    if (!this.#client || (!this.#isReliable && this.#chance() < 0.2)) return
    const measured = { ts: Date.now() + this.#skewMs, values: { opening: this.position } }
    const heldMs = !this.#isReliable && this.#chance() < 0.4 ? this.#chance() * this.#heldMs : 0
    this.#line = this.#line
      .then(() => wait(heldMs))
      .then(
        async () =>
          void (this.#client && (await report(this.#client, measured).catch(() => undefined))),
      )
    if (this.#heldMs === 0) await this.#line
  }
  async #join(): Promise<void> {
    if (this.#client) return
    const client = await connect(app, this.#device)
    client.on(
      'message',
      (_topic, payload) => void this.#obey(JSON.parse(payload.toString()) as Order),
    )
    await client.subscribeAsync('v1/devices/me/commands', { qos: 1 })
    this.#client = client
  }
  async #leave(): Promise<void> {
    await this.#client?.endAsync(this.#chance() < 0.5).catch(() => undefined)
    this.#client = null
  }
  async #obey({ id, value, expiresAt }: Order): Promise<void> {
    if (!this.#isReliable && this.#chance() < 0.2) return
    this.#newest = Math.max(this.#newest, id)
    if (!this.#isReliable) await wait(this.#chance() * 700)
    if (id < this.#newest || Date.now() >= Date.parse(expiresAt)) return
    this.position = value
    this.did.push({ id, value, at: Date.now() })
    await this.say()
  }
}

test.each([
  [1, 0, 0],
  [2, -6000, 0],
  [3, 6000, 0],
  [4, 0, 2500],
  [5, -6000, 2500],
])(
  'random orders, losses and clocks (%i, a clock that is off by %i ms, reports held back for up to %i ms): none is carried out after it was called over, none is called done that was not',
  async (seed, skewMs, heldMs) => {
    const chance = dice(seed * 6121)
    const device = await newDevice(mine.admin, 'electric_valve', { reportMinutes: 5 })
    const { content } = await mine.admin.call(switchList, { deviceId: device.id })
    const circuit = content.find(({ channel }) => channel === 'opening')!
    const valve = new FieldValve(device, chance, skewMs, heldMs)
    const living = valve.live()
    await wait(400)
    const positions: { from: number; value: number }[] = [{ from: 0, value: 0 }]
    let asked = 0
    for (let i = 0; i < 16; i++) {
      // Few places, so that the same is wanted again.
      const answer = await mine.admin.send(controlSwitch, {
        id: circuit.id,
        value: Math.floor(chance() * 6) * 20,
      })
      if (answer.statusCode === 200) asked++
      else expect(answer.json()).toMatchObject({ code: 'command.pending' })
      if (answer.statusCode === 200 && chance() < 0.15)
        await mine.admin.send(cancelCommand, { id: (answer.json() as CommandRow).id })
      await wait(chance() * 700)
    }
    await wait(2500)
    const commands = () => mine.admin.call(deviceCommands, { id: device.id })
    // However unlucky it was: when all goes well again, what is done is called done.
    valve.behave()
    const isSeen = async () =>
      valve.did.length > 2 && (await commands()).some(({ state }) => state === 'confirmed')
    for (let i = 0; i < 10 && !(await isSeen()); i++) {
      const answer = await mine.admin.send(controlSwitch, {
        id: circuit.id,
        value: valve.position === 100 ? 0 : 100,
      })
      if (answer.statusCode === 200) asked++
      await wait(1500)
    }
    valve.end()
    await living
    const log = await commands()
    expect(log).toHaveLength(asked)
    for (const { id, state } of log)
      expect(
        ['confirmed', 'timedOut', 'expired', 'superseded', 'cancelled'],
        `order ${id} has no end: ${state}`,
      ).toContain(state)
    for (const [at, { id, value, at: when }] of valve.did.entries()) {
      const { state, sentAt, endedAt, wanted } = log.find((one) => one.id === id)!
      positions.push({ from: when, value })
      expect(wanted).toBe(value)
      expect(
        valve.did.findIndex((one) => one.id === id),
        'carried out twice',
      ).toBe(at)
      expect(sentAt, `${id} is ${state} and was never sent`).not.toBeNull()
      // What was superseded may have been on its way: then what superseded it comes after it. What
      // stood there already may be confirmed before it is moved.
      const isCalledOver =
        (state === 'expired' || state === 'timedOut' || state === 'cancelled') &&
        Date.parse(endedAt!) + 5 < when
      expect(
        isCalledOver,
        `${id}: ${state} at ${endedAt}, carried out at ${new Date(when).toISOString()}`,
      ).toBe(false)
      if (at > 0) expect(id).toBeGreaterThan(valve.did[at - 1]!.id)
    }
    for (const { id, state, wanted, sentAt, endedAt } of log) {
      if (state !== 'confirmed') continue
      const wasThere = positions.some(
        ({ from, value }, i) =>
          value === wanted &&
          from <= Date.parse(endedAt!) &&
          (positions[i + 1]?.from ?? Infinity) >= Date.parse(sentAt!),
      )
      expect(wasThere, `order ${id} is called done, and the valve was never at ${wanted}`).toBe(
        true,
      )
    }
    const states = new Set(log.map(({ state }) => state))
    expect([states.has('confirmed'), states.has('superseded'), valve.did.length > 2]).toEqual([
      true,
      true,
      true,
    ])
  },
  60_000,
)
