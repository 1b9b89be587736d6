import { sql } from 'kysely'
import { changed, rows, type Tx } from '#server/db/database.ts'
import type { LoraEvent } from './event.ts'

/** Frames that are kept of each node. */
const keptFrames = 200
/** Counters that leap further are another session's. */
const longestGap = 16_384
const kinds: Readonly<Record<string, string>> = { up: 'up', join: 'join', ack: 'ack', sent: 'down' }

/**
 * Writes down a frame of a node: what it was, who heard it, how many are missing before it. Answers
 * the devices that are gateways which heard it.
 */
export async function keepFrame(
  tx: Tx,
  device: number,
  network: number,
  said: LoraEvent,
): Promise<number[]> {
  const kind = kinds[said.kind]
  if (!kind) return []
  const { counter, gateways, payload, frequency, dataRate, spreadingFactor } = said
  let lost = 0
  if (kind === 'up') {
    const [before] = await rows<{ upCounter: number | null }>(
      tx,
      sql`insert into lora_session (device_id, network_id, thing)
        values (${device}, ${network}, ${said.thing}) on conflict (tenant_id, device_id) do update
        set network_id = excluded.network_id, thing = excluded.thing returning up_counter`,
    )
    const gap =
      counter === null || before?.upCounter === null || before === undefined
        ? 0
        : counter - before.upCounter - 1
    lost = gap > 0 && gap < longestGap ? gap : 0
    await sql`update lora_session set up_counter = coalesce(${counter}, up_counter),
      received = received + 1, lost = lost + ${lost} where device_id = ${device}`.execute(tx)
  } else if (kind === 'join') {
    // A join begins a session: counters begin anew, and nothing is missing.
    await sql`insert into lora_session (device_id, network_id, thing, joined_at)
      values (${device}, ${network}, ${said.thing}, now())
      on conflict (tenant_id, device_id) do update
      set network_id = excluded.network_id, thing = excluded.thing, joined_at = now(), up_counter = null, down_counter = null`.execute(
      tx,
    )
  } else if (kind === 'down' && counter !== null)
    await sql`update lora_session set down_counter = ${counter} where device_id = ${device}`.execute(
      tx,
    )
  const heard = JSON.stringify(gateways)
  const known =
    said.queueItem && kind === 'down'
      ? await changed(
          tx,
          sql`update lora_frame set counter = ${counter}, frequency = ${frequency},
            data_rate = ${dataRate}, spreading_factor = ${spreadingFactor},
            gateways = ${heard}::jsonb, at = now() where device_id = ${device} and queue_item = ${said.queueItem}`,
        )
      : 0
  if (known === 0)
    await insert(tx, device, {
      kind,
      port: kind === 'up' ? said.fPort : null,
      counter,
      payload: payload.toString('hex'),
      frequency,
      dataRate,
      spreadingFactor,
      heard,
      lost,
      queueItem: said.queueItem,
      at: said.at,
    })
  for (const { id, rssi, snr } of kind === 'up' ? gateways : []) {
    await sql`insert into lora_heard as h (gateway, device_id, rssi, snr, best_rssi, best_snr)
      values (${id}, ${device}, ${rssi}, ${snr}, ${rssi}, ${snr})
      on conflict (tenant_id, gateway, device_id) do update
      set count = h.count + 1, last_at = now(), rssi = excluded.rssi, snr = excluded.snr,
      best_rssi = greatest(h.best_rssi, excluded.best_rssi), best_snr = greatest(h.best_snr,
      excluded.best_snr)`.execute(tx)
  }
  return gateways.length === 0
    ? []
    : (
        await rows<{ id: number }>(
          tx,
          sql`select id from device where lower(eui) = any(${gateways.map(({ id }) => id)}::text[])
            and enabled_flag = 1`,
        )
      ).map(({ id }) => id)
}
/**
 * A downlink is on its way to the network server; when it has gone out is said by an event of its
 * own.
 */
export const keepDownlink = (
  tx: Tx,
  device: number,
  { queueItem, port, payload }: { queueItem: string; port: number; payload: Buffer },
) =>
  insert(tx, device, {
    kind: 'down',
    port,
    counter: null,
    payload: payload.toString('hex'),
    frequency: null,
    dataRate: null,
    spreadingFactor: null,
    heard: '[]',
    lost: 0,
    queueItem,
    at: null,
  })

interface Frame {
  kind: string
  port: number | null
  counter: number | null
  payload: string
  frequency: number | null
  dataRate: string | null
  spreadingFactor: number | null
  heard: string
  lost: number
  queueItem: string | null
  at: number | null
}
async function insert(
  tx: Tx,
  device: number,
  {
    kind,
    port,
    counter,
    payload,
    frequency,
    dataRate,
    spreadingFactor,
    heard,
    lost,
    queueItem,
    at,
  }: Frame,
): Promise<void> {
  await sql`insert into lora_frame (device_id, kind, port, counter, payload, frequency, data_rate,
    spreading_factor, gateways, lost, queue_item, at)
    values (${device}, ${kind}, ${port}, ${counter}, ${payload}, ${frequency}, ${dataRate},
    ${spreadingFactor}, ${heard}::jsonb, ${lost}, ${queueItem},
    coalesce(to_timestamp(${at === null ? null : at / 1000}::float8), now()))`.execute(tx)
  await sql`delete from lora_frame where device_id = ${device} and id <= (select id from lora_frame
    where device_id = ${device} order by id desc offset ${keptFrames} limit 1)`.execute(tx)
}
