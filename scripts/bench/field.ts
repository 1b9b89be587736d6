import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { buildApp } from '#server/app.ts'
import { row, rows } from '#server/db/database.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { renew } from '#server/modules/equipment/engine/credential.ts'
import { readPidFile } from '#server/postgres/pid-file.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { cpuOfFamily } from './cpu.ts'
import { channelsOf } from './field-channels.ts'
import type { Load, LoadResult } from './field-load.ts'

// npm run bench:field [-- --devices 100 --window 20 --seconds 15 --values 1 --tenants 1 --beside 1883]
// With --beside 1883 the same load goes first to the broker at that port (Mosquitto, say), which stores nothing.
// With --outside 1883 the server joins the broker at that port (MQTT_URL) and the load goes there: what that broker acknowledges,
// what is stored of it meanwhile, and what is lacking when all has come.
// Messages that devices publish with QoS 1, each acknowledged after the commit of its values; and what CPU each of them takes,
// which other work on the machine disturbs less than it does the rate. From a minute on: the memory of the server each minute.
const { values: asked } = parseArgs({
  options: {
    devices: { type: 'string', default: '100' },
    window: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '15' },
    values: { type: 'string', default: '1' },
    tenants: { type: 'string', default: '1' },
    beside: { type: 'string' },
    outside: { type: 'string' },
  },
})

/** Devices straight into the tables: the load is what is measured, not how it was set up. */
async function makeDevices(
  app: App,
  tenants: number,
  count: number,
): Promise<{ key: string; secret: string }[]> {
  const found = []
  for (let t = 0; t < tenants; t++) {
    const made = await app.db.platform((tx) =>
      row<{ id: number }>(
        tx,
        sql`insert into tenant (tenant_num, tenant_name) values (${`bench${t}`}, 'bench') returning id`,
      ),
    )
    found.push(
      ...(await app.db.write(made!.id, async (tx) => {
        const area = (await row<{ id: number }>(
          tx,
          sql`insert into area (area_name) values ('bench') returning id`,
        ))!
        const ids = await rows<{ id: number }>(
          tx,
          sql`insert into device (name, device_type, eui, area_id) select 'd' || n, ${channelsOf(Number(asked.values)).deviceType}, 'bench-' || n, ${area.id} from generate_series(1, ${count / tenants}::int) n returning id`,
        )
        const credentials = []
        for (const { id } of ids) credentials.push(await renew(tx, made!.id, id, 0))
        return credentials
      })),
    )
  }
  return found
}

const inMegabytes = (bytes: number) => Math.round(bytes / 1e6)

/** The load in a process of its own; `onCounting` is called when it has warmed up. */
async function put(load: Load, onCounting: () => void = () => undefined): Promise<LoadResult> {
  const child = fork(new URL('field-load.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const result = await new Promise<LoadResult>((resolve) => {
    child.on('message', (message) =>
      message === 'counting' ? onCounting() : resolve(message as LoadResult),
    )
    child.send(load)
  })
  await ended
  return result
}

async function storedOf(app: App): Promise<number> {
  const tenants = await app.db.platform((tx) =>
    rows<{ id: number }>(tx, sql`select id from tenant`),
  )
  let count = 0
  for (const { id } of tenants)
    count += (await app.db.read(id, (tx) =>
      row<{ count: number }>(
        tx,
        sql`select coalesce(sum(count), 0)::float8 as count from telemetry_hour`,
      ),
    ))!.count
  return count
}
/** What another's broker takes of the load, and what has come to be stored. */
async function besideOutside(app: App, load: Load): Promise<void> {
  let begun = { at: 0, stored: 0 }
  const result = await put({ ...load, isOutside: true }, () => {
    const at = performance.now()
    void storedOf(app).then((stored) => (begun = { at, stored }))
  })
  const over = { at: performance.now(), stored: await storedOf(app) }
  // All has come once nothing more came for ten seconds.
  let last = over
  for (let quietSince = over.at; performance.now() - quietSince < 10_000; await pause(500)) {
    const stored = await storedOf(app)
    if (stored === last.stored) continue
    quietSince = performance.now()
    last = { at: quietSince, stored }
  }
  await app.close()
  const rate = (count: number, seconds: number) => Math.round(count / seconds)
  console.log(
    `${load.credentials.length} devices by way of the broker at ${asked.outside}, window ${load.window}, ${load.values} values a message: ` +
      `${rate(result.acknowledged, result.seconds)} messages/s acknowledged by it, ${rate((over.stored - begun.stored) / load.values, (over.at - begun.at) / 1000)} messages/s stored meanwhile; ` +
      `${last.stored / load.values} of the ${result.published} published were stored in the end, ${rate((last.stored - begun.stored) / load.values, (last.at - begun.at) / 1000)} a second until then`,
  )
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-field-'))
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
      ...(asked.outside && { mqttUrl: `mqtt://127.0.0.1:${asked.outside}` }),
    })
    const load: Load = {
      port: app.broker!.port,
      credentials: await makeDevices(app, Number(asked.tenants), Number(asked.devices)),
      window: Number(asked.window),
      seconds: Number(asked.seconds),
      values: Number(asked.values),
    }
    if (asked.outside) return await besideOutside(app, { ...load, port: Number(asked.outside) })
    const other =
      asked.beside === undefined ? null : await put({ ...load, port: Number(asked.beside) })
    const database = (await readPidFile(join(folder, 'postgres')))!.pid
    const minute = setInterval(
      () => console.log(`${inMegabytes(process.memoryUsage().rss)} MB`),
      60_000,
    )
    const cpuNow = () => ({ server: process.cpuUsage(), database: cpuOfFamily(database) })
    let before = cpuNow()
    const result = await put(load, () => (before = cpuNow()))
    const { user, system } = process.cpuUsage(before.server)
    const each = (seconds: number) => ((1e6 * seconds) / result.acknowledged).toFixed(1)
    const cpu = `server ${each((user + system) / 1e6)} µs, database ${each(cpuOfFamily(database) - before.database)} µs, load ${each(result.cpu)} µs`
    clearInterval(minute)
    await app.close()
    const perSecond = Math.round(result.acknowledged / result.seconds)
    if (other) {
      const theirs = Math.round(other.acknowledged / other.seconds)
      console.log(
        `the broker at ${asked.beside}: ${theirs} messages/s acknowledged, stored by nobody; ours ${((100 * perSecond) / theirs).toFixed(0)} % of that`,
      )
    }
    console.log(
      `${asked.devices} devices, window ${asked.window}, ${asked.values} values a message: ${perSecond} messages/s (${perSecond * load.values} values/s) committed before PUBACK; ` +
        `${result.acknowledged} in ${result.seconds.toFixed(1)} s; p50 ${result.p50} ms, p99 ${result.p99} ms; CPU a message: ${cpu}; ${inMegabytes(process.memoryUsage().rss)} MB`,
    )
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
await main()
