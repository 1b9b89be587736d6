import { sql } from 'kysely'
import type { DeviceMessage } from '#contract/equipment/device-calls.ts'
import { bigints, integers, smallints, texts, times } from '#server/db/binary.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { countOf } from './reports.ts'
import type { Incoming } from './store.ts'

/** Messages that are kept of each device as they came. */
export const keptMessages = 100
function outcomeOf(message: Incoming, repeated: ReadonlySet<Incoming>): DeviceMessage['outcome'] {
  if (repeated.has(message)) return 'repeated'
  return message.problems.length === 0 ? 'stored' : countOf(message) > 0 ? 'corrected' : 'refused'
}

/**
 * The raw log of this process's devices: a ring of a hundred places each. Which place comes next is
 * known here; of a device
 * that has just connected, perhaps from another process, it is asked of the database.
 */
export class MessageLog {
  readonly #next = new Map<number, number>()

  forget(device: number): void {
    this.#next.delete(device)
  }

  /** `repeated`: those that brought nothing new. */
  async write(
    tx: Tx,
    tenant: number,
    messages: readonly Incoming[],
    repeated: ReadonlySet<Incoming>,
  ): Promise<void> {
    if (messages.length === 0) return
    await this.#learn(tx, messages)
    // Of a batch that goes round the ring more than once, the last round is what would be left.
    const last = new Map<number, Incoming>()
    for (const message of messages) {
      const slot = this.#next.get(message.device) ?? 0
      this.#next.set(message.device, (slot + 1) % keptMessages)
      last.set(message.device * keptMessages + slot, message)
    }
    const all = [...last.values()]
    const places = [...last.keys()]
    // A message's number is when it came: no two of a device have the same.
    await sql`${prepared}insert into device_message as m (tenant_id, device_id, slot, id, at, bytes,
      payload, outcome, points, problems)
      select ${tenant}::bigint, device_id, slot, id, at, bytes, payload, outcome, points, problems::jsonb from unnest(
        ${bigints(all.map(({ device }) => device))}::bigint[],
          ${smallints(places.map((place) => place % keptMessages))}::smallint[],
          ${bigints(all.map(({ receivedAt }) => receivedAt))}::bigint[],
        ${times(all.map(({ receivedAt }) => receivedAt))}::timestamptz[],
          ${integers(all.map(({ bytes }) => bytes))}::int[],
          ${texts(all.map(({ text }) => text))}::text[],
          ${texts(all.map((message) => outcomeOf(message, repeated)))}::text[],
        ${integers(all.map(countOf))}::int[],
          ${texts(all.map(({ problems }) => (problems.length === 0 ? '[]' : JSON.stringify(problems))))}::text[]
      ) as given (device_id, slot, id, at, bytes, payload, outcome, points, problems)
      on conflict (tenant_id, device_id, slot) do update
      set id = excluded.id, at = excluded.at, bytes = excluded.bytes, payload = excluded.payload,
        outcome = excluded.outcome, points = excluded.points, problems = excluded.problems`.execute(
      tx,
    )
  }

  async #learn(tx: Tx, messages: readonly Incoming[]): Promise<void> {
    const unknown = [...new Set(messages.map(({ device }) => device))].filter(
      (device) => !this.#next.has(device),
    )
    if (unknown.length === 0) return
    const found = await rows<{ deviceId: number; slot: number }>(
      tx,
      sql`select distinct on (device_id) device_id, slot from device_message
        where device_id = any(${unknown}::bigint[]) order by device_id, id desc`,
    )
    for (const { deviceId, slot } of found) this.#next.set(deviceId, (slot + 1) % keptMessages)
  }
}
