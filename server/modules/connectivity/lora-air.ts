import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import {
  flushLoraQueue,
  loraCoverage,
  loraFrames,
  loraLinks,
  mostLoraLinks,
  loraQueue,
  loraSession,
  renewLoraKeys,
  resetLoraCounters,
  restartLoraSession,
  saveLoraSession,
  type LoraFrame,
  type LoraHeard,
  type LoraKeys,
  type LoraQueued,
  type LoraSession,
} from '#contract/connectivity/lora-air.ts'
import type { Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { notFound, unprocessable } from '#server/db/http-error.ts'
import { encryptSecret } from '#server/db/secret.ts'
import { keptText } from '#server/db/kept-text.ts'
import { cancel } from '#server/modules/command/engine/order.ts'
import { commandById, commandsOf } from '#server/modules/command/engine/store.ts'
import { apiOfNode } from '#server/modules/connectivity/engine/lora/network-api.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import {
  controlsAll,
  editsDevice,
  maySee,
  seenDevice,
} from '#server/modules/equipment/device-access.ts'

type Codes = ReadonlySet<string>
const mostFrames = 200
const mostHeard = 500
const reasonOf = (error: unknown) =>
  keptText(error instanceof Error ? error.message : 'no answer', 200)

type Speaker = Row & { eui: string; deviceType: string; name: string }
/** What speaks LoRaWAN, or is read by a codec. Errors: 404 for anything else. */
async function speaker(tx: Tx, id: number, codes: Codes): Promise<Speaker> {
  const found = (await seenDevice(tx, id, codes)) as Speaker & { codecId: number | null }
  if (!found.codecId && !deviceTypeNamed(found.deviceType).overLorawan) throw notFound()
  return found
}
const none: LoraSession = {
  activation: 'otaa',
  region: 'CN470',
  deviceClass: 'A',
  macVersion: '1.0.3',
  joinEui: null,
  devAddr: null,
  keysAt: null,
  pushedAt: null,
  networkName: null,
  hasApi: false,
  joinedAt: null,
  upCounter: null,
  downCounter: null,
  received: 0,
  lost: 0,
  countedSince: null,
}
const sessionOf = async (tx: Tx, id: number): Promise<LoraSession> =>
  (await row<LoraSession>(
    tx,
    sql`select s.activation, s.region, s.device_class, s.mac_version, s.join_eui, s.dev_addr, s.keys_at, s.pushed_at, n.name as network_name,
  coalesce(n.api_url <> '' and n.sealed_api_token is not null, false) as has_api, s.joined_at, s.up_counter, s.down_counter, s.received, s.lost, s.counted_since
  from lora_session s left join lora_network n on n.id = s.network_id where s.device_id = ${id}`,
  )) ?? none
const random = (bytes: number) => randomBytes(bytes).toString('hex').toUpperCase()

