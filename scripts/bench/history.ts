import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, row } from '#server/db/database.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { startOfDay, writeStretch } from '#server/demo/past.ts'
import { historyOf } from '#server/modules/telemetry/engine/history.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'

// npm run bench:history
// Curves of a weather station that has a whole year of 10-minute values, each channel of them; the
// bar is 300 ms.
const dayMs = 86_400_000
const spans = { '6 hours': 0.25, day: 1, week: 7, month: 30, quarter: 92, year: 365 }
const runs = 20

const folder = mkdtempSync(join(tmpdir(), 'furrow-history-'))
const postgres = await startPostgres({ dataDir: folder, say: () => undefined })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const db = openDatabase(appUrl(owner))
  const tenant = (await db.platform((tx) =>
    row<{ id: number }>(
      tx,
      sql`insert into tenant (tenant_num, tenant_name) values ('bench', 'bench') returning id`,
    ),
  ))!.id
  const id = await db.write(tenant, async (tx) => {
    const area = (await row<{ id: number }>(
      tx,
      sql`insert into area (area_name) values ('bench') returning id`,
    ))!
    return (await row<{ id: number }>(
      tx,
      sql`insert into device (name, device_type, eui, area_id)
        values ('bench', 'gateway_weather', 'bench', ${area.id}) returning id`,
    ))!.id
  })
  const to = startOfDay(Date.now())
  const device = {
    id,
    eui: 'bench',
    plot: 'SQ-B01',
    key: '',
    secret: '',
    deviceType: 'gateway_weather' as const,
    lat: 22.96,
    lng: 113.34,
    layers: 0,
    reportMinutes: 10,
  }
  const began = performance.now()
  await writeStretch(db, tenant, {
    device,
    seed: 1,
    from: to - 365 * dayMs,
    to,
    hasHours: true,
    hasRaw: true,
  })
  const { count } = (await db.read(tenant, (tx) =>
    row<{ count: number }>(tx, sql`select count(*) as count from telemetry`),
  ))!
  console.log(
    `${count} values and what is counted of them written in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  const channels =
    'airTemperature,airHumidity,windSpeed,windDirection,rainfall,radiation,illuminance,pressure,batteryVoltage'
  for (const [name, days] of Object.entries(spans)) {
    const times: number[] = []
    let step = ''
    for (let i = 0; i < runs; i++) {
      const start = performance.now()
      const asked = {
        from: new Date(to - days * dayMs).toISOString(),
        to: new Date(to).toISOString(),
        channels,
      }
      step = (await db.read(tenant, (tx) => historyOf(tx, id, asked))).step
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    console.log(
      `${name}, by ${step}: p50 ${times[runs / 2]!.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms`,
    )
  }
  await db.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
