import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { livePath } from '#contract/platform/platform-calls.ts'
import type { App } from '#server/app.ts'
import { buildApp } from '#server/app.ts'
import { row, rows } from '#server/db/database.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { Client } from '#server/demo/client.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { createAccount, createTenant } from '#server/modules/account/engine/tenant.ts'
import { renew } from '#server/modules/equipment/engine/credential.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'

// npm run bench:fleet
// Lists over 5,000 devices of one tenant; and how long a message takes to a browser that looks at
// its device, while 200
// devices send one a second: published, told of by the event stream, asked for, answered.
const fleet = 5000
const talking = 200
const seconds = 20
const calls = 60

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
const said = (times: number[]) => {
  times.sort((a, b) => a - b)
  return `p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms, most ${times.at(-1)!.toFixed(0)} ms`
}

async function newTenant(app: App): Promise<Client> {
  const passwordHash = await hashPassword('Harvest2026')
  const { tenantId, accountId } = await app.db.platform((tx) =>
    createTenant(tx, 'fleet', ['wfpf-farm', 'wfpf-company'], 'admin', (tenant) =>
      createAccount(tx, {
        loginName: 'fleet',
        realName: 'fleet',
        phone: null,
        passwordHash,
        defaultTenantId: tenant,
      }),
    ),
  )
  const client = new Client(app.http)
  client.token = (
    await app.db.platform((tx) =>
      openSession(tx, { accountId, tenantId, device: 'bench', address: '127.0.0.1' }),
    )
  ).access_token
  client.tenantId = tenantId
  return client
}
/** The type of those that report. */
const talker = 'gateway_weather'
/** Straight into the tables: what is measured is reading them. */
async function makeFleet(app: App, tenant: number): Promise<number[]> {
  return app.db.write(tenant, async (tx) => {
    const areas = await rows<{ id: number }>(
      tx,
      sql`insert into area (area_name) select 'base ' || n from generate_series(1, 10) n returning id`,
    )
    const made = await rows<{ id: number }>(
      tx,
      sql`insert into device (name, device_type, eui, area_id, online, last_seen_at)
      select 'device ' || n, (array['gateway_weather', 'soil', 'electric_valve',
      'gateway'])[1 + n % 4], 'fleet-' || n, (${areas.map(({ id }) => id)}::bigint[])[1 + n % 10],
      (n % 7 <> 0)::int, now() from generate_series(1, ${fleet}) n returning id`,
    )
    await sql`insert into device_latest (tenant_id, device_id, metric, at, value)
      select ${tenant}, d.id, m, now(), random() * 30 from device d, unnest(array['airTemperature',
      'airHumidity', 'windSpeed', 'rainfall', 'signal', 'batteryVoltage']) m where d.device_type = ${talker}`.execute(
      tx,
    )
    return made.map(({ id }) => id)
  })
}
async function timed(client: Client, path: string, query: Record<string, string>): Promise<string> {
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    const start = performance.now()
    await client.call(path, query)
    if (i >= 5) times.push(performance.now() - start)
  }
  return said(times)
}

/** Tells of each device that an event names. */
function follow(
  address: string,
  tenant: number,
  token: string,
  onDevices: (ids: readonly number[]) => void,
): () => void {
  const request = get(
    `${address}${livePath.replace('{tenant}', String(tenant))}`,
    { headers: { authorization: `Bearer ${token}` } },
    (response) => {
      let held = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        held += part
        const events = held.split('\n\n')
        held = events.pop()!
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1]
          const { resource, ids = [] } = data?.startsWith('{')
            ? (JSON.parse(data) as { resource?: string; ids?: number[] })
            : {}
          if (resource === 'device') onDevices(ids)
        }
      })
    },
  )
  return () => request.destroy()
}

async function latency(app: App, client: Client, devices: readonly number[]): Promise<string> {
  const credentials = await app.db.write(client.tenantId, async (tx) =>
    Promise.all(devices.map((id) => renew(tx, client.tenantId, id, 0))),
  )
  const connected: MqttClient[] = []
  for (const { key, secret } of credentials)
    connected.push(
      await mqtt.connectAsync(`mqtt://127.0.0.1:${app.broker!.port}`, {
        username: key,
        password: secret,
        protocolVersion: 4,
        reconnectPeriod: 0,
      }),
    )
  const watched = devices[0]!
  const times: number[] = []
  let asking = false
  // A browser looks again when an event names its device, one question at a time.
  const stop = follow(
    await app.http.listen({ port: 0, host: '127.0.0.1' }),
    client.tenantId,
    client.token,
    (ids) => {
      if (asking || !ids.includes(watched)) return
      asking = true
      void client
        .call<{ metric: string; value: number; at: string }[]>(
          `GET /wfpe/v1/{tenant}/device/${watched}/latest`,
        )
        .then((values) => {
          asking = false
          const newest = values.find(({ metric }) => metric === 'airTemperature')
          if (newest && Date.parse(newest.at) !== seen) {
            seen = Date.parse(newest.at)
            times.push(Date.now() - seen)
          }
        })
    },
  )
  let seen = 0
  const end = Date.now() + seconds * 1000
  await Promise.all(
    connected.map(async (device, i) => {
      await pause((i * 1000) / talking)
      for (; Date.now() < end; await pause(1000))
        void device.publishAsync(
          'v1/devices/me/telemetry',
          JSON.stringify({
            ts: Date.now(),
            values: { airTemperature: 20 + Math.sin(Date.now() / 5000) },
          }),
          { qos: 1 },
        )
    }),
  )
  await pause(1000)
  stop()
  await Promise.all(connected.map((device) => device.endAsync(true)))
  return `${times.length} values seen; ${said(times)}`
}

const folder = mkdtempSync(join(tmpdir(), 'furrow-fleet-'))
const postgres = await startPostgres({ dataDir: folder, say: () => undefined })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const app = await buildApp({
    databaseUrl: appUrl(owner),
    secret: 'bench',
    filesDir: join(folder, 'files'),
    webDir: folder,
    publicUrl: 'http://localhost',
    mqtt: { host: '127.0.0.1', port: 0 },
    callLimit: 1_000_000,
  })
  const client = await newTenant(app)
  await makeFleet(app, client.tenantId)
  const list = 'GET /wfpe/v1/{tenant}/device'
  console.log(
    `${fleet} devices, first page of 20: ${await timed(client, list, { page: '1', size: '20' })}`,
  )
  console.log(
    `… by name and base: ${await timed(client, list, { page: '1', size: '20', name: 'device 4', online: '1' })}`,
  )
  console.log(
    `… the last page, by last seen: ${await timed(client, list, { page: String(fleet / 20), size: '20', sort: 'lastSeenAt,desc' })}`,
  )
  console.log(
    `… weather stations with their values: ${await timed(client, 'GET /wfpe/v1/{tenant}/device/weather-station', { page: '1', size: '20' })}`,
  )
  const weather = await app.db.read(client.tenantId, (tx) =>
    rows<{ id: number }>(
      tx,
      sql`select id from device where device_type = ${talker} order by id limit ${talking}`,
    ),
  )
  console.log(
    `${talking} devices, a message a second each, to the answer in a browser: ${await latency(
      app,
      client,
      weather.map(({ id }) => id),
    )}`,
  )
  const stored = await app.db.read(client.tenantId, (tx) =>
    row<{ n: number }>(tx, sql`select count(*)::int as n from telemetry`),
  )
  console.log(`${stored!.n} values stored`)
  await app.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