/** LoRaWAN as it is in the air: keys, frames, who hears whom, and what waits. */
export function loraAir(app: Services): void {
  const outgoing = { allowsPrivate: app.options.privateBrokers ?? false, timeoutMs: 8000 }
  serve(app, loraSession, ({ id }, { read, codes }) =>
    read(async (tx) => (await speaker(tx, id, codes), sessionOf(tx, id))),
  )
  serve(
    app,
    saveLoraSession,
    ({ id, activation, region, deviceClass, macVersion, joinEui = null }, { write, codes }) =>
      write(async ({ tx, audit, announce }) => {
        const found = await speaker(tx, id, codes)
        editsDevice(codes, found.deviceType)
        const before = await sessionOf(tx, id)
        await sql`insert into lora_session (device_id, activation, region, device_class, mac_version, join_eui) values (${id}, ${activation}, ${region}, ${deviceClass}, ${macVersion}, ${joinEui?.toUpperCase() ?? null})
      on conflict (tenant_id, device_id) do update set activation = excluded.activation, region = excluded.region, device_class = excluded.device_class, mac_version = excluded.mac_version, join_eui = excluded.join_eui`.execute(
          tx,
        )
        await audit({
          entity: device.name,
          recordId: id,
          title: found.name,
          action: 'edit',
          before: { lora: { ...before, keysAt: undefined } },
          after: { lora: { activation, region, deviceClass, macVersion, joinEui } },
        })
        await announce({ resource: device.name, ids: [id], kind: 'updated' })
        return sessionOf(tx, id)
      }),
  )
  serve(
    app,
    renewLoraKeys,
    async ({ id, appKey, devAddr, nwkSKey, appSKey }, { read, write, codes, platform }) => {
      const { found, session, api } = await read(async (tx) => ({
        found: await speaker(tx, id, codes),
        session: await sessionOf(tx, id),
        api: await apiOfNode(tx, id, platform.secret, outgoing),
      }))
      const isJoining = session.activation === 'otaa'
      const made: Omit<LoraKeys, 'problem' | 'isPushed'> = {
        devEui: found.eui.toUpperCase(),
        joinEui: isJoining ? (session.joinEui ?? '0000000000000000') : null,
        appKey: isJoining ? (appKey ?? random(16)).toUpperCase() : null,
        nwkKey: isJoining && session.macVersion.startsWith('1.1') ? random(16) : null,
        // Addresses of private networks begin with 0 or 1 (seven bits of NwkID 0 and 1).
        devAddr: isJoining ? null : (devAddr ?? `0${random(4).slice(1)}`).toUpperCase(),
        nwkSKey: isJoining ? null : (nwkSKey ?? random(16)).toUpperCase(),
        appSKey: isJoining ? null : (appSKey ?? random(16)).toUpperCase(),
      }
      const problem = api?.keys ? await api.keys(found.eui, made).then(() => null, reasonOf) : null
      const isPushed = Boolean(api?.keys) && problem === null
      await write(async ({ tx, audit, announce }) => {
        const sealed = encryptSecret(
          platform.secret,
          JSON.stringify({
            appKey: made.appKey,
            nwkKey: made.nwkKey,
            nwkSKey: made.nwkSKey,
            appSKey: made.appSKey,
          }),
        )
        await sql`insert into lora_session (device_id, sealed_keys, keys_at, pushed_at, dev_addr) values (${id}, ${sealed}, now(), ${isPushed ? sql`now()` : null}, ${made.devAddr})
        on conflict (tenant_id, device_id) do update set sealed_keys = excluded.sealed_keys, keys_at = excluded.keys_at, pushed_at = excluded.pushed_at, dev_addr = excluded.dev_addr, up_counter = null, down_counter = null`.execute(
          tx,
        )
        await audit({ entity: device.name, recordId: id, title: found.name, action: 'credential' })
        await announce({ resource: device.name, ids: [id], kind: 'updated' })
      })
      return { ...made, problem, isPushed }
    },
  )
  serve(app, resetLoraCounters, ({ id }, { write, codes }) =>
    write(async ({ tx, audit, announce }) => {
      const found = await speaker(tx, id, codes)
      editsDevice(codes, found.deviceType)
      const { upCounter, downCounter, received, lost } = await sessionOf(tx, id)
      await sql`update lora_session set up_counter = null, down_counter = null, received = 0, lost = 0, counted_since = now() where device_id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: device.name,
        recordId: id,
        title: found.name,
        action: 'edit',
        before: { lora: { upCounter, downCounter, received, lost } },
        after: { lora: { upCounter: null, downCounter: null, received: 0, lost: 0 } },
      })
      await announce({ resource: device.name, ids: [id], kind: 'updated' })
      return sessionOf(tx, id)
    }),
  )
  serve(app, restartLoraSession, async ({ id }, { read, write, codes, platform }) => {
    const { found, session, api } = await read(async (tx) => ({
      found: await speaker(tx, id, codes),
      session: await sessionOf(tx, id),
      api: await apiOfNode(tx, id, platform.secret, outgoing),
    }))
    if (!api) throw unprocessable('lora.no_api')
    // First there: what the network server did not do is not shown as done.
    await api.restart(found.eui, session.activation === 'otaa').catch((error: unknown) => {
      throw unprocessable('lora.not_restarted', { problem: reasonOf(error) })
    })
    return write(async ({ tx, audit, announce }) => {
      await sql`update lora_session set up_counter = null, down_counter = null, received = 0, lost = 0, counted_since = now(), joined_at = case when activation = 'otaa' then null else joined_at end where device_id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: device.name,
        recordId: id,
        title: found.name,
        action: 'edit',
        before: { lora: { upCounter: session.upCounter, downCounter: session.downCounter } },
        after: { lora: { upCounter: null, downCounter: null, session: 'restarted' } },
      })
      await announce({ resource: device.name, ids: [id], kind: 'updated' })
      return sessionOf(tx, id)
    })
  })
  serve(app, loraLinks, (_input, { read, codes }) =>
    read((tx) => {
      const types = deviceTypeNames.filter((type) => maySee(codes, type))
      return rows<LoraHeard>(
        tx,
        sql`select h.gateway, w.name as gateway_name, w.id as gateway_id, w.device_type as gateway_type, w.latlng as gateway_latlng, h.device_id, d.name as device_name, d.device_type, d.latlng, d.online, h.count::int, h.last_at, h.rssi, h.snr, h.best_rssi, h.best_snr
      from lora_heard h join device d on d.tenant_id = h.tenant_id and d.id = h.device_id join device w on w.tenant_id = h.tenant_id and lower(w.eui) = h.gateway
      where h.last_at > now() - interval '30 days' and coalesce(d.latlng, '') <> '' and coalesce(w.latlng, '') <> '' and d.device_type = any(${types}::text[]) and w.device_type = any(${types}::text[])
      order by h.rssi nulls first, h.device_id, w.id limit ${mostLoraLinks}`,
      )
    }),
  )
  serve(app, loraFrames, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const found = await speaker(tx, id, codes)
      return rows<LoraFrame>(
        tx,
        sql`select f.id, f.device_id, d.name as device_name, f.at, f.kind, f.port, f.counter, f.payload, f.frequency, f.data_rate, f.spreading_factor, f.lost,
        (select coalesce(jsonb_agg(jsonb_build_object('id', g.one->>'id', 'name', w.name, 'deviceId', w.id, 'rssi', g.one->'rssi', 'snr', g.one->'snr') order by g.n), '[]') from jsonb_array_elements(f.gateways) with ordinality as g (one, n)
          left join lateral (select o.id, o.name from device o where o.tenant_id = f.tenant_id and lower(o.eui) = g.one->>'id' order by o.id limit 1) w on true) as gateways
      from (select * from lora_frame where device_id = ${id} or gateways @> ${JSON.stringify([{ id: found.eui.toLowerCase() }])}::jsonb order by id desc limit ${mostFrames}) f join device d on d.tenant_id = f.tenant_id and d.id = f.device_id order by f.id desc`,
      )
    }),
  )
  serve(app, loraCoverage, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const found = await speaker(tx, id, codes)
      return rows<LoraHeard>(
        tx,
        sql`select h.gateway, w.name as gateway_name, w.id as gateway_id, w.device_type as gateway_type, w.latlng as gateway_latlng, h.device_id, d.name as device_name, d.device_type, d.latlng, d.online, h.count::int, h.last_at, h.rssi, h.snr, h.best_rssi, h.best_snr
      from lora_heard h join device d on d.tenant_id = h.tenant_id and d.id = h.device_id left join lateral (select o.id, o.name, o.device_type, o.latlng from device o where o.tenant_id = h.tenant_id and lower(o.eui) = h.gateway order by o.id limit 1) w on true
      where h.device_id = ${id} or h.gateway = ${found.eui.toLowerCase()} order by h.best_rssi desc nulls last, h.device_id limit ${mostHeard}`,
      )
    }),
  )
  serve(app, loraQueue, async ({ id }, { read, codes, platform }) => {
    const { found, open, api } = await read(async (tx) => ({
      found: await speaker(tx, id, codes),
      open: (await commandsOf(tx, id, 200)).filter(
        ({ state }) => state === 'created' || state === 'waiting',
      ),
      api: await apiOfNode(tx, id, platform.secret, outgoing),
    }))
    const asked = api
      ? await api.queue(found.eui).then(
          (items) => ({ items, problem: null }),
          (error: unknown) => ({ items: [], problem: reasonOf(error) }),
        )
      : { items: [], problem: null }
    const here = open.map((one): LoraQueued => ({
      where: 'here',
      id: String(one.id),
      commandId: one.id,
      what: `${one.channel} → ${one.wanted ?? ''}`,
      payload: null,
      port: null,
      at: one.createdAt,
      expiresAt: null,
    }))
    return {
      items: [
        ...here,
        ...asked.items.map((one): LoraQueued => ({
          where: 'network',
          id: one.id,
          commandId: null,
          what: '',
          payload: one.payload,
          port: one.port,
          at: null,
          expiresAt: one.expiresAt,
        })),
      ],
      problem: asked.problem,
      hasApi: api !== null,
    }
  })
  serve(app, flushLoraQueue, async ({ id }, { read, write, codes, tenant, platform }) => {
    const { found, api } = await read(async (tx) => ({
      found: await speaker(tx, id, codes),
      api: await apiOfNode(tx, id, platform.secret, outgoing),
    }))
    controlsAll(codes, [found.deviceType])
    const cancelled = await write(async ({ tx, audit }) => {
      const open = await rows<{ id: number }>(
        tx,
        sql`select id from device_command where device_id = ${id} and state in ('created', 'waiting') order by id`,
      )
      for (const one of open) await cancel(tx, tenant, (await commandById(tx, one.id))!)
      await audit({
        entity: device.name,
        recordId: id,
        title: found.name,
        action: 'control',
        after: { queue: 'flush', cancelled: open.length },
      })
      return open.length
    })
    return {
      cancelled,
      problem: api ? await api.flush(found.eui).then(() => null, reasonOf) : null,
    }
  })
}
