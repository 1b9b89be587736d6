import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row } from '#server/db/database.ts'
import { advance } from '#server/modules/command/engine/advance.ts'
import { newDevice, type Field } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
let device: Field
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
  device = await newDevice(mine.admin, 'electric_valve')
})
afterAll(() => app.end())

/** A run of numbers that is the same each time. */
function dice(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

interface Said {
  measured: number
  value: number
  arrives: number
}
interface Story {
  told: number
  wanted: number
  said: Said[]
  ordered: { at: number; value: number }[]
  stands: boolean
}
/**
 * A valve over a line that is held up at times, by which everything comes in the order in which it
 * was sent. It reports now and
 * then and when it moves; it was ordered to and fro before. Times in ms from the moment at which
 * the order leaves.
 */
function story(chance: () => number, hasBacklog: boolean): Story {
  const wanted = chance() < 0.5 ? 0 : 1
  const down = chance() < 0.3 ? chance() * 9000 : 5 + chance() * 200
  const acts = chance() < 0.6 ? down + chance() * 1500 : Infinity
  const moves = [
    { at: -600_000, value: Math.round(chance()) },
    ...Array.from({ length: 3 }, () => ({
      at: chance() * 24_000 - 12_000,
      value: Math.round(chance()),
    })),
    ...(acts < Infinity ? [{ at: acts, value: wanted }] : []),
  ].sort((a, b) => a.at - b.at)
  const at = (when: number) => moves.findLast((move) => move.at <= when)!.value
  const measured = [
    ...Array.from({ length: 14 }, (_, i) => -600_000 + i * 40_000 + chance() * 5000),
    ...Array.from({ length: 14 }, () => chance() * 40_000 - 15_000),
    ...(acts < Infinity ? [acts] : []),
  ].toSorted((a, b) => a - b)
  const held = Array.from({ length: 3 }, () => ({
    from: chance() * 30_000 - 12_000,
    forMs: chance() * 9000,
  }))
  let line = -Infinity
  const sends = (when: number) => {
    const stall = held.find(({ from, forMs }) => when >= from && when < from + forMs)
    line = Math.max(
      line + 0.01,
      when + 2 + chance() * 40,
      stall ? stall.from + stall.forMs : 0 - Infinity,
    )
    return line
  }
  const said: Said[] = []
  let told = Infinity
  // What it measures while it has no connection it says later, behind what it acknowledges
  // meanwhile.
  const keptUntil = hasBacklog ? down + chance() * 2000 : -Infinity
  const keptFrom = keptUntil - chance() * 9000
  const events = [
    ...measured.map((when) => ({
      when: when >= keptFrom && when < keptUntil ? keptUntil : when,
      measured: when,
    })),
    { when: down, measured: null },
  ].toSorted((a, b) => a.when - b.when || (a.measured ?? -Infinity) - (b.measured ?? -Infinity))
  for (const { when, measured: value } of events) {
    if (value === null) told = sends(when)
    else said.push({ measured: value, value: at(value), arrives: sends(when) })
  }
  // We look in the middle of it, when all that has come may be old.
  const looked = chance() * 14_000
  return {
    told: told < looked ? told : Infinity,
    wanted,
    said: said.filter(({ arrives }) => arrives < looked),
    ordered: moves.filter(({ at: when }) => when > -20_000 && when < 0),
    stands: at(0) === wanted,
  }
}

const now = Math.floor(Date.now() / 1000) * 1000 - 100_000
/** Whether the order of a story is called done at its end. */
async function isConfirmed(
  { told, wanted, said, ordered }: Story,
  stamp: (measured: number) => number | null,
): Promise<{ isDone: boolean; by: Said | undefined }> {
  let outcome: { isDone: boolean; by: Said | undefined } = { isDone: false, by: undefined }
  const rollBack = new Error('told')
  await app.db
    .write(mine.id, async (tx) => {
      const moment = (ms: number) =>
        sql`to_timestamp(${ms === Infinity ? null : (now + ms) / 1000}::float8)`
      for (const { at, value } of ordered) {
        await sql`insert into device_command (state, device_name, device_type, device_id, circuit,
          channel, actuator, effect, wanted, origin, sent_at, left_at, expires_at)
        values ('superseded', '', 'electric_valve', ${device.id}, 1, 'open', 'open', 'open',
        ${value}, 'web', ${moment(at)}, ${moment(at)}, now() + interval '1 hour')`.execute(tx)
      }
      const { id } = (await row<{ id: number }>(
        tx,
        sql`insert into device_command (state, device_name, device_type, device_id, circuit,
          channel, actuator, effect, wanted, origin, sent_at, left_at, delivered_at, answers_from, expires_at)
      values (${told === Infinity ? 'sent' : 'delivered'}, '', 'electric_valve', ${device.id}, 1,
      'open', 'open', 'open', ${wanted}, 'web', ${moment(0)}, ${moment(0)}, ${moment(told)},
      ${moment(told)}, now() + interval '1 hour') returning id`,
      ))!
      for (const { measured, value, arrives } of said) {
        const own = stamp(measured)
        await sql`insert into telemetry_report (tenant_id, device_id, at, metrics, measured, clock,
          received_at) values (${mine.id}, ${device.id},
          ${own === null ? moment(arrives) : sql`to_timestamp(${own / 1000}::float8)`}, '{open}',
          array[${value}::float8], ${own === null ? 1 : 0}, ${moment(arrives)}) on conflict do nothing`.execute(
          tx,
        )
      }
      await advance(tx, mine.id, device.id, null)
      const { state } = (await row<{ state: string }>(
        tx,
        sql`select state from device_command where id = ${id}`,
      ))!
      outcome = {
        isDone: state === 'confirmed',
        by: said.find((one) => one.value === wanted && one.measured >= 0),
      }
      throw rollBack
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error
    })
  return outcome
}

const clocks: Record<string, (chance: () => number) => (measured: number) => number | null> = {
  'no clock': () => () => null,
  'a clock': () => (ms) => Math.floor(now + ms),
  'a clock that is off': (chance) => {
    const off = (chance() - 0.5) * 16_000
    return (ms) => Math.floor(now + ms + off)
  },
  'a clock of whole seconds': (chance) => {
    const off = (chance() - 0.5) * 6000
    return (ms) => Math.floor((now + ms + off) / 1000) * 1000
  },
}
/**
 * What the quickest of a device's reports are under way for cannot be told from its clock being
 * slow.
 */
const quickestMs = 45

test.each(Object.keys(clocks))(
  'over random delays, of a device with %s, only what was measured after an order left confirms it',
  async (name) => {
    const chance = dice(name.length * 7919)
    const seen = { done: 0, missed: 0, old: 0 }
    for (let run = 0; run < 240; run++) {
      // Without a clock nothing tells what was kept back from what is new: the line alone is in
      // order.
      const told = story(chance, name !== 'no clock' && run % 2 === 0)
      const { isDone, by } = await isConfirmed(told, clocks[name]!(chance))
      const slack =
        name === 'a clock of whole seconds' ? 1000 : name === 'no clock' ? 0 : quickestMs
      const fresh = told.said.some((one) => one.value === told.wanted && one.measured >= -slack)
      // Without a clock what it says of where it stood and stands cannot be told apart; nor need it
      // be.
      if (name === 'no clock' && told.stands) continue
      expect(
        isDone && !fresh,
        `run ${run}: called done by what was measured before it left: ${JSON.stringify(told)}`,
      ).toBe(false)
      // What would have confirmed it under the old rule of ten seconds.
      if (
        told.said.some(
          (one) =>
            one.value === told.wanted &&
            one.measured < -slack &&
            one.measured > -10_000 &&
            one.arrives >= 0,
        )
      )
        seen.old++
      if (isDone) seen.done++
      // Two of one second are one value.
      else if (
        by &&
        told.said.some(
          (one) =>
            one.value === told.wanted &&
            one.measured > 1000 &&
            one.arrives > told.told &&
            !told.said.some(
              (other) => other !== one && Math.abs(other.measured - one.measured) < 1000,
            ),
        )
      )
        seen.missed++
    }
    // The danger was there, most of what was done is seen to be, and what is said plainly is never
    // overlooked.
    expect(seen.old).toBeGreaterThan(2)
    expect(seen.done).toBeGreaterThan(40)
    expect(seen.missed).toBe(0)
  },
  120_000,
)
